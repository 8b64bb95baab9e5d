import type { Graphs } from "~/contract/graphs";
import type { IsoDay } from "~/domain/calendar";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import {
  isAllZero,
  noTotals,
  type Total,
  type Totals,
  RATES,
} from "./additive-totals";
import { graphMonths, MONTHS_BEFORE, ROLLING_MONTHS } from "./graph-months";
import { readRareEvents } from "./rare-events";
import { patientsOf, type DayRange, type StayFigures } from "./stay-figures";

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
