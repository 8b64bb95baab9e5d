import type { RateMeasure } from "../figures/rate-measures";
import {
  monthNumberOf,
  type Baseline,
  type ChartPhases,
  type MonthNumber,
} from "../graphs/chart-phases";
import { lineInUnits } from "../graphs/measure-line";
import { hasFewEvents } from "./baseline-events";
import type { PhaseNote } from "./chart-note";

/**
 * What the notes of a place say of one measure, for a series that begins with the month `first`. Notes come in the order
 * in which they were written. What is frozen may have too few events where ISNP stays alone are shown: then it holds nothing there.
 */
export function phasesOfNotes(
  notes: readonly PhaseNote[],
  measure: Pick<RateMeasure, "graph" | "daysPerUnit" | "multiplier">,
  first: MonthNumber,
): ChartPhases {
  const own = notes.filter(({ measures }) => measures.includes(measure.graph));
  return {
    first,
    begun: own
      .filter(({ kind }) => kind === "phase")
      .map(({ from }) => monthNumberOf(from)),
    frozen: own.flatMap(({ from, to, frozen }): Baseline[] => {
      const counted = frozen?.[measure.graph];
      if (!counted || to === null) return [];
      const line = lineInUnits(measure, counted);
      if (hasFewEvents(measure, line)) return [];
      return [{ from: monthNumberOf(from), to: monthNumberOf(to), line }];
    }),
  };
}
