import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");

export interface Group {
  /** Resolves when it has printed that, rejects when it ends without. */
  said(words: string): Promise<void>;
  /** All that it has printed so far. */
  output(): string;
  /** Tells all of it to stop, or npm alone; resolves with the exit status of the command itself. */
  stop(whom?: "group" | "npm"): Promise<number | null>;
  /** Ends what is left of it at once. */
  kill(): void;
}

/** Starts a command in a process group of its own, as a terminal or a service manager does. */
export function startGroup(
  [command = "", ...args]: string[],
  env: Record<string, string>,
): Group {
  const child = spawn(command, args, {
    cwd: ROOT,
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      DEMO: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const heard = new EventEmitter();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      heard.emit("more");
    });
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  const tell = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal);
    } catch {
      // All of them are gone.
    }
  };
  return {
    async said(words) {
      const failed = ended.then(() => {
        throw new Error(`it ended without "${words}":\n${output}`);
      });
      failed.catch(() => undefined);
      while (!output.includes(words)) {
        await Promise.race([once(heard, "more"), failed]);
      }
    },
    output: () => output,
    stop(whom = "group") {
      if (whom === "npm") child.kill("SIGTERM");
      else tell("SIGTERM");
      return ended;
    },
    kill: () => tell("SIGKILL"),
  };
}
