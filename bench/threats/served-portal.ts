import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildIfStale } from "../../scripts/build-if-stale.mjs";
import { freePort } from "../../scripts/free-port.mjs";

export const HOST = "quality.example.org";
export const PASSWORD = "Bench-2026-threats";
/** Each may fail so often that its account is not delayed for who has failed elsewhere. */
export const USERS = Array.from({ length: 6 }, (_, at) => `known-${at}`);
export const MANAGER = "manager";

const SERVE = "node_modules/@remix-run/serve/dist/cli.js";
const STARTS_WITHIN_MS = 60_000;

export interface ServedPortal {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** The built portal with a handful of accounts, behind a proxy on this machine that says whom it asks for. */
export async function servePortal(): Promise<ServedPortal> {
  await buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), "sojourn-bench-"));
  const port = await freePort();
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    PORT: String(port),
    DATA_DIR: join(folder, "data"),
    DEMO: "0",
    LOG_LEVEL: "warn",
    PUBLIC_URL: `https://${HOST}`,
  };
  const rows = USERS.map(
    (name) => `${name},K,Nown,${PASSWORD},company,0,false`,
  );
  writeFileSync(
    join(folder, "users.csv"),
    [
      "username,firstname,lastname,password,access_level,access_level_id,isnp_only",
      `${MANAGER},M,Anager,${PASSWORD},account_manager,0,false`,
      ...rows,
      "",
    ].join("\n"),
  );
  const imported = spawnSync(
    process.execPath,
    ["scripts/command.mjs", "import", folder],
    { env, encoding: "utf8" },
  );
  if (imported.status !== 0) throw new Error(imported.stderr);
  const child = spawn(process.execPath, [SERVE, "build/index.js"], {
    env,
    stdio: "ignore",
  });
  await untilReady(child, port);
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      const ended = new Promise((done) => child.once("close", done));
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
  child.kill("SIGKILL");
  throw new Error("the portal did not start");
}

/** What a process has computed so far, milliseconds; null where the system does not tell. */
export function cpuMsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}
