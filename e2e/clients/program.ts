import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const STARTS_WITHIN_MS = 180_000;

interface StartOptions {
  /** What the program says when it is ready, or the address that answers then. */
  ready: RegExp | string;
  env?: Record<string, string>;
}

async function isAnswering(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * Starts a program in a process group of its own, and waits until it is ready. `said` is what it had told by then. It ends
 * with this process at the latest.
 */
export async function startProgram(
  command: string,
  args: readonly string[],
  { ready, env = {} }: StartOptions,
): Promise<{ said: string; stop(): Promise<void> }> {
  const child = spawn(command, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
    });
  }
  let isOver = false;
  const over = new Promise((end) => {
    child.once("close", end).once("error", end);
  }).then(() => {
    isOver = true;
  });
  const kill = () => {
    // Its own children hold its output open until they are gone too.
    if (!isOver && child.pid) process.kill(-child.pid, "SIGKILL");
  };
  process.prependOnceListener("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    kill();
    await over;
  };
  const until = Date.now() + STARTS_WITHIN_MS;
  while (!isOver && Date.now() < until) {
    const isReady =
      ready instanceof RegExp ? ready.test(said) : await isAnswering(ready);
    if (isReady) return { said, stop };
    await wait(50);
  }
  await stop();
  throw new Error(`${command} did not start: ${said.slice(-300)}`);
}
