import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore } from "~server/store/open-store";
import { compiledFile } from "~server/testing/child-process";
import {
  contentOf,
  importRows,
  SMALL_CENSUS,
  writeCensus,
} from "./testing/census-files";

const PATIENTS = 12_000;

let dataDir: string;
let folder: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "sojourn-kill-"));
  const ids = Array.from({ length: PATIENTS }, (_, index) => 5_000 + index);
  folder = writeCensus({
    ...SMALL_CENSUS,
    "divisions.csv": ["1,Renamed"],
    "patients.csv": [
      ...(SMALL_CENSUS["patients.csv"] ?? []),
      ...ids.map((id) => `${id},,,,`),
    ],
    "stays.csv": [
      ...(SMALL_CENSUS["stays.csv"] ?? []),
      ...ids.map(
        (id) => `${id},${id},100,,2025-01-01,2025-06-30,hospital,false`,
      ),
    ],
  });
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
  rmSync(folder, { recursive: true });
});

/** Runs the command of an import in one transaction, and kills it as soon as it says a word. */
function importUntil(word: string): Promise<NodeJS.Signals | null> {
  const child = spawn(
    process.execPath,
    [compiledFile("server/imports/command.ts"), folder, "--replace"],
    {
      env: { NODE_ENV: "test", PATH: "/usr/bin:/bin", DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes(word)) {
      child.kill("SIGKILL");
    }
  });
  return new Promise((resolve) =>
    child.on("exit", (_, signal) => resolve(signal)),
  );
}

test.each(["Checking …", "Storing …", "Working out the figures …"])(
  "a replacement killed at '%s' leaves the old data whole, and can be run again",
  async (word) => {
    const store = await openStore({ dataDir });
    await importRows(store, SMALL_CENSUS);
    const before = await contentOf(store);
    await store.close();

    expect(await importUntil(word)).toBe("SIGKILL");
    const after = await openStore({ dataDir });
    expect(await contentOf(after)).toEqual(before);
    await after.close();

    expect(await importUntil("never said")).toBeNull();
    const last = await openStore({ dataDir });
    const { count } = await last.db
      .selectFrom("stays")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    await last.close();
    expect(count).toBe(PATIENTS + 3);
  },
);
