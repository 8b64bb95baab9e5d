import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "~server/testing/property-runs";
import { addYears, epochDayOf, isoDayOf } from "~/domain/calendar";
import { qualityOf } from "~/features/profile/rules/quality/quality-score";
import { IS_SECOND_RUN } from "~server/testing/open-test-store";
import { firstGraphDay } from "./graph-months";
import { readGraphs } from "./graphs";
import { readQuality } from "./metrics";
import { openFigures } from "./stay-figures";
import { figuresDayByDay } from "./testing/day-by-day";
import { graphsDayByDay } from "./testing/graphs-day-by-day";
import { rareEventsDayByDay } from "./testing/rare-events-day-by-day";
import {
  randomCensus,
  randomCensusOfYears,
  randomFilter,
} from "./testing/random-census";
import { describeCensuses } from "./testing/with-census";

/** Around the random stays, and long after them. */
const someDay = fc.integer({ min: 19_900, max: 21_200 });

/** Some months after random stays begin, so that events lie before a graph and in it. */
const nearDay = fc.integer({ min: 20_100, max: 21_000 });

describeCensuses("on %s, day by day", (withCensus) => {
  it("the graphs of places and physicians are those of a day-by-day calculation", async () => {
    let full = 0;
    let empty = 0;
    await fc.assert(
      fc.asyncProperty(
        randomCensus,
        fc.array(
          fc.record({ filter: randomFilter, end: someDay, today: someDay }),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
        (census, questions) =>
          withCensus(census, async (db) => {
            for (const { filter, end, today } of questions) {
              const endDate = isoDayOf(end);
              const graphs = await readGraphs(
                await openFigures(db, filter),
                {
                  from: epochDayOf(firstGraphDay(endDate)),
                  to: Math.min(end, today),
                },
                endDate,
              );
              const expected = graphsDayByDay(census, filter, end, today);
              expect(graphs).toEqual(expected);
              if (expected === null) empty += 1;
              else full += 1;
            }
          }),
      ),
      runs(30),
    );
    // The comparison means something only where both kinds of answer occur.
    expect(full).toBeGreaterThan(10);
    expect(empty).toBeGreaterThan(0);
  });

  it("the days of rare events, and what was counted through each, are those of a day-by-day calculation", async () => {
    let events = 0;
    let before = 0;
    let longBefore = 0;
    await fc.assert(
      fc.asyncProperty(
        randomCensusOfYears,
        fc.array(
          fc.record({
            whose: randomFilter,
            end: nearDay,
            more: fc.integer({ min: -40, max: 400 }),
          }),
          { minLength: 6, maxLength: 8 },
        ),
        (census, questions) =>
          withCensus(census, async (db) => {
            for (const { whose, end, more } of questions) {
              const endDate = isoDayOf(end);
              const today = end + more;
              const question = {
                ...whose,
                from: epochDayOf(firstGraphDay(endDate)),
                to: Math.min(end, today),
              };
              const yearBefore = firstGraphDay(endDate);
              const graphs = await readGraphs(
                await openFigures(db, whose),
                question,
                endDate,
                undefined,
                true,
              );
              if (graphs === null) continue;
              const expected = rareEventsDayByDay(census, whose, end, today);
              const found = graphs.events ?? {};
              expect(Object.keys(found)).toEqual(Object.keys(expected));
              for (const [tag, list] of Object.entries(expected)) {
                const own = found[tag as keyof typeof found];
                expect(own?.days).toEqual(list?.days);
                list?.counted.forEach((one, index) => {
                  expect(own?.counted[index]).toBeCloseTo(one, 8);
                  before += one <= 0 ? 1 : 0;
                  const isOld = (list.days[index] ?? "") < yearBefore;
                  longBefore += isOld ? 1 : 0;
                });
                events += list?.days.length ?? 0;
              }
            }
          }),
      ),
      runs(IS_SECOND_RUN ? 60 : 150),
    );
    expect(events).toBeGreaterThan(20);
    expect(before).toBeGreaterThan(0);
    expect(longBefore).toBeGreaterThan(0);
  });

  it("the quality score is that of counts made day by day", async () => {
    await fc.assert(
      fc.asyncProperty(
        randomCensus,
        fc.array(fc.record({ filter: randomFilter, today: someDay }), {
          minLength: 1,
          maxLength: 4,
        }),
        (census, questions) =>
          withCensus(census, async (db) => {
            for (const { filter, today } of questions) {
              const question = {
                ...filter,
                from: epochDayOf(addYears(isoDayOf(today), -1)),
                to: today,
              };
              const { totals } = figuresDayByDay(census, question);
              const isNothing = Object.values(totals).every(
                (count) => count === 0,
              );
              const figures = await openFigures(db, filter);
              expect(await readQuality(figures, isoDayOf(today))).toEqual(
                isNothing
                  ? null
                  : qualityOf({
                      rth: totals.rth,
                      ed: totals.ed,
                      h_1000: totals.h_events,
                      ed_1000: totals.ed_events,
                      ach_adm: totals.ach_adm,
                      settled_adm: totals.settled_adm,
                      ls_days: totals.pd_lt_doc,
                    }),
              );
            }
          }),
      ),
      runs(20),
    );
  });
});
