import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../scripts/free-port.mjs";
import { whileRunning } from "./running";

const STARTS_WITHIN_MS = 180_000;

export interface User {
  username: string;
  password: string;
}

/** The built portal on a demo organisation of its own. */
export interface Portal {
  port: number;
  /** Where its data are. */
  dataFolder: string;
  stop(): Promise<void>;
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const until = Date.now() + STARTS_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readiness`).catch(
      () => null,
    );
    if (answer?.ok) return;
    await wait(100);
  }
  throw new Error("the portal did not start");
}

export async function startPortal(): Promise<Portal> {
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), "sojourn-clients-"));
  const data = path.join(folder, "data");
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: data,
    },
  });
  const ended = new Promise((done) => child.once("close", done));
  const stop = whileRunning(async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    await untilReady(child, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port,
    dataFolder: data,
    stop,
  };
}
