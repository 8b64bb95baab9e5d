import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NO_PROGRESS } from "~server/command-line/progress";
import { checkFigures } from "~server/measures/check/check-figures";
import type { Store } from "~server/store/open-store";
import { afterEachStatement } from "~server/testing/after-each-statement";
import { runFile } from "~server/testing/child-process";
import { IS_SECOND_RUN, TEST_DIALECTS } from "~server/testing/open-test-store";
import { makeStorePlace, type StorePlace } from "~server/testing/store-place";
import { importCensus } from "~server/import/import-census";
import {
  contentOf,
  importRows,
  writeCensus,
} from "~server/import/testing/census-files";
import {
  FULL_CENSUS,
  NIGHT,
  NIGHT_OPTIONS,
} from "~server/import/testing/changed-census";

/** How often a process is killed on its way. */
const KILLS = IS_SECOND_RUN ? 4 : 10;
/** PostgreSQL takes five times as long: a fault after every third statement has to do. */
const FAULT_AFTER_EACH = IS_SECOND_RUN ? 3 : 1;

describe.each(TEST_DIALECTS)("an import by difference on %s", (dialect) => {
  let place: StorePlace;
  let store: Store;
  let folder: string;
  let before: Awaited<ReturnType<typeof contentOf>>;
  beforeEach(async () => {
    place = await makeStorePlace(dialect);
    store = await place.open();
    await importRows(store, FULL_CENSUS);
    before = await contentOf(store);
    folder = writeCensus(NIGHT);
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await store.close();
    await place.remove();
  });

  const importNight = (into: Store) =>
    importCensus({
      ...NIGHT_OPTIONS,
      store: into,
      folder,
      dataDir: place.dataDir,
      progress: NO_PROGRESS,
    });

  /** How many statements the whole import makes; it is taken back. */
  async function countStatements(): Promise<number> {
    let count = 0;
    const counted = afterEachStatement(store, (number) => {
      count = number;
    });
    await importCensus({
      ...NIGHT_OPTIONS,
      dryRun: true,
      store: counted,
      folder,
      dataDir: place.dataDir,
      progress: NO_PROGRESS,
    });
    return count;
  }

  test("changes figures of every kind, and they agree", async () => {
    await importNight(store);
    const after = await contentOf(store);
    for (const table of ["totals", "absences", "spans", "histories"] as const) {
      expect(after[table]).not.toEqual(before[table]);
    }
    expect((await checkFigures(store.db)).places).toEqual([]);
  });

  test("that fails after any of its statements leaves everything as it was", async () => {
    const count = await countStatements();
    expect(count).toBeGreaterThan(100);
    for (let last = 1; last <= count; last += FAULT_AFTER_EACH) {
      const fault = new Error(`after statement ${last} of ${count}`);
      const failing = afterEachStatement(store, (number) => {
        if (number === last) throw fault;
      });
      await expect(importNight(failing)).rejects.toBe(fault);
    }
    // None of them takes back what another one has left.
    expect(await contentOf(store)).toEqual(before);
  }, 180_000);

  test("that is killed on its way leaves everything as it was, and one that is killed when it is done all that is new", async () => {
    const count = await countStatements();
    const killAt = async (last: number) => {
      const { child, ended } = runFile(
        "server/testing/processes/import-and-die.ts",
        [folder, String(last)],
        place.env,
      );
      const { errors } = await ended;
      expect([errors, child.signalCode]).toEqual(["", "SIGKILL"]);
    };
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await killAt(Math.round((count * kill) / KILLS));
      expect(await contentOf(store)).toEqual(before);
      expect((await checkFigures(store.db)).places).toEqual([]);
    }
    await killAt(Infinity);
    const left = await contentOf(store);
    expect((await checkFigures(store.db)).places).toEqual([]);

    const other = await makeStorePlace(dialect);
    const whole = await other.open();
    try {
      await importRows(whole, FULL_CENSUS);
      await importNight(whole);
      expect(left).toEqual(await contentOf(whole));
    } finally {
      await whole.close();
      await other.remove();
    }
  });
});
