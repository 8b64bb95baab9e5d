import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { KeptAnswer } from "./answering-host";

/** An API host in a process of its own. */
export interface ReplayHost {
  url: string;
  /** From now on it knows these, by their addresses. */
  know(answers: Record<string, KeptAnswer>): Promise<void>;
  stop(): void;
}

export async function startReplayHost(): Promise<ReplayHost> {
  const child = fork(
    join(import.meta.dirname, "processes", "replay-host.ts"),
    [],
    { execArgv: ["--import", "tsx"] },
  );
  const [port] = (await once(child, "message")) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    async know(answers) {
      const known = once(child, "message");
      child.send(answers);
      await known;
    },
    stop: () => void child.disconnect(),
  };
}
