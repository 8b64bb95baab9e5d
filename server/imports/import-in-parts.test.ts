import { describe, expect, test } from "vitest";
import { changeFigures } from "~server/measures/change-figures";
import { checkFigures } from "~server/measures/check/check-figures";
import { rebuildFigures } from "~server/measures/rebuild";
import { afterEachStatement } from "~server/testing/after-each-statement";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { paceOf } from "./parts";
import { openNight } from "./testing/night";
import {
  patientsOf,
  rowsOf,
  steadyPace,
  type StoredRows,
} from "./testing/parts";

describe.each(TEST_DIALECTS)("an import in parts on %s", (dialect) => {
  test("leaves rows and figures in agreement after each part, and each patient wholly old or wholly new", async () => {
    const { store, importNight } = await openNight(dialect);
    const boundaries: StoredRows[] = [];
    const { report } = await importNight({
      pace: steadyPace(async () => {
        boundaries.push(await rowsOf(store));
        expect((await checkFigures(store.db)).places).toEqual([]);
      }),
    });
    expect(report).toMatchObject({ outcome: "stored" });
    const after = await rowsOf(store);
    // The figures are those of a rebuild, to the byte.
    await rebuildFigures(store.db);
    expect(await rowsOf(store)).toEqual(after);

    const [first] = boundaries;
    expect(boundaries.length).toBeGreaterThan(10);
    const [old, fresh] = [patientsOf(first ?? after), patientsOf(after)];
    for (const boundary of boundaries) {
      const now = patientsOf(boundary);
      for (const id of new Set([...old.keys(), ...fresh.keys()])) {
        expect([old.get(id), fresh.get(id)]).toContainEqual(now.get(id));
      }
      // Until all is there it is not said to be.
      expect(boundary.state).toEqual(first?.state);
    }
  });

  // tests/fuzz interrupts it after each of its parts, and each of its statements.
  test("that is interrupted stores what is missing when it is run again", async () => {
    const whole = await openNight(dialect);
    let parts = 0;
    const counting = steadyPace(async () => void (parts += 1));
    await whole.importNight({ pace: counting });
    const expected = await rowsOf(whole.store);
    for (const last of [Math.round(parts / 2), parts]) {
      const { store, importNight } = await openNight(dialect);
      let left = last;
      const pace = steadyPace(async () => {
        if ((left -= 1) === 0) throw new Error("ended");
      });
      const { report } = await importNight({ pace });
      expect(report.outcome).toBe("interrupted");
      expect(await rowsOf(store)).not.toEqual(expected);
      await importNight();
      expect(await rowsOf(store)).toEqual(expected);
    }
  });

  test("keeps figures and rows in agreement where somebody else changes the same patients in between", async () => {
    const { store, open, importNight } = await openNight(dialect);
    const other = await open();
    let parts = 0;
    // Gives a stay that the night changes to another patient, and a patient of the night another stay.
    const pace = steadyPace(async () => {
      if ((parts += 1) !== 5) return;
      await other.db.transaction().execute(async (db) => {
        await db
          .updateTable("data_state")
          .set((eb) => ({ version: eb("version", "+", 1) }))
          .execute();
        await changeFigures(db, [1045, 1046], async () => {
          await db
            .updateTable("stays")
            .set({ patient_id: 1046 })
            .where("id", "=", 91)
            .execute();
          await db
            .updateTable("stays")
            .set({ isnp: 1, discharged_on: null })
            .where("id", "=", 92)
            .execute();
        });
      });
    });
    await importNight({ pace });
    expect((await checkFigures(store.db)).places).toEqual([]);
    const { stays } = await rowsOf(store);
    expect(stays.find(({ id }) => id === 91)?.patient_id).toBe(1045);
  });

  test("lets a writer in that waits, before its next part begins", async () => {
    // PostgreSQL has a queue, and no lock of everything.
    if (dialect === "postgres") return;
    const { store, open, importNight } = await openNight(dialect);
    const other = await open();
    const events: string[] = [];
    const { pause, ...pace } = paceOf(dialect);
    let written: Promise<unknown> | undefined;
    const watched = afterEachStatement(store, () => {
      if (events.at(-1) !== "part" || written) return;
      written = other.db
        .insertInto("sign_in_failures")
        .values({ key: "a", failures: 1, last_failed_at: "2026-06-30" })
        .execute()
        .then(() => events.push("written"));
    });
    await importNight({
      store: watched,
      pace: {
        ...pace,
        async pause() {
          await pause();
          events.push("part");
        },
      },
    });
    await written;
    expect(events.slice(0, 3)).toEqual(["part", "written", "part"]);
  });
});
