import fc from "fast-check";
import { expect, it } from "vitest";
import { isoDayOf } from "~/domain/calendar";
import { runs } from "~server/testing/property-runs";
import { bandForScore } from "~/domain/frailty";
import { noTotals, TOTALS } from "./additive-totals";
import { readLocationRows } from "./location-rows";
import { readMedicalStaffRows } from "./medical-staff-rows";
import { readMetrics, frailtyOf } from "./metrics";
import type { Question } from "./question";
import type { Census } from "./testing/census";
import { openFigures, readTotals } from "./stay-figures";
import {
  figuresDayByDay,
  latestReach,
  settledThrough,
} from "./testing/day-by-day";
import {
  EVERYTHING,
  FACILITY_IDS,
  NPIS,
  randomCensus,
  randomPlace,
  randomRange,
} from "./testing/random-census";
import { describeCensuses } from "./testing/with-census";

const placeQuestion: fc.Arbitrary<Question> = fc
  .record({ place: randomPlace, isnp: fc.boolean(), range: randomRange })
  .map(({ place, range, ...rest }) => ({ ...rest, ...place, ...range }));

const physicianQuestion: fc.Arbitrary<Question> = fc
  .record({ question: placeQuestion, npi: fc.constantFrom(null, ...NPIS) })
  .map(({ question: { place: _place, ...question }, npi }) => ({
    ...question,
    npi,
  }));

describeCensuses("figures on %s", (withCensus) => {
  it.each([
    ["places, from their totals", placeQuestion, 30],
    ["physicians, from their histories", physicianQuestion, 20],
  ])("of %s, are those of a day-by-day calculation", async (_, one, times) => {
    await fc.assert(
      fc.asyncProperty(
        randomCensus,
        fc.array(one, { minLength: 1, maxLength: 6 }),
        (census, questions) =>
          withCensus(census, async (db) => {
            for (const question of questions) {
              expect(await readTotals(db, question)).toEqual(
                figuresDayByDay(census, question).totals,
              );
            }
          }),
      ),
      runs(times),
    );
  });

  it("from both roads are the same", async () => {
    await fc.assert(
      fc.asyncProperty(randomCensus, placeQuestion, (census, question) =>
        withCensus(census, async (db) => {
          const sum = noTotals();
          for (const { totals } of await readMedicalStaffRows(
            db,
            question,
            "all",
          )) {
            for (const total of TOTALS) sum[total] += totals[total];
          }
          expect(sum).toEqual(await readTotals(db, question));
        }),
      ),
      runs(15),
    );
  });

  it("of settled admissions are the same when they are read 30 days later", async () => {
    let settled = 0;
    await fc.assert(
      fc.asyncProperty(
        randomCensus,
        fc.oneof(fc.constant(EVERYTHING), placeQuestion, physicianQuestion),
        fc.integer({ min: 20_060, max: 20_600 }),
        async (census, asked, to) => {
          const question = { ...asked, from: 19_900 };
          const read = async (reachDay: number, last: number) => {
            const reach = Object.fromEntries(
              FACILITY_IDS.map((id) => [id, reachDay]),
            );
            let found = noTotals();
            await withCensus({ ...census, reach }, async (db) => {
              if (last < question.from) return;
              found = await readTotals(db, { ...question, to: last });
            });
            const { rth, ed, settled_adm } = found;
            return { rth, ed, settled_adm };
          };
          const now = await read(to, to);
          expect(await read(to + 30, to - 30)).toEqual(now);
          settled += now.settled_adm;
        },
      ),
      runs(20),
    );
    expect(settled).toBeGreaterThan(0);
  });

  it("that count people are those of a day-by-day calculation", async () => {
    await fc.assert(
      fc.asyncProperty(randomCensus, placeQuestion, (census, question) =>
        withCensus(census, async (db) => {
          const { patients } = figuresDayByDay(census, question);
          const metrics = await readMetrics(db, question);
          expect(metrics?.patient_count ?? 0).toBe(patients.size);
          if (metrics) {
            const through = settledThrough(census, question);
            expect(metrics.short_stays.settled_through).toBe(
              through === null ? null : isoDayOf(through),
            );
          }
          const figures = await openFigures(db, question);
          const {
            people: [people],
          } = await figures.over({ people: [question] });
          expect(people && frailtyOf(people)).toEqual(
            patients.size === 0 ? null : bandsOf(census, patients),
          );
          const rows = await readLocationRows(db, "region", question);
          expect(rows.length > 0).toBe(
            figuresDayByDay(census, question).physicians.size > 0,
          );
          for (const row of rows) {
            const at = { ...question, facilityIds: [row.id] };
            const reach = latestReach(census, at);
            if (reach !== null && reach < question.from) {
              expect(row).toMatchObject({
                patient_count: null,
                settled_adm: null,
              });
              continue;
            }
            const there = figuresDayByDay(census, at);
            there.physicians.delete(0);
            expect(row).toMatchObject({
              physician_count: there.physicians.size,
              patient_count: there.patients.size,
              long_stay_patient_count: there.longStayPatients.size,
              admit_from_hospital_count: there.totals.ach_adm,
              settled_adm: there.totals.settled_adm,
            });
          }
        }),
      ),
      runs(20),
    );
  });

  it("of the medical staff are those of a day-by-day calculation", async () => {
    await fc.assert(
      fc.asyncProperty(randomCensus, placeQuestion, (census, question) =>
        withCensus(census, async (db) => {
          const staff = await readMedicalStaffRows(db, question, "all");
          const rows = staff.map(({ row }) => row);
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
              ach_adm: theirs.totals.ach_adm,
              settled_adm: theirs.totals.settled_adm,
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
});

function bandsOf(census: Census, patients: Set<number>) {
  const bands = { high: 0, medium: 0, low: 0 };
  for (const patient of census.patients) {
    const band = bandForScore(patient.frailty_score);
    if (band && patients.has(patient.id)) bands[band] += 1;
  }
  return bands;
}
