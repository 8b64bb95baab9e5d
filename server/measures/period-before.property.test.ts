import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "~server/testing/property-runs";
import {
  firstDayBefore,
  readPeriodBefore,
  type ComparedRange,
} from "./period-before";
import {
  openFigures,
  patientsOf,
  type DayRange,
  type StayFigures,
} from "./stay-figures";
import { periodBeforeDayByDay } from "./testing/period-before-day-by-day";
import {
  FACILITY_IDS,
  randomCensus,
  randomFilter,
  randomQuestion,
} from "./testing/random-census";
import { describeCensuses } from "./testing/with-census";

/** Most of them of short ranges some time after the data have begun. */
const questions = fc.oneof(
  randomQuestion,
  fc
    .tuple(
      randomFilter,
      fc.integer({ min: 20_040, max: 20_400 }),
      fc.integer({ min: 0, max: 120 }),
    )
    .map(([filter, from, length]) => ({ ...filter, from, to: from + length })),
);

/** The day that the census names for each facility, most often none. */
const randomBegins = fc.tuple(
  ...FACILITY_IDS.map(() =>
    fc.option(fc.integer({ min: 19_950, max: 20_300 }), {
      freq: 2,
      nil: undefined,
    }),
  ),
);

/** Reaches that end one after the other, in the middle of many ranges. */
const randomEnds = fc.option(
  fc.tuple(
    ...FACILITY_IDS.map(() =>
      fc.option(fc.integer({ min: 20_100, max: 20_500 }), {
        freq: 9,
        nil: undefined,
      }),
    ),
  ),
);

const shown = ({ totals, patients }: ComparedRange) => ({
  ...totals,
  patients,
});

/** The range itself, as all of its facilities count in it. */
async function rangesOf(figures: StayFigures, range: DayRange) {
  const found = await figures.over({ totals: [range], people: [range] });
  return found.totals.map((totals, at) => {
    const people = found.people[at];
    return { ...totals, patients: people ? patientsOf(people) : 0 };
  });
}

describeCensuses("the period before on %s", (withCensus) => {
  it("is compared as in a day-by-day calculation of each facility that has both", async () => {
    const met = { all: 0, some: 0, none: 0, fewerDays: 0 };
    await fc.assert(
      fc.asyncProperty(
        randomCensus,
        randomBegins,
        randomEnds,
        fc.array(questions, { minLength: 4, maxLength: 8 }),
        (randomised, begins, ends, questions) => {
          const days = (of: readonly (number | undefined)[]) =>
            Object.fromEntries(FACILITY_IDS.map((id, at) => [id, of[at]]));
          const census = {
            ...randomised,
            from: days(begins),
            ...(ends && { reach: days(ends) }),
          };
          return withCensus(census, async (db) => {
            for (const question of questions) {
              const begunBy = firstDayBefore(question);
              const figures = await openFigures(db, question, begunBy);
              const found = await readPeriodBefore(db, question, figures);
              const wanted = periodBeforeDayByDay(census, question);
              expect(found === null).toBe(wanted === null);
              if (!found || !wanted) continue;
              const { before, now, counted, hasFewerDays } = found;
              const { facilities, compared } = wanted;
              expect(counted).toEqual(
                compared < facilities ? { facilities, compared } : null,
              );
              expect(shown(before)).toEqual(wanted.before);
              if (compared === 0) {
                met.none += 1;
                continue;
              }
              const [whole] = await rangesOf(figures, question);
              const here = now ? shown(now) : whole;
              expect(here).toEqual(wanted.now);
              if (before.patients === 0) continue;
              met[counted ? "some" : "all"] += 1;
              if (hasFewerDays) met.fewerDays += 1;
            }
          });
        },
      ),
      runs(40),
    );
    expect(Object.values(met).filter((count) => count === 0)).toEqual([]);
  });
});
