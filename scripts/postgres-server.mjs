import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.mjs";

const DEBIAN = "/usr/lib/postgresql";
const CONNECT_TIMEOUT_MS = 2000;
const START_TIMEOUT_MS = 20_000;

/** Whether a server takes statements at the address. */
export async function answers(url) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A server that goes away makes an idle client emit; without a listener that ends the process.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Where PostgreSQL's programs are installed; null where they are not. */
export function binaryFolder() {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, "bin")),
    ...(process.env.PATH ?? "").split(":"),
  ];
  return (
    folders.find(
      (folder) =>
        existsSync(join(folder, "initdb")) &&
        existsSync(join(folder, "postgres")),
    ) ?? null
  );
}

/** PostgreSQL refuses to run as root; Debian's package brings the account that it runs as. */
function serverAccount() {
  if (process.getuid?.() !== 0) return null;
  const id = (flag) =>
    Number(
      execFileSync("id", [flag, "postgres"], {
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
  return { uid: id("-u"), gid: id("-g") };
}

/** Runs a program of PostgreSQL in a folder of the account's own, whose data folder it gets by `-D`. */
function runIn(folder, account, program, args) {
  execFileSync(program, ["-D", join(folder, "data"), ...args], {
    ...account,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
}

function ownFolder(account) {
  const folder = mkdtempSync(join(tmpdir(), "sojourn-postgres-"));
  if (account) {
    execFileSync("chown", [`${account.uid}:${account.gid}`, folder]);
  }
  chmodSync(folder, 0o700);
  return folder;
}

async function serve(binaries, { folder, account, port }) {
  const server = spawn(
    join(binaries, "postgres"),
    [
      "-D",
      join(folder, "data"),
      "-p",
      String(port),
      "-k",
      folder,
      ...["listen_addresses=127.0.0.1", "fsync=off", "max_connections=200"]
        .map((setting) => ["-c", setting])
        .flat(),
    ],
    { ...account, cwd: folder, stdio: "ignore" },
  );
  const gone = new Promise((resolve) => {
    server.once("exit", resolve);
    server.once("error", resolve);
  });
  const stop = async (signal = "SIGINT") => {
    server.kill(signal);
    await gone;
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (server.exitCode !== null || Date.now() > giveUpAt) {
      await stop();
      throw new Error("the server that was started does not answer");
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return stop;
}

/**
 * Starts a server on a port of its own, with what `fill` puts into its data folder. `{url, port, stop, start, end}`: it may be
 * stopped and started again; `end` removes it.
 */
async function startFilled(binaries, fill) {
  const account = serverAccount();
  const folder = ownFolder(account);
  try {
    fill((program, args) =>
      runIn(folder, account, join(binaries, program), args),
    );
    const port = await freePort();
    let stop = await serve(binaries, { folder, account, port });
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      stop: (signal) => stop(signal),
      start: async () => {
        stop = await serve(binaries, { folder, account, port });
      },
      end: async () => {
        await stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** A new, empty server. */
export function startServer(binaries) {
  return startFilled(binaries, (run) =>
    run("initdb", [
      ...["-U", "postgres", "-A", "trust", "-E", "UTF8"],
      ...["--no-sync", "--locale=C"],
    ]),
  );
}

/** A hot standby of a server that {@link startServer} has started. */
export function startStandby(binaries, primaryUrl) {
  return startFilled(binaries, (run) =>
    run("pg_basebackup", [
      ...["-d", primaryUrl, "--checkpoint=fast", "--no-sync"],
      // Writes standby.signal and the address of the primary.
      "--write-recovery-conf",
    ]),
  );
}
