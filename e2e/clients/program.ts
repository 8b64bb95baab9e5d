import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

const STARTS_WITHIN_MS = 180_000;

/**
 * Starts a program in its own process group and waits until the address
 * answers. The program never outlives this process.
 */
export async function startProgram(
  [command = "", ...args]: readonly string[],
  address: string,
  env: Record<string, string> = {},
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(command, args, {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (chunk) => (errors += chunk));
  let isOver = false;
  // The pipe closes when the program's children have ended too.
  const over = once(child, "close").finally(() => (isOver = true));
  const kill = () => {
    if (!isOver && child.pid) process.kill(-child.pid, "SIGKILL");
  };
  process.prependOnceListener("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    kill();
    await over;
  };
  const end = Date.now() + STARTS_WITHIN_MS;
  while (!isOver && Date.now() < end) {
    const answer = await fetch(address).catch(() => null);
    if (answer) return { stop };
    await wait(50);
  }
  await stop();
  throw new Error(`${command} did not start: ${errors.slice(-300)}`);
}
