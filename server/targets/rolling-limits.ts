import type { Kysely } from "kysely";
import type { IsoDay } from "~/domain/calendar";
import {
  RATE_MEASURES,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import { judgeSeries } from "~/domain/graphs/judge-series";
import {
  lineInUnits,
  toFourDecimals,
  type MeasureLine,
} from "~/domain/graphs/measure-line";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { lineThrough, wholeMonthCount } from "~/domain/graphs/whole-months";
import { phasesOfNotes } from "~/features/chart-events/rules/phases-of-notes";
import { rollingLimits, type Limits } from "~/features/targets/rules";
import {
  noTotals,
  TOTALS,
  type Totals,
} from "~server/measures/additive-totals";
import {
  graphMonths,
  MONTHS_BEFORE,
  ROLLING_MONTHS,
} from "~server/measures/graph-months";
import { GRAPH_RATES } from "~server/measures/graphs";
import type { Question } from "~server/measures/question";
import { monthTotalsOfPlaces } from "~server/measures/signals/signal-cells";
import type { Schema } from "~server/store/schema";

export type LimitsOfMeasures = Readonly<Record<GraphTag, Limits | null>>;

interface LimitsQuery {
  db: Kysely<Schema>;
  question: Question;
  endDate: IsoDay;
  /** Silent facilities and their last day with data. */
  silent: ReadonlyMap<number, IsoDay>;
  phases: ReadonlyMap<number, readonly PhaseNote[]>;
}

/** Limits of the newest point of the rolling graphs, by facility id (R562). */
export async function readRollingLimits(
  { db, question, endDate, silent, phases }: LimitsQuery,
  ids: readonly number[],
): Promise<[facilityId: number, LimitsOfMeasures][]> {
  const months = graphMonths(endDate);
  const asked = { months, to: question.to };
  const found = await monthTotalsOfPlaces(db, "region", question, ids, asked);
  const shown = months.length - MONTHS_BEFORE;
  const first = firstMonthOf(shown, endDate);
  return ids.map((id, at) => {
    const totals = found[at]?.months ?? [];
    const limits = RATE_MEASURES.map((measure) => {
      const since = silent.get(id) ?? null;
      const known = wholeMonthCount(measure, shown, endDate, since);
      const lineOf = (points: readonly (Totals | null)[]) =>
        lineInUnits(measure, lineThrough(lineOfTotals(measure, points), known));
      const line = lineOf(rollingOf(totals));
      const { chart } = judgeSeries(
        measure,
        line,
        "rolling",
        phasesOfNotes(phases.get(id) ?? [], measure, first),
        { months: lineOf(totals.slice(MONTHS_BEFORE)) },
      );
      return [measure.graph, rollingLimits(measure, chart, line)] as const;
    });
    return [id, Object.fromEntries(limits) as LimitsOfMeasures];
  });
}

function lineOfTotals(
  { graph }: Pick<RateMeasure, "graph">,
  points: readonly (Totals | null)[],
): MeasureLine {
  const { of, over } = GRAPH_RATES[graph];
  return {
    rates: points.map((all) => toFourDecimals(all && of(all))),
    denominators: points.map((all) => all && all[over]),
  };
}

/** Sums of the 12 months up to each month shown; null if that month has not begun. */
function rollingOf(months: readonly (Totals | null)[]): (Totals | null)[] {
  return months.slice(MONTHS_BEFORE).map((month, at) => {
    if (!month) return null;
    const sum = noTotals();
    for (const one of months.slice(at, at + ROLLING_MONTHS))
      for (const total of TOTALS) sum[total] += one?.[total] ?? 0;
    return sum;
  });
}
