import { LRUCache } from "lru-cache";
import type { Graphs } from "~/contract/graphs";
import { isoDayOf, type IsoDay, type EpochDay } from "~/domain/calendar";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import { phasesOfNotes } from "~/features/chart-events/rules/phases-of-notes";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import { judgedMonths, unusualMonths } from "~/domain/graphs/graph-finding";
import { judgeSeries } from "~/domain/graphs/judge-series";
import {
  eventsInUnits,
  placesOfMonths,
  lineInUnits,
  toFourDecimals,
} from "~/domain/graphs/measure-line";
import { lineThrough, wholeMonthCount } from "~/domain/graphs/whole-months";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { readSeries, type Variation } from "~/features/signals/rules/variation";
import { newestLimits, type Limits } from "~/features/targets/rules";
import type { CalendarMonth } from "../graph-months";
import { GRAPH_RATES } from "../graphs";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import type { Totals } from "../additive-totals";
import { readChildFigures, type ParentLevel } from "../child-places";
import { reachOfAll, type DataReach } from "../data-reach";
import {
  pagesOfHistories,
  countedDays,
  PhysicianFigures,
} from "../physicians/physician-figures";
import type { Question } from "../question";
import type { DayRange, StayFigures } from "../stay-figures";

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

/** Monthly totals; null for months that have not begun or lie after all data (R246). */
export interface MonthTotals {
  reach: DataReach | null;
  months: (Totals | null)[];
}

interface MonthsQuery {
  months: readonly CalendarMonth[];
  to: EpochDay;
}

export async function monthTotalsOf(
  figures: StayFigures,
  asked: MonthsQuery,
): Promise<MonthTotals> {
  const ranges = rangesOf(asked, figures.reach);
  const { totals } = await figures.over({ totals: ranges });
  return { reach: figures.reach, months: totalsByMonth(totals, asked) };
}

/** Monthly totals of the child places of a level, read at once. */
export async function monthTotalsOfPlaces(
  db: Kysely<Schema>,
  parent: ParentLevel,
  question: Question,
  ids: readonly number[],
  asked: MonthsQuery,
): Promise<MonthTotals[]> {
  const found = await readChildFigures(db, parent, question, ids, (reach) =>
    rangesOf(asked, reach),
  );
  return found.map(({ reach, totals }) => ({
    reach,
    months: totalsByMonth(totals, asked),
  }));
}

/** Monthly totals of each physician of a facility with a stay in one of the months, and of stays without a physician. */
export async function monthTotalsOfPhysicians(
  db: Kysely<Schema>,
  question: Question,
  asked: MonthsQuery,
): Promise<Map<number, MonthTotals>> {
  const { facilityIds, isnp } = question;
  const found = new Map<number, MonthTotals>();
  for await (const page of pagesOfHistories(db, { facilityIds, isnp })) {
    for (const { npi, history, reach: latest } of page) {
      const reach = reachOfAll(isnp && !history.hasIsnpStay() ? [] : [latest]);
      const figures = rangesOf(asked, reach).map((range) => {
        const month = new PhysicianFigures();
        const days = countedDays({ ...range, isnp }, latest);
        if (days) month.add(history, days, false);
        return month;
      });
      if (!figures.some(({ hasStay }) => hasStay)) continue;
      const totals = figures.map((month) => month.totals);
      found.set(npi, { reach, months: totalsByMonth(totals, asked) });
    }
    await nextTurn();
  }
  return found;
}

function rangesOf(
  { months, to }: MonthsQuery,
  reach: DataReach | null,
): DayRange[] {
  const last = Math.min(to, reach?.latest ?? -Infinity);
  return months
    .filter(({ firstDay }) => firstDay <= last)
    .map(({ firstDay, lastDay }) => ({
      from: firstDay,
      to: Math.min(lastDay, last),
    }));
}

function totalsByMonth(
  totals: readonly Totals[],
  { months }: MonthsQuery,
): (Totals | null)[] {
  return months.map((_, at) => totals[at] ?? null);
}
