import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NO_PROGRESS } from "~server/command-line/progress";
import { checkFigures } from "~server/measures/check/check-figures";
import type { Store } from "~server/store/open-store";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { makeStorePlace, type StorePlace } from "~server/testing/store-place";
import { virtualTime } from "~server/testing/virtual-time";
import { censusTask, type ImportOptions } from "./import-census";
import { ImportConflict } from "./import-report";
import { readImports } from "./service";
import { reportedImport } from "./reported-import";
import { importRows, NOW, writeCensus } from "./testing/census-files";
import { FULL_CENSUS, NIGHT, NIGHT_OPTIONS } from "./testing/changed-census";
import { steadyPace } from "./testing/parts";

const MINUTE_MS = 60_000;

describe.each(TEST_DIALECTS)("two imports at once on %s", (dialect) => {
  let place: StorePlace;
  let store: Store;
  let folders: string[];
  beforeEach(async () => {
    place = await makeStorePlace(dialect);
    store = await place.open();
    await importRows(store, FULL_CENSUS);
    folders = [NIGHT, { "stays.csv": ["wrong"] }].map((rows) =>
      writeCensus(rows),
    );
  });
  afterEach(async () => {
    for (const folder of folders) rmSync(folder, { recursive: true });
    await store.close();
    await place.remove();
  });

  const time = virtualTime(NOW);

  const importFolder = (at: number, more: Partial<ImportOptions> = {}) =>
    reportedImport({
      ...censusTask({
        ...NIGHT_OPTIONS,
        store,
        folder: folders[at] ?? "",
        dataDir: place.dataDir,
        progress: NO_PROGRESS,
        ...more,
      }),
      clock: time.clock,
    });

  /** Imports the night, and does something else between two of its parts. */
  async function importWith(inBetween: () => Promise<void>) {
    let parts = 0;
    const pace = steadyPace(async () => {
      if ((parts += 1) === 6) await inBetween();
    });
    return importFolder(0, { pace });
  }

  const outcomes = async () =>
    (await readImports(store.db, { most: 10 })).map(({ outcome }) => outcome);

  test("one that begins while another one stores is refused before it reads anything, and the other goes on", async () => {
    const { error } = await importWith(async () => {
      const [atWork] = await readImports(store.db, { most: 1 });
      expect(atWork).toMatchObject({ outcome: "unfinished", problems: [] });
      time.advance(2 * MINUTE_MS - 1);
      // Its files would be refused for what is wrong in them.
      for (const dryRun of [false, true]) {
        const other = await importFolder(1, { dryRun });
        expect(other.error).toBeInstanceOf(ImportConflict);
        expect(other.report).toMatchObject({
          outcome: "failed",
          problems: [
            { message: expect.stringContaining("Another import is") as string },
          ],
        });
      }
    });
    expect(error).toBeNull();
    expect(await outcomes()).toEqual(["failed", "stored"]);
  });

  test.each([{}, { replace: true }])(
    "one that begins when another has been silent for two minutes takes its place, also with %j",
    async (options) => {
      const whole = writeCensus(FULL_CENSUS);
      folders.push(whole);
      const { error, report } = await importWith(async () => {
        time.advance(2 * MINUTE_MS);
        const other = await importFolder(2, options);
        expect(other.error).toBeNull();
      });
      expect(error).toBeInstanceOf(ImportConflict);
      expect(report).toMatchObject({ outcome: "interrupted" });
      const [second, first] = await readImports(store.db, { most: 10 });
      expect([second?.outcome, first?.outcome]).toEqual([
        "stored",
        "interrupted",
      ]);
      expect(first?.problems).toMatchObject([
        {
          message:
            "Another import began, because this one gave no sign of life for two minutes.",
        },
      ]);
      expect((await checkFigures(store.db)).places).toEqual([]);
    },
  );

  test("each part is a sign of life, so that a long import keeps its place", async () => {
    const pace = steadyPace(async () => {
      time.advance(MINUTE_MS);
      const [{ endedAt } = { endedAt: "" }] = await readImports(store.db, {
        most: 1,
      });
      expect(time.clock().getTime() - Date.parse(endedAt)).toBeLessThan(
        2 * MINUTE_MS,
      );
    });
    expect((await importFolder(0, { pace })).error).toBeNull();
    const [{ startedAt, endedAt } = { startedAt: "", endedAt: "" }] =
      await readImports(store.db, { most: 1 });
    expect(Date.parse(endedAt) - Date.parse(startedAt)).toBeGreaterThan(
      10 * MINUTE_MS,
    );
  });

  test("one that an error ends tells what it was to do and why it ended, and does not stand in the way", async () => {
    const { report, error } = await importWith(() =>
      Promise.reject(new ImportConflict("The disk is gone.")),
    );
    expect(error?.message).toBe("The disk is gone.");
    expect(report).toMatchObject({
      outcome: "interrupted",
      problems: [{ message: "The disk is gone." }],
    });
    expect(report.tables).toContainEqual({
      name: "divisions",
      added: 1,
      changed: 0,
      unchanged: 0,
      removed: 1,
    });
    const events = await store.db
      .selectFrom("audit_events")
      .where("action", "=", "import_data")
      .select("details")
      .execute();
    expect(events.map(({ details }) => JSON.parse(details))).toMatchObject([
      { outcome: "interrupted", problems: 1 },
    ]);
    expect((await importFolder(0, { pace: steadyPace() })).error).toBeNull();
    expect(await outcomes()).toEqual(["stored", "interrupted"]);
  });
});
