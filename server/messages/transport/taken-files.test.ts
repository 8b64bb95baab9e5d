import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { countFiles, makeTakenFolders, moveToFailed } from "./taken-files";

it("files of messages are counted: those to be taken, and those that were", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "sojourn-taken-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  expect(await countFiles(dir)).toEqual({ waiting: 0, taken: 0 });
  await makeTakenFolders(dir);
  for (const name of ["a.hl7", "b.hl7", ".lock", "done/c.hl7"]) {
    writeFileSync(path.join(dir, name), "MSH|");
  }
  mkdirSync(path.join(dir, "theirs"));
  await moveToFailed(dir, "b.hl7", new Date(), "no facility");
  expect(await countFiles(dir)).toEqual({ waiting: 1, taken: 2 });
  await expect(countFiles(path.join(dir, "away"))).rejects.toThrow("ENOENT");
});
