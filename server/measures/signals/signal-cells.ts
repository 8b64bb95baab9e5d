import { LRUCache } from "lru-cache";
import type { Graphs } from "~/contract/graphs";
import { isoDayOf, type IsoDay } from "~/domain/calendar";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import { phasesOfNotes } from "~/features/chart-events/rules/phases-of-notes";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import { judgedMonths, unusualMonths } from "~/domain/graphs/graph-finding";
import { judgeSeries } from "~/domain/graphs/judge-series";
import { eventsInUnits, placesOfMonths } from "~/domain/graphs/graph-events";
import { lineInUnits, toFourDecimals } from "~/domain/graphs/measure-line";
import { lineThrough, wholeMonthCount } from "~/domain/graphs/whole-months";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { readSeries, type Variation } from "~/features/signals/rules/variation";
import { newestLimits, type Limits } from "~/features/targets/rules";
import type { CalendarMonth } from "../graph-months";
import { GRAPH_RATES } from "../graphs";
import type { MonthTotals } from "./month-totals";

/** The verdict on a measure's newest judged month, as in its graph (R367). */
interface SignalCell {
  /** Value of `month`, the newest judged month that has one; percent, or per 1,000. */
  value: number | null;
  /** Denominator of the value: admissions from hospital, or long-stay days. */
  denominator: number | null;
  /** '2026-09'. */
  month: string | null;
  variation: Variation;
  /** The months that cause the verdict, oldest first; none for `usual` and `too_few`. */
  months: readonly string[];
  unusual: number;
  judged: number;
  /** Limits of that month; null if there are too few months, or if gaps are judged. */
  limits: Limits | null;
}

/** Shared, so read-only. */
export type SignalCells = Readonly<Record<GraphTag, Readonly<SignalCell>>>;

/** Keyed by all a cell depends on: one facility's change keeps the others. */
export type SignalMemory = LRUCache<string, SignalCells>;

export function createSignalMemory(): SignalMemory {
  // Some megabytes.
  return new LRUCache({ max: 5_000 });
}

export interface SignalFacts {
  /** Last day with data of a silent facility. */
  since: IsoDay | null;
  events?: Graphs["events"];
  notes?: readonly PhaseNote[] | undefined;
}

export function signalCells(
  { reach, months: totals }: MonthTotals,
  months: readonly CalendarMonth[],
  endDate: IsoDay,
  { since, events, notes = [] }: SignalFacts,
): SignalCells {
  const first = firstMonthOf(months.length, endDate);
  const reached = reach && isoDayOf(reach.earliest ?? reach.latest);
  const monthAt = (at: number) =>
    isoDayOf(months[at]?.firstDay ?? 0).slice(0, 7);
  const cells = RATE_MEASURES.map((measure) => {
    const { of, over } = GRAPH_RATES[measure.graph];
    const wholeBy = (day: IsoDay | null) =>
      wholeMonthCount(measure, months.length, endDate, day);
    const monthsToSilence = wholeBy(since);
    const { rates, denominators } = lineThrough(
      {
        rates: totals.map((all) => toFourDecimals(all && of(all))),
        denominators: totals.map((all) => all && all[over]),
      },
      monthsToSilence,
    );
    const line = lineInUnits(measure, { rates, denominators });
    const sent = events?.[measure.graph];
    const own = eventsInUnits(
      measure,
      sent ? { ...sent, months: placesOfMonths(sent.days, first) } : undefined,
    )?.filter(({ month }) => month < monthsToSilence);
    const phases = phasesOfNotes(notes, measure, first);
    const series = judgeSeries(measure, line, "mom", phases, {
      ...(own && { events: own }),
    });
    const whole = Math.min(monthsToSilence, wholeBy(reached));
    const read = readSeries(measure, series, line, whole);
    const { latest, variation, indexes } = read;
    const at = latest ?? -1;
    const cell: SignalCell = {
      value: series.chart.points[at]?.value ?? null,
      denominator: denominators[at] ?? null,
      month: latest === null ? null : monthAt(latest),
      variation,
      months: indexes.map(monthAt),
      unusual: unusualMonths(series.chart, series.signals).length,
      judged: judgedMonths(series),
      limits: newestLimits(series.chart, read),
    };
    return [measure.graph, cell] as const;
  });
  return Object.fromEntries(cells) as Record<GraphTag, SignalCell>;
}
