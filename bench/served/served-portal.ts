import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { buildIfStale } from "../../scripts/build-if-stale.mjs";
import { freePort } from "../../scripts/free-port.mjs";

export const ROOT = resolve(import.meta.dirname, "../..");
const SERVE = join("node_modules", "@remix-run", "serve", "dist", "cli.js");
const WATCHED = join(import.meta.dirname, "processes", "watched.mjs");
const STARTS_WITHIN_MS = 120_000;

export interface ServedPortal {
  origin: string;
  /** Milliseconds of CPU that its process has used. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

export type Environment = Record<string, string>;

/** A folder that goes with the run. */
export async function inTemporaryFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "sojourn-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a process of the product gets of the environment; settings of whoever measures are none of its own. */
export function environment(settings: Environment): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    ...settings,
  };
}

/** Runs a command of the product to its end, in a process of its own. */
async function runCommand(
  args: readonly string[],
  settings: Environment,
  checkout = ROOT,
): Promise<void> {
  const child = spawn(process.execPath, ["scripts/command.mjs", ...args], {
    cwd: checkout,
    env: environment(settings),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`);
}

/** Builds where needed, and fills a data folder with the demo organisation. */
export async function makeDemo(dataDir: string): Promise<void> {
  await buildIfStale();
  await makeDemoOf(ROOT, dataDir);
}

/** As {@link makeDemo}, by another checkout, which is built. */
export function makeDemoOf(checkout: string, dataDir: string): Promise<void> {
  return runCommand(["prepare"], { DATA_DIR: dataDir }, checkout);
}

/** Builds where needed, and fills a data folder with the census of another folder. */
export async function importCensus(
  dataDir: string,
  census: string,
): Promise<void> {
  await buildIfStale();
  await runCommand(["import", census], { DATA_DIR: dataDir, DEMO: "0" });
}

/** The built portal of a checkout as `npm start` runs it, its log thrown away. */
export async function servePortal(
  settings: Environment,
  checkout = ROOT,
): Promise<ServedPortal> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ["--import", pathToFileURL(WATCHED).href, SERVE, "build/index.js"],
    {
      cwd: checkout,
      env: environment({ PORT: String(port), ...settings }),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin, child);
  return {
    origin,
    cpuMs: () => askCpuMs(child),
    stop: () => stopped(child),
  };
}

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${origin}/readiness`).catch(() => null);
    if (answer?.ok) return;
    await wait(50);
  }
  child.kill("SIGKILL");
  throw new Error(`${origin} did not become ready`);
}

let asked = 0;

function askCpuMs(child: ChildProcess): Promise<number> {
  const id = (asked += 1);
  return new Promise((answered, failed) => {
    const settle = () => {
      child.off("message", onMessage);
      child.off("exit", onExit);
    };
    const onMessage = (message: unknown) => {
      const told = message as { id: number; cpuMs: number };
      if (told.id !== id) return;
      settle();
      answered(told.cpuMs);
    };
    const onExit = () => {
      settle();
      failed(new Error("the portal has ended"));
    };
    child.on("message", onMessage);
    child.on("exit", onExit);
    child.send({ id });
  });
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
