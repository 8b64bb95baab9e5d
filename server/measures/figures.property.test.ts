import fc from "fast-check";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runs } from "~server/testing/property-runs";
import { bandForScore } from "~/domain/frailty";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { noTotals } from "./facility-totals";
import { frailtyOf } from "./frailty";
import { readLocationRows } from "./location-rows";
import { readMedicalStaffRows } from "./medical-staff-rows";
import { readMetrics, readTotals } from "./metrics";
import { readPeopleDays } from "./people-days";
import { totalsByPhysician } from "./physician-totals";
import type { Question } from "./question";
import { rebuildFigures } from "./rebuild";
import type { Census } from "./testing/census";
import { figuresDayByDay } from "./testing/day-by-day";
import {
  FACILITY_IDS,
  NPIS,
  randomCensus,
  randomRange,
} from "./testing/random-census";
import { withCensus } from "./testing/with-census";

const facilityIds = fc.oneof(
  fc.constant("all" as const),
  fc.subarray(FACILITY_IDS),
);

const placeQuestion: fc.Arbitrary<Question> = fc
  .record({ facilityIds, isnp: fc.boolean(), range: randomRange })
  .map(({ range, ...rest }) => ({ ...rest, ...range }));

const physicianQuestion: fc.Arbitrary<Question> = fc
  .record({ question: placeQuestion, npi: fc.constantFrom(null, ...NPIS) })
  .map(({ question, npi }) => ({ ...question, npi }));

/** The day of the import: open stays go on without another. */
const importDay = fc.integer({ min: 19_950, max: 20_800 });

/** Hundreds of censuses, day by day; a busy machine takes its time. */
const TIMEOUT_MS = 120_000;

describe.each(TEST_DIALECTS)(
  "figures on %s",
  { timeout: TIMEOUT_MS },
  (dialect) => {
    let store: Store;
    beforeAll(async () => {
      store = await openTestStore(dialect);
    });
    afterAll(() => store.close());

    it("of places, from cumulative rows, are those of a day-by-day calculation", async () => {
      await fc.assert(
        fc.asyncProperty(
          randomCensus,
          importDay,
          fc.array(placeQuestion, { minLength: 1, maxLength: 6 }),
          (census, today, questions) =>
            withCensus(store, census, today, async (db) => {
              for (const question of questions) {
                expect(await readTotals(db, question)).toEqual(
                  figuresDayByDay(census, question).totals,
                );
              }
            }),
        ),
        runs(30),
      );
    });

    it("of physicians, from raw rows, are those of a day-by-day calculation", async () => {
      await fc.assert(
        fc.asyncProperty(
          randomCensus,
          importDay,
          fc.array(physicianQuestion, { minLength: 1, maxLength: 6 }),
          (census, today, questions) =>
            withCensus(store, census, today, async (db) => {
              for (const question of questions) {
                expect(await readTotals(db, question)).toEqual(
                  figuresDayByDay(census, question).totals,
                );
              }
            }),
        ),
        runs(20),
      );
    });

    it("from both roads are the same", async () => {
      await fc.assert(
        fc.asyncProperty(
          randomCensus,
          importDay,
          placeQuestion,
          (census, today, question) =>
            withCensus(store, census, today, async (db) => {
              const sum = noTotals();
              for (const part of (
                await totalsByPhysician(db, question)
              ).values()) {
                for (const name of Object.keys(sum) as (keyof typeof sum)[]) {
                  sum[name] += part[name];
                }
              }
              expect(sum).toEqual(await readTotals(db, question));
            }),
        ),
        runs(15),
      );
    });

    it("that count people are those of a day-by-day calculation", async () => {
      await fc.assert(
        fc.asyncProperty(
          randomCensus,
          importDay,
          placeQuestion,
          (census, today, question) =>
            withCensus(store, census, today, async (db) => {
              const { patients } = figuresDayByDay(census, question);
              const metrics = await readMetrics(db, question);
              expect(metrics?.patient_count ?? 0).toBe(patients.size);
              // Both roads, from raw rows and from the days of all people.
              const people = await readPeopleDays(
                db,
                question,
                "facilities.id",
              );
              expect(await readMetrics(db, question, people)).toEqual(metrics);
              expect(frailtyOf(people, question)).toEqual(
                patients.size === 0 ? null : bandsOf(census, patients),
              );

              const rows = await readLocationRows(
                db,
                "region",
                question,
                people,
              );
              expect(rows.length > 0).toBe(
                figuresDayByDay(census, question).physicians.size > 0,
              );
              for (const row of rows) {
                const there = figuresDayByDay(census, {
                  ...question,
                  facilityIds: [row.id],
                });
                there.physicians.delete(0);
                expect(row).toMatchObject({
                  physician_count: there.physicians.size,
                  patient_count: there.patients.size,
                  long_stay_patient_count: there.longStayPatients.size,
                  admit_from_hospital_count: there.totals.ach_adm,
                });
              }
            }),
        ),
        runs(20),
      );
    });

    it("of the medical staff are those of a day-by-day calculation", async () => {
      await fc.assert(
        fc.asyncProperty(
          randomCensus,
          importDay,
          placeQuestion,
          (census, today, question) =>
            withCensus(store, census, today, async (db) => {
              const rows = await readMedicalStaffRows(db, question, "all");
              expect(new Set(rows.map((row) => row.id))).toEqual(
                figuresDayByDay(census, question).physicians,
              );
              for (const row of rows) {
                const theirs = figuresDayByDay(census, {
                  ...question,
                  npi: row.id === 0 ? null : row.id,
                });
                const bands = bandsOf(census, theirs.patients);
                expect(row).toMatchObject({
                  patient_count: theirs.patients.size,
                  short_stay_patient_count: theirs.shortStayPatients.size,
                  long_stay_patient_count: theirs.longStayPatients.size,
                  frailty_high: bands.high,
                  frailty_medium: bands.medium,
                  frailty_low: bands.low,
                });
              }
            }),
        ),
        runs(20),
      );
    });

    it("rebuilt for the patients that changed are those of a full rebuild", async () => {
      await fc.assert(
        fc.asyncProperty(
          randomCensus,
          importDay,
          facilityIds,
          fc.integer({ min: -50, max: 50 }),
          (census, today, moveTo, later) =>
            withCensus(store, census, today, async (db) => {
              // The first patient's stays move to another facility or day; their transfers stay behind.
              const [changed] = census.patients;
              if (!changed) return;
              const facility_id = moveTo === "all" ? 211 : (moveTo[0] ?? 111);
              const moved = census.stays
                .filter((stay) => stay.patient_id === changed.id)
                .map((stay) => stay.facility_id);
              await db
                .updateTable("stays")
                .set({
                  facility_id,
                  admitted_on: sql<number>`admitted_on + ${later}`,
                  discharged_on: sql<number>`discharged_on + ${later}`,
                })
                .where("patient_id", "=", changed.id)
                .execute();

              const patientIds = [changed.id];
              await rebuildFigures(db, { patientIds }, today, undefined, moved);
              const partly = await readDerived(db);
              await rebuildFigures(db, "all", today);
              expect(partly).toEqual(await readDerived(db));
            }),
        ),
        runs(15),
      );
    });
  },
);

function bandsOf(census: Census, patients: Set<number>) {
  const bands = { high: 0, medium: 0, low: 0 };
  for (const patient of census.patients) {
    const band = bandForScore(patient.frailty_score);
    if (band && patients.has(patient.id)) bands[band] += 1;
  }
  return bands;
}

async function readDerived(db: Kysely<Schema>) {
  return {
    stays: await db.selectFrom("stays").selectAll().orderBy("id").execute(),
    transfers: await db
      .selectFrom("transfers")
      .selectAll()
      .orderBy("id")
      .execute(),
    spans: await db
      .selectFrom("cumulative_spans")
      .selectAll()
      .orderBy("facility_id")
      .execute(),
    cumulative: await db
      .selectFrom("cumulative")
      .selectAll()
      .orderBy("facility_id")
      .orderBy("isnp")
      .orderBy("day")
      .execute(),
  };
}
