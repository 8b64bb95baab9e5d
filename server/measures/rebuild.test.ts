import { beforeEach, describe, expect, it } from "vitest";
import { openTestStore } from "~server/testing/open-test-store";
import { answersOf } from "~/features/reviews/rules/answers";
import { columnsOf } from "~server/reviews/read-review";
import { readMetrics } from "./metrics";
import { rebuildFigures, ensureFigures, FIGURES_EDITION } from "./rebuild";
import { insertCensus, type PlainStay } from "./testing/census";
import { openedForEach } from "~server/testing/opened";

const PATIENTS = 1_200;
const REGIONS = 3;
const UNPLANNED = {
  planned: 0,
  long_stay: 0,
  stay_id: null,
  recorded_patient_id: null,
} as const;

describe("rebuilding figures", () => {
  const store = openedForEach(() => openTestStore());
  beforeEach(async () => {
    const ids = Array.from({ length: PATIENTS }, (_, index) => index + 1);
    const patients = ids.map((id) => ({
      id,
      first_name: null,
      last_name: null,
      frailty_score: null,
    }));
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
    await store.db.transaction().execute((db) =>
      insertCensus(
        db,
        {
          patients,
          stays,
          transfers: [],
          reach: { 111: 21_000, 112: 21_000 },
        },
        [],
      ),
    );
  });

  const company = () =>
    readMetrics(store.db, {
      facilityIds: "all",
      isnp: false,
      from: 20_000,
      to: 20_009,
    });

  it("tells how far it is, up to the end", async () => {
    const seen: [number, number][] = [];
    await rebuildFigures(store.db, (done, total) => seen.push([done, total]));
    const total = 2 * PATIENTS + REGIONS;
    expect(seen.at(0)).toEqual([1_000, total]);
    expect(seen.at(-1)).toEqual([total, total]);
  });

  it("is done once for a database that has none", async () => {
    await store.db
      .updateTable("data_state")
      .set({ figures_edition: 0 })
      .execute();
    expect(await company()).toBeNull();
    await Promise.all([ensureFigures(store.db), ensureFigures(store.db)]);
    expect(await company()).toMatchObject({
      patient_count: PATIENTS,
      days_of_care: 10 * PATIENTS,
    });
    await store.db.deleteFrom("place_totals").execute();
    await ensureFigures(store.db);
    expect(await company()).toBeNull();
  });

  it("gives a review of an older database the facility and day of its transfer", async () => {
    const transfer = {
      patient_id: 1,
      transferred_on: 20_005,
      facility_id: 111,
    };
    await store.db
      .insertInto("transfers")
      .values({ ...transfer, id: 7, outcome: "inpatient", ...UNPLANNED })
      .execute();
    await store.db
      .insertInto("reviews")
      .values({
        ...{ transfer_id: 7, patient_id: 1, facility_id: 112, npi: null },
        ...{ transferred_on: 20_004, isnp: 0, version: 3, state: "reviewed" },
        ...columnsOf(answersOf({})),
      })
      .execute();
    await store.db
      .updateTable("data_state")
      .set({ figures_edition: FIGURES_EDITION - 1 })
      .execute();
    await ensureFigures(store.db);
    expect(
      await store.db.selectFrom("reviews").selectAll().execute(),
    ).toMatchObject([{ ...transfer, version: 3 }]);
  });
});
