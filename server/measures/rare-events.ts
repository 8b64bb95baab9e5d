import type { EventDays, Graphs } from "~/contract/graphs";
import {
  epochDayOf,
  firstOfMonth,
  isoDayOf,
  type EpochDay,
} from "~/domain/calendar";
import type { RateMeasure } from "~/domain/figures/rate-measures";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { RARE_BELOW } from "~/domain/graphs/rare-events";
import type { Total, Totals } from "./additive-totals";
import type { CalendarMonth } from "./graph-months";
import type { DayRange, StayFigures } from "./stay-figures";
import type { DayCounts } from "./totals/day-counts";

type Over = "ach_adm" | "pd_lt_doc";

/** What each measure counts and divides by. */
const COUNTED: Record<
  RateMeasure["tag"],
  { of: Total & keyof DayCounts; over: Over }
> = {
  rth: { of: "rth", over: "ach_adm" },
  ed: { of: "ed", over: "ach_adm" },
  h_1000: { of: "h_events", over: "pd_lt_doc" },
  ed_1000: { of: "ed_events", over: "pd_lt_doc" },
  adm_1000: { of: "adm_events", over: "pd_lt_doc" },
};

/** Who judges leaves out months that are not settled, and may so find events to be rare that are not quite so here. */
const SENT_BELOW = RARE_BELOW + 1;

/**
 * The days of the events of those measures that have few of them, and what was counted from the first month on through each:
 * admissions, or long-stay days (R362). The last event before the first month is there too, if the days reach back
 * to it. Of several on one day, each ends an equal part of the day's long-stay days in its middle; returns are the last
 * admissions of their day.
 *
 * @param days those that add something, oldest first, from long before the first month
 * @param first day of the first month
 * @param totals of each month that has begun
 */
export function rareEvents(
  days: readonly DayCounts[],
  first: EpochDay,
  totals: readonly Totals[],
): NonNullable<Graphs["events"]> {
  const counted = countedThrough(days, first);
  return Object.fromEntries(
    rareMeasures(totals).map((measure) => [
      measure.graph,
      eventDaysOf(measure, counted, first),
    ]),
  );
}

/** The same of figures. The range is that of their graphs, which begins before the months. */
export async function readRareEvents(
  figures: Pick<StayFigures, "days">,
  range: DayRange,
  [first]: readonly CalendarMonth[],
  totals: readonly Totals[],
): Promise<NonNullable<Graphs["events"]>> {
  if (!first || rareMeasures(totals).length === 0) return {};
  return rareEvents(await figures.days(range), first.firstDay, totals);
}

/** Events by their months alone: each day is the first of its month (R263). */
export function withoutDays(
  events: NonNullable<Graphs["events"]>,
): NonNullable<Graphs["events"]> {
  const monthly = Object.entries(events).map(([graph, own]) => {
    const days = own?.days.map((day) =>
      isoDayOf(firstOfMonth(epochDayOf(day))),
    );
    return [graph, own && { ...own, days, by: "month" }];
  });
  return Object.fromEntries(monthly) as NonNullable<Graphs["events"]>;
}

/** The measures with few events, but with some, in months with these totals. */
export function rareMeasures(totals: readonly Totals[]): RateMeasure[] {
  return RATE_MEASURES.filter(({ tag }) => {
    const { of } = COUNTED[tag];
    const count = totals.reduce((sum, month) => sum + month[of], 0);
    return count > 0 && count < SENT_BELOW * totals.length;
  });
}

/** A day, what was counted from the first month on until it began (less than nothing before that month), and on it. */
interface CountedDay {
  counts: DayCounts;
  until: Record<Over, number>;
  own: Record<Over, number>;
}

function countedThrough(
  days: readonly DayCounts[],
  first: EpochDay,
): CountedDay[] {
  const found: CountedDay[] = [];
  let sum = { ach_adm: 0, pd_lt_doc: 0 };
  let beforeFirst: typeof sum | null = null;
  let residents = 0;
  let last = days[0]?.day ?? first;
  const untilDay = (day: EpochDay) => ({
    ach_adm: sum.ach_adm,
    pd_lt_doc: sum.pd_lt_doc + residents * (day - last),
  });
  for (const counts of days) {
    const { day, ach_adm } = counts;
    if (day >= first) beforeFirst ??= untilDay(first);
    const until = untilDay(day);
    residents += counts.long_residents;
    last = day;
    sum = { ach_adm: until.ach_adm + ach_adm, pd_lt_doc: until.pd_lt_doc };
    found.push({ counts, until, own: { ach_adm, pd_lt_doc: residents } });
  }
  const base = beforeFirst ?? untilDay(first);
  for (const { until } of found) {
    until.ach_adm -= base.ach_adm;
    until.pd_lt_doc -= base.pd_lt_doc;
  }
  return found;
}

function eventDaysOf(
  measure: RateMeasure,
  days: readonly CountedDay[],
  first: EpochDay,
): EventDays {
  const { of, over } = COUNTED[measure.tag];
  const eventful = days.filter(({ counts }) => counts[of] > 0);
  const before = eventful.filter(({ counts }) => counts.day < first).slice(-1);
  const shown = eventful.filter(({ counts }) => counts.day >= first);
  const placed = [...before, ...shown].flatMap(({ counts, until, own }) => {
    const { day } = counts;
    const places = placesOf(measure, counts[of], own[over]);
    // Of the last day before the months, its last event.
    return (day < first ? places.slice(-1) : places).map((part) => ({
      day,
      counted: until[over] + part,
    }));
  });
  return {
    days: placed.map(({ day }) => isoDayOf(day)),
    counted: placed.map(({ counted }) => counted),
  };
}

/** Where in what is counted on a day its events lie. */
function placesOf(
  { chart }: RateMeasure,
  events: number,
  own: number,
): number[] {
  return Array.from({ length: events }, (_, index) =>
    chart === "p" ? own - (events - 1 - index) : (own * (index + 0.5)) / events,
  );
}
