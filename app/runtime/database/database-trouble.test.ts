import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import BetterSqlite from "better-sqlite3";
import pg from "pg";
import { expect, test } from "vitest";
import { databaseTroubleOf } from "./database-trouble.server";

function refusal(code: string): Error {
  return Object.assign(new pg.DatabaseError("…", 1, "error"), { code });
}

test.each([
  "57P01",
  "57P02",
  "57P04",
  "57P05",
  "55000",
  "25006",
  "53100",
  "53200",
  "58030",
  "08006",
  "08P01",
])("a server that answers %s is away", (code) =>
  expect(databaseTroubleOf(refusal(code))).toBe("away"),
);

test.each([
  ["SQLITE_FULL", "away"],
  ["SQLITE_IOERR_WRITE", "away"],
  ["SQLITE_NOTADB", "away"],
  ["SQLITE_CONSTRAINT", null],
  ["SQLITE_ERROR", null],
  ["SQLITE_BUSY", null],
])("what SQLite says of its file: %s", (code, trouble) =>
  expect(databaseTroubleOf(new BetterSqlite.SqliteError("…", code))).toBe(
    trouble,
  ),
);

test.each(["57014", "55P03", "53300", "57P03"])(
  "a server that answers %s has too much to do",
  (code) => expect(databaseTroubleOf(refusal(code))).toBe("overloaded"),
);

test.each(["23505", "42P01", "40001", "22P02"])(
  "a server that answers %s is well",
  (code) => expect(databaseTroubleOf(refusal(code))).toBe(null),
);

test.each([
  ["timeout exceeded when trying to connect", "overloaded"],
  ["Connection terminated due to connection timeout", "overloaded"],
  ["Query read timeout", "overloaded"],
  ["Connection terminated unexpectedly", "away"],
  ["something else", null],
])("what the driver says without a code: %s", (words, trouble) =>
  expect(databaseTroubleOf(new Error(words))).toBe(trouble),
);

test("one to which every way fails is away", () => {
  const refused = Object.assign(new Error("…"), { code: "ECONNREFUSED" });
  const other = new TypeError("no");
  expect(databaseTroubleOf(new AggregateError([refused, refused]))).toBe(
    "away",
  );
  expect(databaseTroubleOf(new AggregateError([refused, other]))).toBe(null);
  expect(databaseTroubleOf(new AggregateError([]))).toBe(null);
});

test("one that refuses or breaks a connection is away, and a fault of ours is none", async () => {
  const breaking = createServer((socket) => socket.destroy());
  await new Promise<void>((done) => breaking.listen(0, "127.0.0.1", done));
  const { port } = breaking.address() as AddressInfo;
  const failure = () =>
    new pg.Client({ host: "127.0.0.1", port, user: "x" })
      .connect()
      .catch((error: unknown) => error);
  expect(databaseTroubleOf(await failure())).toBe("away");
  await new Promise((done) => breaking.close(done));
  expect(databaseTroubleOf(await failure())).toBe("away");
  expect(databaseTroubleOf(new TypeError("no"))).toBe(null);
  expect(databaseTroubleOf("timeout exceeded when trying to connect")).toBe(
    null,
  );
});
