import type { Graphs } from "~/contract/graphs";
import type { SignalCells } from "~/contract/signals";
import { isoDayOf, type IsoDay } from "~/domain/calendar";
import type { PhaseNote } from "~/domain/chart-notes/chart-note";
import { phasesOfNotes } from "~/domain/chart-notes/phases-of-notes";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import { judgedMonths } from "~/domain/graphs/judged-months";
import { judgeSeries } from "~/domain/graphs/judge-series";
import { eventsInUnits, placesOfMonths } from "~/domain/graphs/graph-events";
import { lineInUnits, toFourDecimals } from "~/domain/graphs/measure-line";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { readSeries } from "~/domain/signals/variation";
import { GRAPH_RATES } from "../graph-rates";
import type { MonthTotals } from "./month-totals";

/** What is known of the months beside their totals. */
export interface KnownOfMonths {
  /** '2026-09', oldest first. */
  months: readonly string[];
  endDate: IsoDay;
  lastUpdated: string | null;
}

/** What the newest judged months of a place or physician say (R367), measure by measure, as its own graphs judge them. */
export function signalCells(
  { reach, months: totals }: MonthTotals,
  { months, endDate, lastUpdated }: KnownOfMonths,
  silentSince: IsoDay | null,
  events: Graphs["events"],
  notes: readonly PhaseNote[] = [],
): SignalCells {
  const last = reach && (reach.earliest ?? reach.latest);
  const judged = judgedMonths(
    months.length,
    endDate,
    { lastUpdated, reach: last === null ? null : isoDayOf(last) },
    silentSince,
  );
  const monthAt = (at: number) => months[at] ?? "";
  const cells = RATE_MEASURES.map((measure) => {
    const { of, over } = GRAPH_RATES[measure.graph];
    const denominators = totals.map((all) => all && all[over]);
    const line = lineInUnits(measure, {
      rates: totals.map((all) => toFourDecimals(all && of(all))),
      denominators,
    });
    const sent = events?.[measure.graph];
    const own =
      sent &&
      eventsInUnits(measure, {
        ...sent,
        months: placesOfMonths(sent.days, firstMonthOf(months.length, endDate)),
      });
    const first = firstMonthOf(months.length, endDate);
    const phases = phasesOfNotes(notes, measure, first);
    const series = judgeSeries(measure, line, judged, "mom", phases, {
      ...(own && { events: own }),
    });
    const read = readSeries(measure, series, line, judged);
    const { latest, variation, indexes } = read;
    const cell: SignalCells[GraphTag] = {
      value:
        latest === null ? null : (series.chart.points[latest]?.value ?? null),
      denominator: latest === null ? null : (denominators[latest] ?? null),
      month: latest === null ? null : monthAt(latest),
      variation,
      months: indexes.map(monthAt),
    };
    return [measure.graph, cell] as const;
  });
  return Object.fromEntries(cells) as SignalCells;
}
