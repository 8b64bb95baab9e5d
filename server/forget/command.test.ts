import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openStore } from "~server/store/open-store";
import { runFile } from "~server/testing/child-process";
import { folderForEach } from "~server/testing/opened";

const here = folderForEach();
beforeEach(async () => {
  const store = await openStore({ dataDir: here.folder });
  const names = { mrn: null, first_name: "Bel", last_name: "Haskerby" };
  await store.db
    .insertInto("patients")
    .values({ ...names, id: 1, frailty_score: null })
    .execute();
  await store.close();
  mkdirSync(path.join(here.folder, "feed", "done"), { recursive: true });
  writeFileSync(path.join(here.folder, "feed", "new.hl7"), "MSH");
  writeFileSync(path.join(here.folder, "feed", "done", "old.hl7"), "MSH");
});

test.each([
  [
    "the files in HL7_DIR",
    "feed",
    /HL7_DIR \(.+feed\) has 2 files with messages as they came: 1 to be taken, 1 that were\. .+ Delete those that name the resident\.$/,
  ],
  [
    "an HL7_DIR that is not there",
    "none",
    /HL7_DIR \(.+none\) could not be read\. Look there for messages that name the resident\.$/,
  ],
  ["no folder where none is set", null, /still have the rest\.$/],
])("the command tells of %s", async (_, dir, end) => {
  const { lines, ended } = runFile("server/forget/command.ts", ["1"], {
    DATA_DIR: here.folder,
    ...(dir && { HL7_DIR: path.join(here.folder, dir) }),
  });
  expect(await ended).toEqual({ status: 0, errors: "" });
  expect(lines.join("\n")).toMatch(end);
});
