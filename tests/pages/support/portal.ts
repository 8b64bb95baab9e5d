import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate, setTimeout as wait } from "node:timers/promises";
import { vi } from "vitest";
import { buildIfStale } from "../../../scripts/build-if-stale.mjs";
import { freePort } from "../../../scripts/free-port.mjs";
import { Browser } from "./browser";
import { fillWithCensus } from "./imported-census";
import { asSeenBy, onOwnDisk, type OwnDisk } from "./own-disk";

const ROOT = resolve(import.meta.dirname, "../../..");
const SERVE = "node_modules/@remix-run/serve/dist/cli.js";
const STARTS_WITHIN_MS = 30_000;

/** Long enough for a build that a changed source made necessary. */
export const PORTAL_START_TIMEOUT_MS = 120_000;

export interface PortalOptions {
  /** The API host to ask; without it the data server in the portal's process, with the small census or what DATABASE_URL has. */
  apiUrl?: string;
  /** Files of the small census to replace. */
  census?: Record<string, string>;
  /** A disk of its own for the data folder; where `canMakeDisks` alone. */
  disk?: OwnDisk;
  /** A free port, where others have to know it before. */
  port?: number;
  /** Further settings. */
  env?: Record<string, string>;
}

// A login hashes with argon2id, and a busy machine may run several portals at once.
vi.setConfig({ testTimeout: 30_000, hookTimeout: PORTAL_START_TIMEOUT_MS });

/** The built portal as remix-serve runs it, on a port and a data folder of its own. */
export interface Portal {
  origin: string;
  dataDir: string;
  /** Null where it made one in its data folder. */
  sessionSecret: string | null;
  /** Of its process, for those who measure it. */
  pid: number;
  /** All that it has logged until now, one JSON line per event and remix-serve's own lines. */
  log(): Promise<string[]>;
  /** The lines that have arrived, for a portal that answers no more. */
  linesSoFar(): string[];
  browser(): Browser;
}

/** A portal that is whoever started it to end. */
export interface OwnPortal extends Portal {
  /** Ends it as an operator would; resolves with its exit status. */
  stop(): Promise<number | null>;
  /** Ends it as a machine that loses its power. */
  kill(): Promise<void>;
}

/** Starts the built portal; give the hook that calls it {@link PORTAL_START_TIMEOUT_MS}. */
export async function startPortal(
  options: PortalOptions = {},
): Promise<OwnPortal> {
  await buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), "sojourn-pages-"));
  const dataDir = join(folder, "data");
  const port = options.port ?? (await freePort());
  const env = environment({ options, dataDir, port });
  // A folder or a database that the caller names is the caller's to fill.
  const { DATA_DIR, DATABASE_URL } = options.env ?? {};
  if (!options.apiUrl && !DATA_DIR && !DATABASE_URL) {
    await fillWithCensus(dataDir, options.census);
  }

  const serve = [process.execPath, SERVE, "build/index.js"];
  const [command = "", ...args] = options.disk
    ? onOwnDisk(options.disk, serve)
    : serve;
  const child = spawn(command, args, {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const endWithTests = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", endWithTests);
  const lines = linesOf(child);
  const origin = `http://127.0.0.1:${port}`;
  const ended = new Promise<number | null>((done) => child.once("close", done));
  await untilItAnswers(origin, child, lines);
  const pid = child.pid ?? 0;
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal);
    const status = await ended;
    process.off("exit", endWithTests);
    rmSync(folder, { recursive: true, force: true });
    return status;
  };
  return {
    origin,
    dataDir: options.disk ? asSeenBy(pid, dataDir) : dataDir,
    sessionSecret: env.SESSION_SECRET ?? null,
    pid,
    log: () => wholeLog(origin, lines),
    linesSoFar: () => [...lines],
    browser: () => new Browser(origin),
    stop: () => end("SIGTERM"),
    kill: async () => void (await end("SIGKILL")),
  };
}

/** Only what is named here: a setting in the environment of who runs the tests is none of theirs. */
function environment({
  options,
  dataDir,
  port,
}: {
  options: PortalOptions;
  dataDir: string;
  port: number;
}): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: "0",
    // With the calls of each page.
    LOG_LEVEL: "debug",
    ...(options.apiUrl
      ? { API_URL: options.apiUrl, SESSION_SECRET: "page-tests ".repeat(4) }
      : {}),
    ...options.env,
  };
}

function linesOf(child: ChildProcess): string[] {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) {
      createInterface({ input: stream }).on("line", (line) => lines.push(line));
    }
  }
  return lines;
}

/**
 * An answer can arrive before the lines that were logged ahead of it: they come through a pipe of
 * their own. A request that is itself logged is behind them all.
 */
async function wholeLog(origin: string, lines: string[]): Promise<string[]> {
  const last = `/healthcheck?${randomUUID()}`;
  await fetch(origin + last);
  await vi.waitUntil(() => lines.some((line) => line.includes(last)));
  // The other of the two pipes may hold lines that were written before.
  await setImmediate();
  return lines.filter((line) => !line.includes(last));
}

async function untilItAnswers(
  origin: string,
  child: ChildProcess,
  lines: string[],
): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${origin}/healthcheck`).catch(() => null);
    if (answer?.ok) return;
    await wait(50);
  }
  child.kill("SIGKILL");
  throw new Error(`the portal did not start:\n${lines.join("\n")}`);
}
