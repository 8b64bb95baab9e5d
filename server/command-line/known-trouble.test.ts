import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import BetterSqlite from "better-sqlite3";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openStore } from "~server/store/open-store";
import { runFile } from "~server/testing/child-process";
import { folderForEach } from "~server/testing/opened";
import { describeError } from "./command-error";
import { knownTroubleOf } from "./known-trouble";

/** Processes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const withCode = (code: string, more = {}) =>
  Object.assign(new Error("?"), { code, ...more });

test.each([
  [withCode("28P01"), "refuses the user or the password of DATABASE_URL"],
  [new Error("SASL: client password must be a string"), "the password of"],
  [withCode("3D000"), "no database of the name"],
  [withCode("42501"), "enough rights"],
  [withCode("ECONNREFUSED"), "cannot be reached at the address"],
  [
    new AggregateError([withCode("ECONNREFUSED"), withCode("ECONNREFUSED")]),
    "cannot be reached at the address in DATABASE_URL (ECONNREFUSED)",
  ],
  [withCode("ENOSPC"), "The disk with the data is full."],
  [
    withCode("EACCES", { path: "/data/x" }),
    "/data/x cannot be used (EACCES). Check its owner",
  ],
  [withCode("EROFS", { path: "/data" }), "read-only"],
  [
    withCode("ENOTDIR", { path: "/file/data" }),
    "/file/data cannot be used (ENOTDIR). A part of this path is a file and no folder.",
  ],
  [new BetterSqlite.SqliteError("?", "SQLITE_READONLY_DIRECTORY"), "DATA_DIR"],
  [new BetterSqlite.SqliteError("?", "SQLITE_CANTOPEN"), "DATA_DIR"],
  [new BetterSqlite.SqliteError("?", "SQLITE_NOTADB"), "Restore a backup"],
  [new BetterSqlite.SqliteError("?", "SQLITE_IOERR_READ"), "has a fault"],
  [new BetterSqlite.SqliteError("?", "SQLITE_BUSY"), "Another process"],
])("a known cause is told without a stack (%#)", (error, words) => {
  expect(knownTroubleOf(error)).toContain(words);
  expect(describeError(error)).not.toMatch(/^ +at /m);
});

test.each([
  new Error("a fault of ours"),
  withCode("23505"),
  withCode("ENOENT"),
  new BetterSqlite.SqliteError("?", "SQLITE_CONSTRAINT"),
  "no error",
])("another error is told with all that is known of it (%#)", (error) => {
  expect(knownTroubleOf(error)).toBeNull();
});

describe("an import", () => {
  const here = folderForEach();
  beforeEach(() => {
    mkdirSync(path.join(here.folder, "census"));
    writeFileSync(
      path.join(here.folder, "census", "divisions.csv"),
      "division_id,division_name\n1,North\n",
    );
  });

  const run = (env: Record<string, string>) =>
    runFile(
      "server/imports/command.ts",
      [path.join(here.folder, "census")],
      env,
    ).ended;

  test("into a database of a newer version says so alone", async () => {
    const store = await openStore({ dataDir: here.folder });
    await store.db
      .insertInto("kysely_migration" as never)
      .values({ name: "9999-later", timestamp: "2040" })
      .execute();
    await store.close();
    const { status, errors } = await run({ DATA_DIR: here.folder });
    expect(status).not.toBe(0);
    expect(errors).toBe(
      "a newer version of Sojourn made the database (use that version, or an older copy of the data)\nNothing was stored.\n",
    );
  });

  test("into a PostgreSQL that is away says where it looked", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { errors } = await run({
      DATA_DIR: here.folder,
      DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c`,
    });
    expect(errors).toBe(
      "PostgreSQL cannot be reached at the address in DATABASE_URL (ECONNREFUSED).\nNothing was stored.\n",
    );
  });
});
