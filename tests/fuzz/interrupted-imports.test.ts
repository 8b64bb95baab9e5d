import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { checkFigures } from "~server/measures/check/check-figures";
import { rebuildFigures } from "~server/measures/rebuild";
import type { Store } from "~server/store/open-store";
import { afterEachStatement } from "~server/testing/after-each-statement";
import { runFile } from "~server/testing/child-process";
import { IS_SECOND_RUN, TEST_DIALECTS } from "~server/testing/open-test-store";
import { NIGHT } from "~server/imports/testing/changed-census";
import { openNight, type OpenNight } from "~server/imports/testing/night";
import { rowsOf, steadyPace } from "~server/imports/testing/parts";

/** How often a process is killed on its way. */
const KILLS = IS_SECOND_RUN ? 4 : 10;
/** PostgreSQL takes five times as long. */
const FAULT_AFTER_EACH = IS_SECOND_RUN ? 7 : 2;
/** Longer than a killed import is in the way of another one. */
const LATER_MS = 180_000;

/** What an import changes, parents before children. */
const TABLES = [
  ...["divisions", "regions", "facilities", "physicians", "patients"],
  ...["merges", "stays", "transfers", "notes", "place_totals", "absences"],
  ...["physician_spans", "physician_histories", "place_versions"],
  ...["data_state", "imports"],
];

describe.each(TEST_DIALECTS)("an import by difference on %s", (dialect) => {
  let night: OpenNight;
  let store: Store;
  let folder: string;
  beforeEach(async () => {
    night = await openNight(dialect);
    ({ store } = night);
    folder = night.folderOf(NIGHT);
    for (const name of TABLES) {
      const kept = sql.table(`kept_${name}`);
      await sql`create table ${kept} as select * from ${sql.table(name)}`.execute(
        store.db,
      );
    }
  });

  /** Brings back what was there before the night. */
  const takeBack = () =>
    store.db.transaction().execute(async (db) => {
      for (const name of [...TABLES].reverse()) {
        await sql`delete from ${sql.table(name)}`.execute(db);
      }
      for (const name of TABLES) {
        const kept = sql.table(`kept_${name}`);
        await sql`insert into ${sql.table(name)} select * from ${kept}`.execute(
          db,
        );
      }
    });

  const importNight = (options: Parameters<OpenNight["importNight"]>[0] = {}) =>
    night.importNight({ folder, ...options });

  const now = async () => JSON.stringify(await rowsOf(store));

  /** What is stored before the import, and after each of its parts. In all of it figures and rows agree. */
  async function importAndWatch() {
    const states = [await now()];
    let statements = 0;
    const watched = afterEachStatement(store, (number) => {
      statements = number;
    });
    const { error } = await importNight({
      store: watched,
      pace: steadyPace(async () => {
        states.push(await now());
        expect((await checkFigures(store.db)).places).toEqual([]);
      }),
    });
    expect(error).toBeNull();
    states.push(await now());
    await rebuildFigures(store.db);
    expect(await now()).toBe(states.at(-1));
    await takeBack();
    return { states, statements };
  }

  test("that fails after any of its statements leaves what its parts before that have stored", async () => {
    const { states, statements } = await importAndWatch();
    expect(statements).toBeGreaterThan(100);
    let least = 0;
    // With its last statement it asks for waiting messages: all of it is stored by then, and stays (R323).
    for (const last of [...upTo(statements - 1), statements]) {
      const fault = new Error(`after statement ${last} of ${statements}`);
      const failing = afterEachStatement(store, (number) => {
        if (number === last) throw fault;
      });
      const { error } = await importNight({ store: failing });
      expect(error).toBe(last < statements ? fault : null);
      const left = states.indexOf(await now(), least);
      expect(left).toBeGreaterThanOrEqual(least);
      least = left;
      await takeBack();
    }
    expect(least).toBe(states.length - 1);
  }, 600_000);

  test("that is interrupted after any of its parts, and run again, gives what one gives that was not", async () => {
    const { states } = await importAndWatch();
    for (let last = 1; last <= states.length - 2; last += 1) {
      let left = last;
      const pace = steadyPace(async () => {
        if ((left -= 1) === 0) throw new Error("interrupted");
      });
      const { report } = await importNight({ pace });
      expect(report.outcome).toBe("interrupted");
      expect((await importNight()).report.outcome).toBe("stored");
      expect(await now()).toBe(states.at(-1));
      await takeBack();
    }
  }, 600_000);

  test("that is killed on its way leaves what its parts have stored, and can be run again two minutes later", async () => {
    const { states, statements } = await importAndWatch();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const last = kill === KILLS ? Infinity : (statements * kill) / KILLS;
      const { child, ended } = runFile(
        "server/testing/processes/import-and-die.ts",
        [folder, String(Math.round(last))],
        night.place.env,
      );
      const { errors } = await ended;
      expect([errors, child.signalCode]).toEqual(["", "SIGKILL"]);
      expect(states).toContain(await now());
      const clock = () => new Date(Date.now() + LATER_MS);
      expect((await importNight({ clock })).error).toBeNull();
      expect(await now()).toBe(states.at(-1));
      await takeBack();
    }
  }, 600_000);
});

/** Some of the numbers from 1 through the last one. */
function upTo(last: number): number[] {
  const count = Math.ceil(last / FAULT_AFTER_EACH);
  return Array.from({ length: count }, (_, at) => 1 + at * FAULT_AFTER_EACH);
}
