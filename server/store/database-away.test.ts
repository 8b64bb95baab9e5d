import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { expect, test } from "vitest";
import { isDatabaseAway } from "./database-away";

function refusal(code: string): Error {
  return Object.assign(new pg.DatabaseError("…", 1, "error"), { code });
}

test.each(["57P01", "57P02", "57P03", "53300", "55000", "08006"])(
  "a server that answers %s is away",
  (code) => expect(isDatabaseAway(refusal(code))).toBe(true),
);

test.each(["23505", "42P01", "40001", "57014", "22P02"])(
  "a server that answers %s is there",
  (code) => expect(isDatabaseAway(refusal(code))).toBe(false),
);

test("one that refuses or breaks a connection is away, and a fault of ours is none", async () => {
  const breaking = createServer((socket) => socket.destroy());
  await new Promise<void>((done) => breaking.listen(0, "127.0.0.1", done));
  const { port } = breaking.address() as AddressInfo;
  const failure = () =>
    new pg.Client({ host: "127.0.0.1", port, user: "x" })
      .connect()
      .catch((error: unknown) => error);
  expect(isDatabaseAway(await failure())).toBe(true);
  await new Promise((done) => breaking.close(done));
  expect(isDatabaseAway(await failure())).toBe(true);
  expect(isDatabaseAway(new TypeError("no"))).toBe(false);
  expect(isDatabaseAway("no")).toBe(false);
});
