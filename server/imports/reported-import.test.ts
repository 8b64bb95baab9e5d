import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { storedTrail } from "~server/audit/testing/trail-of";
import { NO_PROGRESS } from "~server/command-line/progress";
import type { Store } from "~server/store/open-store";
import { TEST_DIALECTS, openTestStore } from "~server/testing/open-test-store";
import { censusTask } from "./import-census";
import type { ImportReport } from "./import-report";
import { readImports } from "./service";
import { reportedImport } from "./reported-import";
import {
  contentOf,
  NOW,
  SMALL_CENSUS,
  writeCensus,
  type CensusRows,
  type TestImport,
} from "./testing/census-files";

describe.each(TEST_DIALECTS)("the report of an import on %s", (dialect) => {
  let store: Store;
  let folder: string;
  beforeEach(async () => {
    store = await openTestStore(dialect);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function reported(rows: CensusRows, options: TestImport = {}) {
    folder = writeCensus(rows);
    return reportedImport({
      ...censusTask({
        store,
        folder,
        dataDir: path.join(folder, "data"),
        replace: false,
        now: NOW,
        progress: NO_PROGRESS,
        ...options,
      }),
      clock: () => NOW,
    });
  }

  const kept = async () => readImports(store.db, { most: 10 });

  test("tells what came, from where, and is kept with the data", async () => {
    const { report } = await reported(SMALL_CENSUS);
    expect(report).toMatchObject({
      kind: "census",
      startedAt: NOW.toISOString(),
      endedAt: NOW.toISOString(),
      startedBy: expect.stringMatching(/^.+@.+$/) as string,
      outcome: "stored",
      isReplacement: false,
      isDryRun: false,
      problems: [],
      warnings: [],
    } satisfies Partial<ImportReport>);
    expect(report.tables).toContainEqual({
      name: "stays",
      added: 3,
      changed: 0,
      unchanged: 0,
      removed: 0,
    });
    const content = readFileSync(path.join(folder, "stays.csv"));
    expect(report.files).toHaveLength(8);
    expect(report.files).toContainEqual({
      name: "stays.csv",
      bytes: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
    });
    expect(await kept()).toMatchObject([
      { outcome: "stored", tables: report.tables, files: report.files },
    ]);
  });

  test("of one that changes nothing, is refused or warns is kept too, and once", async () => {
    await reported(SMALL_CENSUS);
    await reported(SMALL_CENSUS);
    await reported({ "divisions.csv": ["x,North"] });
    await reported({ ...SMALL_CENSUS, "transfers.csv": [] }, { replace: true });
    const twice = {
      "transfers.csv": ["2,1001,100,2026-01-05,inpatient,false"],
    };
    await reported(twice, { strict: true });
    await reported(twice);
    const imports = await kept();
    expect(imports.map(({ outcome }) => outcome).reverse()).toEqual([
      "stored",
      "unchanged",
      "refused",
      "refused",
      "refused",
      "stored",
    ]);
    const [warned, strict, removing, wrong] = imports;
    expect(wrong?.problems).toMatchObject([
      { file: "divisions.csv", column: "division_id", count: 1, lines: [2] },
    ]);
    expect(removing).toMatchObject({
      isReplacement: true,
      problems: [
        {
          file: "transfers.csv",
          column: "row",
          message: "1 of 1 rows would be removed (100 %)",
          count: 1,
        },
      ],
    });
    expect(removing?.tables).toContainEqual({
      name: "transfers",
      added: 0,
      changed: 0,
      unchanged: 0,
      removed: 1,
    });
    const warnings = [
      { file: "transfers.csv", column: "row", count: 1, lines: [2] },
    ];
    expect(strict).toMatchObject({
      warnings,
      problems: [{ message: "there are warnings, and --strict was given" }],
    });
    expect(warned).toMatchObject({ warnings, problems: [] });
    const trail = await storedTrail(store.db);
    expect(trail.map(({ action }) => action)).toEqual(
      Array(6).fill("import_data"),
    );
    const details = {
      ...{ kind: "census", import_id: 5, outcome: "refused" },
      ...{ added: 0, changed: 0, removed: 0, problems: 1, warnings: 1 },
      started_by: strict?.startedBy,
    };
    expect(trail[4]?.details).toEqual(details);
    const stored = { outcome: "stored", import_id: 6, added: 1, problems: 0 };
    expect(trail[5]).toMatchObject({
      user_id: null,
      details: { ...details, ...stored },
    });
  });

  test("of one that failed says so, gives the error, and nothing else is stored", async () => {
    await reported(SMALL_CENSUS);
    const before = await contentOf(store);
    folder = writeCensus({ "divisions.csv": ["1,Renamed"] });
    const task = censusTask({
      store,
      folder,
      dataDir: path.join(folder, "data"),
      replace: false,
      now: NOW,
      progress: NO_PROGRESS,
    });
    const { report, result, error } = await reportedImport({
      ...task,
      run: (record) =>
        task.run({
          ...record,
          async begin(db, findings) {
            await record.begin(db, findings);
            throw new Error("Mr. Someone broke it");
          },
        }),
    });
    expect(result).toBeNull();
    expect(error?.message).toBe("Mr. Someone broke it");
    expect(report).toMatchObject({ outcome: "failed", tables: [] });
    expect(JSON.stringify(report)).not.toContain("Someone");
    expect((await kept()).map(({ outcome }) => outcome)).toEqual([
      "failed",
      "stored",
    ]);
    expect(await contentOf(store)).toEqual(before);
  });
});
