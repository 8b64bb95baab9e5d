import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "~server/store/open-store";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { rebuildFigures } from "./rebuild";
import { insertCensus, type PlainStay } from "./testing/census";

const TODAY = 20_400;
const PATIENTS = 1_200;

describe.each(TEST_DIALECTS)("rebuilding figures on %s", (dialect) => {
  let store: Store;
  beforeEach(async () => {
    store = await openTestStore(dialect);
    const ids = Array.from({ length: PATIENTS }, (_, index) => index + 1);
    const patients = ids.map((id) => ({
      id,
      first_name: null,
      last_name: null,
      frailty_score: null,
    }));
    // Two in three at facility 111, the others at 112; the last one is still there.
    const stays = ids.map((id): PlainStay => ({
      id,
      patient_id: id,
      facility_id: id % 3 === 0 ? 112 : 111,
      npi: null,
      admitted_on: 20_000,
      discharged_on: id === PATIENTS ? null : 20_010,
      admitted_from: "hospital",
      isnp: 0,
    }));
    await store.db
      .transaction()
      .execute((db) =>
        insertCensus(db, { patients, stays, transfers: [], reach: {} }, []),
      );
  });
  afterEach(() => store.close());

  it("tells how far it is, up to the end", async () => {
    const seen: [number, number][] = [];
    await rebuildFigures(store.db, "all", TODAY, (done, total) =>
      seen.push([done, total]),
    );
    const total = PATIENTS + 4;
    expect(seen.at(0)).toEqual([1_000, total]);
    expect(seen.at(-1)).toEqual([total, total]);
  });

  it("covers the days to today without a gap, and no facility without stays", async () => {
    await rebuildFigures(store.db, "all", TODAY);
    expect(
      await store.db.selectFrom("cumulative_spans").selectAll().execute(),
    ).toEqual([
      {
        facility_id: 111,
        first_day: 20_000,
        last_day: TODAY,
        open_stays: 0,
        open_isnp_stays: 0,
      },
      {
        facility_id: 112,
        first_day: 20_000,
        last_day: TODAY,
        open_stays: 1,
        open_isnp_stays: 0,
      },
    ]);
    const days = await store.db
      .selectFrom("cumulative")
      .where("facility_id", "=", 111)
      .select("day")
      .orderBy("day")
      .execute();
    expect(days.map((row) => row.day)).toEqual(
      Array.from({ length: 401 }, (_, index) => 20_000 + index),
    );
  });

  it("takes away the rows of a facility that all stays have left", async () => {
    await rebuildFigures(store.db, "all", TODAY);
    await store.db
      .updateTable("stays")
      .set({ facility_id: 121 })
      .where("facility_id", "=", 112)
      .execute();
    const patientIds = Array.from({ length: 400 }, (_, index) => 3 * index + 3);
    await rebuildFigures(store.db, { patientIds }, TODAY, undefined, [112]);
    const spans = await store.db
      .selectFrom("cumulative_spans")
      .select(["facility_id", "open_stays"])
      .orderBy("facility_id")
      .execute();
    expect(spans).toEqual([
      { facility_id: 111, open_stays: 0 },
      { facility_id: 121, open_stays: 1 },
    ]);
    expect(
      await store.db
        .selectFrom("cumulative")
        .where("facility_id", "=", 112)
        .selectAll()
        .execute(),
    ).toEqual([]);
  });
});
