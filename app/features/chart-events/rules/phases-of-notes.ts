import type { RateMeasure } from "~/domain/figures/rate-measures";
import {
  monthNumberOf,
  type ChartPhases,
  type MonthNumber,
} from "~/domain/graphs/chart-phases";
import type { PhaseNote } from "~/domain/graphs/chart-note";

/** What the notes of a place say of one measure, for a series that begins with the month `first`. */
export function phasesOfNotes(
  notes: readonly PhaseNote[],
  { graph }: Pick<RateMeasure, "graph">,
  first: MonthNumber,
): ChartPhases {
  return {
    first,
    begun: notes
      .filter(
        ({ kind, measures }) => kind === "phase" && measures.includes(graph),
      )
      .map(({ from }) => monthNumberOf(from)),
  };
}
