import {
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isReady } from "~server/handlers/health";
import { namelessPhysician } from "~server/testing/nameless-physician";
import { folderForEach } from "~server/testing/opened";
import { databaseTroubleOf } from "~/runtime/database/database-trouble.server";
import { DATABASE_FILE } from "./open-store";
import { openStore, type Store } from "./open-store";

let store: Store;
let file: string;
const here = folderForEach();
beforeEach(async () => {
  file = path.join(here.folder, DATABASE_FILE);
  store = await openStore({ dataDir: here.folder });
});
afterEach(async () => {
  await store.close();
});

const insert = (npi: number) =>
  store.db
    .insertInto("physicians")
    .values(namelessPhysician(npi))
    .execute()
    .then(
      () => "stored",
      (error: unknown) => error,
    );

test("a file that is moved takes no writes, none is made in its place, and all goes on when it is back", async () => {
  renameSync(file, `${file}.away`);
  expect(await isReady(store)).toBe(false);
  expect(databaseTroubleOf(await insert(1))).toBe("away");
  await expect(
    store.db.transaction().execute(async () => undefined),
  ).rejects.toThrow("was moved, removed or replaced");
  expect(existsSync(file)).toBe(false);

  renameSync(`${file}.away`, file);
  expect(await isReady(store)).toBe(true);
  expect(await insert(2)).toBe("stored");
});

test("a file that was replaced by a copy is not written to", async () => {
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  expect(await isReady(store)).toBe(false);
  expect(databaseTroubleOf(await insert(1))).toBe("away");
});

test("a file that breaks off is a database that is away, until it is whole again", async () => {
  await store.close();
  store = await openStore({ dataDir: path.dirname(file) });
  const whole = readFileSync(file);
  truncateSync(file, 5_000);
  const broken = await store.db
    .transaction()
    .setAccessMode("read only")
    .execute((trx) => trx.selectFrom("stays").selectAll().execute())
    .catch((error: unknown) => error);
  expect(databaseTroubleOf(broken)).toBe("away");
  expect(await isReady(store)).toBe(false);

  writeFileSync(file, whole);
  expect(await isReady(store)).toBe(true);
});
