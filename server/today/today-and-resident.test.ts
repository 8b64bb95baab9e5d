import { sql, type SqlBool } from "kysely";
import { describe, expect, it } from "vitest";
import { isoDayOf } from "~/domain/calendar";
import type { Census, PlainTransfer } from "~server/measures/testing/census";
import { withCensus } from "~server/measures/testing/with-census";
import { openTestStore } from "~server/testing/open-test-store";
import { readResident } from "~server/residents/read-resident";
import { readTodayResidents } from "./today-residents";
import { openedForAll } from "~server/testing/opened";

const REACH = 20_400;
const TODAY = REACH + 5;
const MANAGER = {
  accessLevel: "company" as const,
  accessLevelIds: [0],
  isnpOnly: false,
};

const transfer = (
  id: number,
  day: number,
  outcome: PlainTransfer["outcome"],
): PlainTransfer => ({
  ...{ id, outcome, patient_id: 1, facility_id: 111, planned: 0 },
  transferred_on: day,
});

describe("a resident of today", () => {
  const store = openedForAll(() => openTestStore());

  /** What the list of today and the resident's page say of somebody admitted to one facility 401 days before its reach. */
  async function said(dischargedOn: number | null, ...days: PlainTransfer[]) {
    const census: Census = {
      reach: { 111: REACH },
      patients: [
        { id: 1, first_name: null, last_name: "Lee", frailty_score: null },
      ],
      stays: [
        {
          ...{ id: 1, patient_id: 1, facility_id: 111, npi: null, isnp: 0 },
          admitted_on: REACH - 400,
          discharged_on: dischargedOn,
          admitted_from: "community",
        },
      ],
      transfers: days,
    };
    const found: unknown[] = [];
    await withCensus(store, census, async (db) => {
      const rows = await readTodayResidents(db, {
        ...{ facilityIds: [111], todayAt: () => TODAY },
        inView: sql<SqlBool>`1 = 1`,
      });
      found.push(...rows.map((row) => [row.out_since, row.back_on]));
      const resident = await readResident(db, MANAGER, 1, () => TODAY);
      found.push(
        ...(resident?.stays ?? []).map(({ outSince: out }) =>
          out === null ? null : isoDayOf(out),
        ),
      );
    });
    return found;
  }

  it("is out through the reach alone, in the list and on their page", async () => {
    const out = isoDayOf(REACH - 2);
    expect(await said(null, transfer(1, REACH - 2, "inpatient"))).toEqual([
      [out, null],
      out,
    ]);
    expect(await said(REACH + 2, transfer(1, REACH + 2, "inpatient"))).toEqual([
      [null, null],
      null,
    ]);
  });

  it("was last back on a day however long ago", async () => {
    expect(await said(null, transfer(1, REACH - 390, "ed_only"))).toEqual([
      [null, isoDayOf(REACH - 390)],
      null,
    ]);
  });
});
