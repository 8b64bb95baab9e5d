import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.mjs";

const DEBIAN = "/usr/lib/postgresql";
const CONNECT_TIMEOUT_MS = 2000;
const START_TIMEOUT_MS = 20_000;

async function answers(url) {
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

/** A database of its own on a server, so that nothing that stands there is touched; `end` drops it. */
async function ownDatabase(serverUrl, description, end = async () => {}) {
  const name = `sojourn_test_${process.pid}_${Date.now()}`;
  const run = async (statement) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name}`);
  // No test lets the server's machine fall: a commit that waits for its disk proves nothing here.
  await run(`alter database ${name} set synchronous_commit = off`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    description,
    end: async () => {
      await run(`drop database if exists ${name} with (force)`).catch(() => {});
      await end();
    },
  };
}

function binaryFolder() {
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

async function startServer(binaries) {
  const account = serverAccount();
  const folder = mkdtempSync(join(tmpdir(), "sojourn-postgres-"));
  const asAccount = account ? { ...account, cwd: folder } : { cwd: folder };
  if (account) {
    execFileSync("chown", [`${account.uid}:${account.gid}`, folder]);
  }
  chmodSync(folder, 0o700);
  const data = join(folder, "data");
  execFileSync(
    join(binaries, "initdb"),
    [
      "-D",
      data,
      "-U",
      "postgres",
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--no-sync",
      "--locale=C",
    ],
    { ...asAccount, stdio: ["ignore", "ignore", "pipe"] },
  );
  const port = await freePort();
  const server = spawn(
    join(binaries, "postgres"),
    [
      "-D",
      data,
      "-p",
      String(port),
      "-k",
      folder,
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "fsync=off",
      "-c",
      "max_connections=200",
    ],
    { ...asAccount, stdio: "ignore" },
  );
  const gone = new Promise((resolve) => {
    server.once("exit", resolve);
    server.once("error", resolve);
  });
  const end = async () => {
    server.kill("SIGINT");
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (server.exitCode !== null || Date.now() > giveUpAt) {
      await end();
      throw new Error("the server that was started does not answer");
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, end };
}

/**
 * A PostgreSQL for the data server's second run: TEST_DATABASE_URL, else one that answers on 127.0.0.1:5432 without
 * a password, else one started from installed binaries. `{url, description, end}`, or `{missing}` with the reason.
 */
export async function findPostgres() {
  const named = process.env.TEST_DATABASE_URL;
  if (named) {
    if (!(await answers(named))) {
      throw new Error("TEST_DATABASE_URL: no PostgreSQL answers there.");
    }
    // A database of its own where the account may make one: what stands there is not the tests' to touch.
    return ownDatabase(named, "TEST_DATABASE_URL").catch(() => ({
      url: named,
      description: "TEST_DATABASE_URL, in the database that it names",
      end: async () => {},
    }));
  }
  for (const user of ["postgres", userInfo().username]) {
    const url = `postgres://${encodeURIComponent(user)}@127.0.0.1:5432/postgres`;
    if (await answers(url)) {
      return ownDatabase(url, `127.0.0.1:5432 as ${user}`);
    }
  }
  const binaries = binaryFolder();
  if (!binaries) {
    return {
      missing:
        "none answers on 127.0.0.1:5432 and no binaries are installed (Debian: apt-get install postgresql)",
    };
  }
  try {
    const { url, end } = await startServer(binaries);
    return await ownDatabase(url, `a server started from ${binaries}`, end);
  } catch (error) {
    return {
      missing: `one was found in ${binaries} but could not be started: ${error.message}`,
    };
  }
}
