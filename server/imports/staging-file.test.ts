import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runFile } from "~server/testing/child-process";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { openStagingFile, sweepStaging } from "./staging";

let folder: string;
let remove: () => void;
let dataDir: string;
beforeEach(() => {
  ({ folder, remove } = makeTemporaryFolder());
  // As with PostgreSQL, where nothing has made it yet.
  dataDir = path.join(folder, "data");
});
afterEach(() => remove());

const staged = () => readdirSync(path.join(dataDir, "staging"));
const modeOf = (name: string) =>
  (statSync(path.join(dataDir, name)).mode & 0o777).toString(8);

test("a staging database lies in the data folder, open to its owner alone, and goes with its import", () => {
  const { db, remove: removeStaging } = openStagingFile(dataDir);
  db.exec("create table a (b text); insert into a values ('c')");
  const [name = ""] = staged();
  expect(modeOf(".")).toBe("700");
  expect(modeOf("staging")).toBe("700");
  expect(modeOf(path.join("staging", name))).toBe("600");
  removeStaging();
  expect(staged()).toEqual([]);
});

test("a sweep leaves a running import its file, and removes what is left of others, however damaged", () => {
  const running = openStagingFile(dataDir);
  running.db.exec("create table a (b text)");
  const [own = ""] = staged();
  for (const [name, text] of Object.entries({
    garbage: "x".repeat(9_000),
    empty: "",
  })) {
    writeFileSync(path.join(dataDir, "staging", `${name}.db`), text);
  }
  expect(sweepStaging(dataDir)).toBe(2);
  expect(staged()).toEqual([own]);
  expect(sweepStaging(dataDir)).toBe(0);
  const next = openStagingFile(dataDir);
  expect(staged()).toHaveLength(2);
  running.db.exec("insert into a values ('c')");
  running.remove();
  next.remove();
  expect(staged()).toEqual([]);
});

test("a sweep of another process leaves a running import its file, and takes it once that was killed", async () => {
  const importer = runFile("server/testing/processes/stage-and-wait.ts", [
    dataDir,
  ]);
  await importer.line((line) => line === "staged");
  expect(sweepStaging(dataDir)).toBe(0);
  importer.child.kill("SIGKILL");
  await importer.ended;
  expect(staged()).toHaveLength(1);
  openStagingFile(dataDir).remove();
  expect(staged()).toEqual([]);
}, 60_000);

test("without a data folder there is nothing to sweep", () => {
  expect(sweepStaging(dataDir)).toBe(0);
  expect(existsSync(dataDir)).toBe(false);
});
