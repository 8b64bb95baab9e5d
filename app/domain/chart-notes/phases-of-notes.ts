import { inUnits, type RateMeasure } from "../figures/rate-measures";
import {
  monthNumberOf,
  type Baseline,
  type ChartPhases,
  type MonthNumber,
} from "../graphs/chart-phases";
import type { PhaseNote } from "./chart-note";

/**
 * What the notes of a place say of one measure, for a series that begins with the month `first`. Notes come in the order
 * in which they were written.
 */
export function phasesOfNotes(
  notes: readonly PhaseNote[],
  measure: Pick<RateMeasure, "graph" | "daysPerUnit">,
  first: MonthNumber,
): ChartPhases {
  const own = notes.filter(({ measures }) => measures.includes(measure.graph));
  return {
    first,
    begun: own
      .filter(({ kind }) => kind === "phase")
      .map(({ from }) => monthNumberOf(from)),
    frozen: own.flatMap(({ from, to, frozen }): Baseline[] => {
      const line = frozen?.[measure.graph];
      if (!line || to === null) return [];
      return [
        {
          from: monthNumberOf(from),
          to: monthNumberOf(to),
          line: {
            rates: line.rates,
            denominators: line.denominators.map((counted) =>
              inUnits(measure, counted),
            ),
          },
        },
      ];
    }),
  };
}
