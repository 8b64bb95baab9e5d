import type { Graphs, EventDays } from "~/contract/graphs";
import {
  type IsoDay,
  epochDayOf,
  isoDayOf,
  type EpochDay,
} from "~/domain/calendar";
import {
  RATE_MEASURES,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import {
  isAllZero,
  noTotals,
  type Total,
  type Totals,
  RATES,
} from "./additive-totals";
import {
  graphMonths,
  MONTHS_BEFORE,
  ROLLING_MONTHS,
  type CalendarMonth,
} from "./graph-months";
import { patientsOf, type DayRange, type StayFigures } from "./stay-figures";
import { FEWEST_OF_PHASE } from "~/domain/graphs/chart-phases";
import { RARE_BELOW } from "~/domain/graphs/rare-events";
import type { DayCounts } from "./totals/day-counts";

type Series = Graphs["short_stays"]["rth_30"];

/** Totals of a month shown; null if it has not begun. */
type Point = { [mode in keyof Series]: Totals } | null;

/**
 * The graphs with their denominators, and the overview card's counts by month (R109). Months that have not begun, or
 * lie after all data (R246), are null; months with nothing to count are 0, and their rates null. Null if nothing counts
 * (R87).
 *
 * @param range from `firstGraphDay(endDate, monthsShown)` to `endDate` or today, whichever is earlier
 */
export async function readGraphs(
  figures: StayFigures,
  range: DayRange,
  endDate: IsoDay,
  monthsShown?: number,
  hasEvents = false,
): Promise<Graphs | null> {
  const lastDay = Math.min(range.to, figures.reach?.latest ?? -Infinity);
  const months = graphMonths(endDate, monthsShown);
  const shown = months.slice(MONTHS_BEFORE);
  const begun = shown.filter(({ firstDay }) => firstDay <= lastDay);
  if (begun.length === 0) return null;

  const daysOf = (first: number, last = first) => ({
    from: months[first]?.firstDay ?? range.from,
    to: Math.min(months[last]?.lastDay ?? range.to, range.to),
  });
  const indexes = begun.map((_, index) => MONTHS_BEFORE + index);
  const { totals, people } = await figures.over({
    totals: [
      range,
      ...indexes.map((at) => daysOf(at - ROLLING_MONTHS + 1, at)),
      ...indexes.map((at) => daysOf(at)),
    ],
    people: indexes.map((at) => daysOf(at)),
  });
  const [all = noTotals(), ...found] = totals;
  if (isAllZero(all)) return null;

  const patients = people.map(patientsOf);
  const points = shown.map((_, index): Point => {
    const [rolling, mom] = [found[index], found[begun.length + index]];
    return index < begun.length && rolling && mom ? { rolling, mom } : null;
  });
  const monthly = found.slice(begun.length);
  const events =
    hasEvents && (await readRareEvents(figures, range, begun, monthly));
  return {
    ...ratesOf(points),
    ...(events && { events }),
    general: {
      patient_count: shown.map((_, index) => patients[index] ?? null),
      days_of_care: countsOf(points, "days_of_care").mom,
      snf_adm: countsOf(points, "snf_adm").mom,
      ach_adm: countsOf(points, "ach_adm").mom,
    },
    months: shown.map(({ month }) => month),
    years: shown.map(({ year }) => year),
  };
}

export const GRAPH_RATES = Object.fromEntries(
  RATE_MEASURES.map(({ tag, graph }) => [graph, RATES[tag]]),
) as Record<GraphTag, (typeof RATES)[keyof typeof RATES]>;

function ratesOf(
  points: readonly Point[],
): Pick<Graphs, "short_stays" | "long_stays"> {
  const rate = (tag: GraphTag) => seriesOf(points, GRAPH_RATES[tag].of);
  const admissions = countsOf(points, "settled_adm");
  const [first = null, ...later] = admissions.rolling;
  return {
    short_stays: {
      rth_30: rate("rth_30"),
      ed_30: rate("ed_30"),
      admission_events: { mom: admissions.mom, rolling: [first, ...later] },
    },
    long_stays: {
      hosp_1000: rate("hosp_1000"),
      ed_1000: rate("ed_1000"),
      adm_1000: rate("adm_1000"),
      inpatient_events: countsOf(points, "h_events"),
      outpatient_events: countsOf(points, "ed_events"),
      period_doc: countsOf(points, "pd_lt_doc"),
    },
  };
}

function countsOf(points: readonly Point[], total: Total): Series {
  return seriesOf(points, (all) => all[total]);
}

function seriesOf(
  points: readonly Point[],
  read: (totals: Totals) => number | null,
): Series {
  return {
    rolling: points.map((point) => point && read(point.rolling)),
    mom: points.map((point) => point && read(point.mom)),
  };
}

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
    for (const { measure, count, over, days: shown, counted } of found) {
      const own = over === "settled_adm" ? settled_adm : residents;
      const events = counts[count];
      for (let index = 0; index < events; index += 1) {
        // The part of the day's count that belongs to this event.
        const part =
          measure.chart === "p"
            ? own - (events - 1 - index)
            : (own * (index + 1)) / events;
        // Only the last one before the months is kept.
        const at = day >= first ? shown.length : 0;
        shown[at] = day;
        counted[at] = sum[over] + part;
      }
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
