import type { EventDays, Graphs } from "~/contract/graphs";
import {
  epochDayOf,
  isoDayOf,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";
import {
  type RateMeasure,
  RATE_MEASURES,
} from "~/domain/figures/rate-measures";
import { FEWEST_OF_PHASE } from "~/domain/graphs/chart-phases";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { RARE_BELOW } from "~/domain/graphs/rare-events";
import { RATES, type Totals } from "./additive-totals";
import type { CalendarMonth } from "./graph-months";
import type { DayRange, StayFigures } from "./stay-figures";
import type { DayCounts } from "./totals/day-counts";

/** The charts leave out months without a rate, and may find events frequent that are rare over all months. */
const SENT_BELOW = RARE_BELOW + 1;

/**
 * Event days of measures with few events, with the admissions or long-stay days counted since the first month (R362),
 * and the last event before it. Several events on one day share its long-stay days equally (R486); returns are the
 * day's last admissions.
 *
 * @param days those that add something, oldest first, from long before the first month
 */
export function rareEvents(
  days: readonly DayCounts[],
  first: EpochDay,
  totals: readonly Totals[],
  isoDay: (day: EpochDay) => IsoDay = isoDayOf,
): NonNullable<Graphs["events"]> {
  const found = rareMeasures(totals).map((measure): EventSeries => {
    return { measure, ...RATES[measure.tag], days: [], counted: [] };
  });
  const sum = { settled_adm: 0, pd_lt_doc: 0 };
  let base: typeof sum | null = null;
  let residents = 0;
  let last = days[0]?.day ?? first;
  for (const counts of days) {
    const { day, settled_adm } = counts;
    sum.pd_lt_doc += residents * (day - last);
    if (day >= first) {
      const pd_lt_doc = sum.pd_lt_doc - residents * (day - first);
      base ??= { ...sum, pd_lt_doc };
    }
    residents += counts.long_residents;
    last = day;
    for (const one of found) {
      const own = one.over === "settled_adm" ? settled_adm : residents;
      addEvents(one, counts, sum[one.over], own, day >= first);
    }
    sum.settled_adm += settled_adm;
  }
  const until = sum.pd_lt_doc + residents * (first - last);
  const before = base ?? { ...sum, pd_lt_doc: until };
  return Object.fromEntries(
    found.map(({ measure, over, ...events }): [GraphTag, EventDays] => {
      const counted = events.counted.map((one) => one - before[over]);
      return [measure.graph, { days: events.days.map(isoDay), counted }];
    }),
  );
}

/** Lies before all data: the event before a graph's first may be years old. */
export const FIRST_DAY = epochDayOf("1900-01-01");

export async function readRareEvents(
  figures: Pick<StayFigures, "days">,
  { to }: Pick<DayRange, "to">,
  [first]: readonly CalendarMonth[],
  totals: readonly Totals[],
): Promise<NonNullable<Graphs["events"]>> {
  if (!first || rareMeasures(totals).length === 0) return {};
  const days = await figures.days({ from: FIRST_DAY, to });
  return rareEvents(days, first.firstDay, totals);
}

/** Measures with at least one event but few, over these months or a possible phase among them. */
export function rareMeasures(totals: readonly Totals[]): RateMeasure[] {
  return RATE_MEASURES.filter(({ tag }) => {
    const counts = totals.map((month) => month[RATES[tag].count]);
    return counts.some((count) => count > 0) && isRareSomewhere(counts);
  });
}

function isRareSomewhere(counts: readonly number[]): boolean {
  const through = [0];
  for (const count of counts) through.push((through.at(-1) ?? 0) + count);
  const fewest = Math.min(FEWEST_OF_PHASE, counts.length);
  return through.some((before, from) =>
    through
      .slice(from + fewest)
      .some((sum, at) => sum - before < SENT_BELOW * (fewest + at)),
  );
}

interface EventSeries extends Pick<
  (typeof RATES)[RateMeasure["tag"]],
  "count" | "over"
> {
  measure: RateMeasure;
  days: EpochDay[];
  counted: number[];
}

/** Adds a day's events in order; only the last one before the months is kept. */
function addEvents(
  { measure: { chart }, count, days, counted }: EventSeries,
  counts: DayCounts,
  until: number,
  own: number,
  isShown: boolean,
): void {
  const events = counts[count];
  for (let index = 0; index < events; index += 1) {
    // The part of the day's count that belongs to this event.
    const part =
      chart === "p" ? own - (events - 1 - index) : (own * (index + 1)) / events;
    const at = isShown ? days.length : 0;
    days[at] = counts.day;
    counted[at] = until + part;
  }
}
