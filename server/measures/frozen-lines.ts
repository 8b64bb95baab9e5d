import { seriesOf, type Graphs } from "~/contract/graphs";
import type { WantedNote } from "~/domain/chart-notes/note-problems";
import { monthNumberOf } from "~/domain/graphs/chart-phases";
import type { FrozenLines } from "./phases-of-places";

/** The months of a baseline, by measure, of graphs that end with its last month. */
export function frozenLinesOf(
  graphs: Graphs,
  { measures, from, to }: Pick<WantedNote, "measures" | "from" | "to">,
): FrozenLines["all"] {
  const months = monthNumberOf(to ?? from) - monthNumberOf(from) + 1;
  return Object.fromEntries(
    measures.map((graph) => {
      const { rates, denominators } = seriesOf(graphs, graph);
      return [
        graph,
        {
          rates: rates.mom.slice(-months),
          denominators: denominators.mom.slice(-months),
        },
      ];
    }),
  );
}
