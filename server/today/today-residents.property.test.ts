import fc from "fast-check";
import { sql, type SqlBool } from "kysely";
import { describe, expect, it } from "vitest";
import { isoDayOf } from "~/domain/calendar";
import {
  isShown,
  listResidents,
  SHOWN,
  type CountedRow,
  type Listed,
} from "~/features/today/rules/list";
import { dayOfResident } from "~/features/today/rules/resident-day";
import { readCensusRows } from "~server/measures/census/census-facilities";
import type { Census } from "~server/measures/testing/census";
import { knownOnce } from "~server/measures/testing/day-by-day";
import {
  FACILITY_IDS,
  randomCensus,
} from "~server/measures/testing/random-census";
import { withCensus } from "~server/measures/testing/with-census";
import { countOpenStays } from "~server/measures/stays-there";
import { IS_SECOND_RUN, openTestStore } from "~server/testing/open-test-store";
import { FUZZ_TIMEOUT_MS, runs } from "~server/testing/property-runs";
import {
  readCountedResidents,
  readTodayResidents,
  type ResidentRow,
} from "./today-residents";
import { openedForAll } from "~server/testing/opened";

const EVERYBODY = {
  facilityIds: "all" as const,
  inView: sql<SqlBool>`1 = 1`,
};

/** Random stays lie around these days, some of them days after one of the transfers. */
const someDay = fc.integer({ min: 20_000, max: 21_000 });
const afterTransfer = fc.option(fc.tuple(fc.nat(), fc.nat({ max: 16 })));

function dayOf(
  { transfers }: Census,
  day: number,
  after: [which: number, days: number] | null,
): number {
  const transfer = after && transfers[after[0] % transfers.length];
  return transfer ? transfer.transferred_on + after[1] : day;
}

describe("the residents of today", () => {
  const store = openedForAll(() => openTestStore());

  it(
    "are each open stay once and those out at hospital, as many as the census says, with their trips, and each count is that of the list",
    async () => {
      let bedsKept = 0;
      await fc.assert(
        fc.asyncProperty(
          randomCensus,
          someDay,
          afterTransfer,
          async (drawn, some, after) => {
            const day = dayOf(drawn, some, after);
            // No reach lies in the future, and findings look back a year.
            const census = { ...drawn, reach: upTo(drawn.reach, day) };
            await withCensus(store, census, async (db) => {
              const question = { ...EVERYBODY, todayAt: () => day };
              const rows = await readTodayResidents(db, question);
              const counted = await readCountedResidents(
                db,
                { ...EVERYBODY, facilityIds: FACILITY_IDS },
                { today: day, noted: [] },
              );
              const noted = { high_risk_note_on: null };
              const listed = listResidents({
                data: rows.map((row) => ({ ...row, ...noted })),
                day: isoDayOf(day),
                facilities: [],
              });
              const days = counted.map((row) => ({
                row,
                day: dayOfResident({ ...row, ...noted }, day),
              }));
              expect(kindsOf(days)).toEqual(kindsOf(listed));
              const openStays = await countOpenStays(
                db,
                FACILITY_IDS,
                EVERYBODY.inView,
              );
              const open = openStaysOf(census);
              const left = rows.filter(({ stay_id }) => !open.has(stay_id));
              expect(rows).toHaveLength(open.size + left.length);
              expect(new Set(rows.map(({ stay_id }) => stay_id)).size).toBe(
                rows.length,
              );
              bedsKept += rows.filter(({ bed_kept }) => bed_kept).length;
              for (const row of left) {
                expect([row.out_since === null, row.bed_kept]).toEqual([
                  false,
                  false,
                ]);
              }
              const facilities = await readCensusRows(db, {
                facilityIds: FACILITY_IDS,
                isnp: false,
                today: day,
              });
              for (const { facility_id: id, residents } of facilities) {
                const inHouse = rows.filter(
                  (row) => row.facility_id === id && row.out_since === null,
                );
                expect(residents ?? 0).toBe(inHouse.length);
                const kept = counted.filter(
                  (row) => row.facility_id === id && row.bed_kept,
                );
                expect((openStays.get(id) ?? 0) - kept.length).toBe(
                  inHouse.length,
                );
              }
              for (const row of rows) {
                expect(
                  (row.hospitalizations_180 ?? 0) + (row.ed_visits_180 ?? 0),
                ).toBe(tripsOf(census, row, day));
              }
            });
          },
        ),
        runs(IS_SECOND_RUN ? 30 : 60),
      );
      expect(bedsKept).toBeGreaterThan(0);
    },
    FUZZ_TIMEOUT_MS,
  );
});

function upTo(reach: Census["reach"], day: number): Census["reach"] {
  return Object.fromEntries(
    Object.entries(reach).map(([id, through = day]) => [
      id,
      Math.max(day - 300, Math.min(through, day)),
    ]),
  );
}

function openStaysOf({ stays, reach }: Census): Set<number> {
  const open = stays.filter((stay) => {
    const through = reach[stay.facility_id];
    if (through === undefined || stay.admitted_on > through) return false;
    return stay.discharged_on === null || stay.discharged_on > through;
  });
  return new Set(open.map(({ id }) => id));
}

/** Whom each count but 'in house' includes, with the reasons. */
function kindsOf(listed: readonly Listed<CountedRow & { stay_id: number }>[]) {
  return SHOWN.filter((show) => show !== "in_house").map((show) => [
    show,
    listed
      .filter((one) => isShown(one, show))
      .map((one) => [one.row.stay_id, one.day.reasons] as const)
      .sort(([one], [other]) => one - other),
  ]);
}

/** Hospitalizations and ED visits of 180 days, each once. */
function tripsOf(
  census: Census,
  { resident_id }: ResidentRow,
  day: number,
): number {
  return knownOnce(census).filter(
    (one) =>
      one.patient_id === resident_id &&
      day - one.transferred_on <= 180 &&
      (one.planned === 0 || one.outcome === "ed_only"),
  ).length;
}
