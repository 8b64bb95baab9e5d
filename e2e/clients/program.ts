import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { whileRunning } from "./running";

const STARTS_WITHIN_MS = 60_000;

/** Path of a program of this machine, or null. */
export function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return (
    folders
      .map((folder) => join(folder, name))
      .find((one) => existsSync(one)) ?? null
  );
}

/** Path of what a package has put below a folder of its architecture: /usr/lib/x86_64-linux-gnu/… Null where it is not. */
export function findLibrary(place: string): string | null {
  const paths = readdirSync("/usr/lib").map((one) =>
    join("/usr/lib", one, place),
  );
  return paths.find((one) => existsSync(one)) ?? null;
}

/** The first thing in what a program says of itself that looks like a version. */
export function versionOf(command: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  return /\d+(\.\d+)+\w*/.exec(stdout + stderr)?.[0] ?? "of unknown version";
}

export interface RunningProgram {
  /** What the program had said when it was ready. */
  said: string;
  stop(): Promise<void>;
}

interface StartOptions {
  /** What it says, or how it is found out, when it is ready. */
  ready: RegExp | (() => Promise<boolean>);
  env?: Record<string, string>;
}

/** Starts a program in a process group of its own, and waits until it is ready. */
export async function startProgram(
  command: string,
  args: readonly string[],
  { ready, env = {} }: StartOptions,
): Promise<RunningProgram> {
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
  const over = new Promise<void>((done) => {
    const end = () => {
      isOver = true;
      done();
    };
    child.once("close", end).once("error", end);
  });
  const stop = whileRunning(async () => {
    // Its own children hold its output open until they are gone too.
    if (!isOver && child.pid) process.kill(-child.pid, "SIGKILL");
    await over;
  });
  const isReady = async () =>
    ready instanceof RegExp ? ready.test(said) : ready();
  const until = Date.now() + STARTS_WITHIN_MS;
  while (!isOver && Date.now() < until) {
    if (await isReady()) return { said, stop };
    await wait(50);
  }
  await stop();
  throw new Error(`${command} did not start: ${said.slice(-300)}`);
}
