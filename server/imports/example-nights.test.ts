import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { NO_PROGRESS } from "~server/command-line/progress";
import type { Store } from "~server/store/open-store";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { folderForEach, openedForEach } from "~server/testing/opened";
import { describeResult } from "./describe-result";
import { importCensus, type ImportOptions } from "./import-census";
import { contentOf } from "./testing/census-files";

const NIGHTS = "examples/nights";

/** The census of the example with the rows that the nights should have brought. */
function writeRightCensus(folder: string): void {
  cpSync("examples/census", folder, { recursive: true });
  const add = (file: string, ...rows: string[]) =>
    writeFileSync(path.join(folder, file), `${rows.join("\n")}\n`, {
      flag: "a",
    });
  add("patients.csv", "5061,M-15183,Halissa,Ruskender,3");
  add(
    "stays.csv",
    "127,5053,300,9100000004,2026-11-02,,hospital,false,",
    "129,5059,400,9100000005,2026-11-05,,hospital,false,",
  );
  add(
    "transfers.csv",
    "76,5006,100,2026-11-02,inpatient,false,,,,,,",
    "78,5030,500,2026-11-03,ed_only,false,,,,,,",
  );
}

describe.each(TEST_DIALECTS)("the nights of the example on %s", (dialect) => {
  const store = openedForEach(() => openTestStore(dialect));
  const here = folderForEach();

  const importInto = (
    of: Store,
    folder: string,
    options: Partial<ImportOptions> = {},
  ) =>
    importCensus({
      store: of,
      folder,
      dataDir: path.join(here.folder, "data"),
      replace: false,
      now: new Date("2026-11-15T12:00:00Z"),
      progress: NO_PROGRESS,
      ...options,
    });
  const importNight = (night: string, options?: Partial<ImportOptions>) =>
    importInto(store, path.join(NIGHTS, night), options);

  async function rightContent() {
    const folder = path.join(here.folder, "census");
    writeRightCensus(folder);
    const right = await openTestStore(dialect);
    onTestFinished(right.close);
    await importInto(right, folder);
    return contentOf(right);
  }

  test("are refused, stored, corrected and taken back as the story tells", async () => {
    expect(await importInto(store, "examples/census")).toMatchObject({
      outcome: "stored",
      warnings: { count: 0 },
      unknownFiles: [],
      accounts: { hasAccountManager: true },
    });
    const before = await contentOf(store);

    const failed = await importNight("1-failed-export", { replace: true });
    expect(failed.outcome).toBe("refused");
    expect(describeResult(failed, "1.0").errors).toContain(
      "transfers: 75 of 75 rows would be removed (100 %).",
    );
    expect(await contentOf(store)).toEqual(before);

    const warnings = [
      "stays.csv:3: discharged_on: is open, as is a stay of the patient in another facility",
      "transfers.csv:3: row: is there already: the same patient, facility and day; it counts once, with its weightiest outcome",
    ];
    const strict = await importNight("2-wrong", { strict: true });
    expect(strict).toMatchObject({ outcome: "refused", because: "warnings" });
    expect(strict.warnings.lines()).toEqual(warnings);
    expect(await contentOf(store)).toEqual(before);
    expect(await importNight("2-wrong")).toMatchObject({
      outcome: "stored",
      tables: expect.arrayContaining([
        { name: "stays", added: 3, changed: 0, unchanged: 0, removed: 0 },
        { name: "transfers", added: 3, changed: 0, unchanged: 0, removed: 0 },
      ]) as unknown,
    });
    expect((await importNight("3-corrected")).outcome).toBe("stored");
    expect(await importNight("4-taken-back")).toMatchObject({
      outcome: "stored",
      tables: expect.arrayContaining([
        { name: "merges", added: 1, changed: 0, unchanged: 0, removed: 0 },
        { name: "stays", added: 0, changed: 1, unchanged: 0, removed: 1 },
        { name: "transfers", added: 0, changed: 0, unchanged: 0, removed: 1 },
      ]) as unknown,
    });
    expect((await importNight("4-taken-back")).outcome).toBe("unchanged");

    const after = await contentOf(store);
    const right = await rightContent();
    expect(after.stays).toMatchObject(
      right.stays.map(({ recorded_patient_id: _recorded, ...stay }) => stay),
    );
    expect(after.stays).toHaveLength(right.stays.length);
    for (const table of ["transfers", "totals", "absences", "spans"] as const) {
      expect(after[table]).toEqual(right[table]);
    }
  });
});
