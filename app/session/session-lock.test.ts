import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeLock } from "./session-lock.server";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sojourn-lock-"));
  path = join(folder, "session.lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("of many that want a lock, one at a time has it, and nothing is left of it", async () => {
  let inside = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const lock = await takeLock(path);
      inside += 1;
      await new Promise((resolve) => setImmediate(resolve));
      expect(inside).toBe(1);
      inside -= 1;
      await lock.release();
    }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test("the lock of a killed process is taken over, by one of those who wait", async () => {
  writeFileSync(path, "of a killed process");
  let inside = 0;
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      const lock = await takeLock(path, 1_000);
      inside += 1;
      expect(inside).toBe(1);
      expect(await lock.isHeld()).toBe(true);
      inside -= 1;
      await lock.release();
    }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test("who was taken for dead knows it, and leaves the lock to its new holder", async () => {
  const first = await takeLock(path);
  rmSync(path);
  const second = await takeLock(path);
  expect(await first.isHeld()).toBe(false);
  await first.release();
  expect(await second.isHeld()).toBe(true);
  await second.release();
});

test("where no file can be made, nobody waits for ever", async () => {
  await expect(takeLock(join(folder, "gone", "lock"))).rejects.toThrow(
    "ENOENT",
  );
});
