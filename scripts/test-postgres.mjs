import { userInfo } from "node:os";
import pg from "pg";
import { answers, binaryFolder, startServer } from "./postgres-server.mjs";

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
