import type { ListSort } from "~/domain/lists/list-page";
import { sortRows, type SortValue } from "~/domain/lists/table-sort";
import { RATE_GRAPHS, type GraphTag } from "~/domain/graphs/rate-graphs";
import type { Variation } from "./variation";

export interface OrderedSignals {
  id: number;
  name: string | null;
  signals: Record<GraphTag, { value: number | null; variation: Variation }>;
}

export const SIGNAL_COLUMNS = [
  "name",
  ...RATE_GRAPHS.map(({ graph }) => graph),
] as const;

export type SignalSort = ListSort<(typeof SIGNAL_COLUMNS)[number]>;

/** The most unusual come first if no order is chosen (R370). */
export function sortSignals<Row extends OrderedSignals>(
  rows: readonly Row[],
  sort: SignalSort | null,
): Row[] {
  const byName = sortRows(
    [...rows].sort((one, other) => one.id - other.id),
    { value: ({ name }) => name, kind: "name" },
    "asc",
  );
  if (sort === null) return mostUnusualFirst(byName);
  const { column, direction } = sort;
  const value = ({ name, signals }: Row): SortValue =>
    column === "name" ? name : signals[column].value;
  const kind = column === "name" ? "name" : "rate";
  return sortRows(byName, { value, kind }, direction);
}

const UNUSUAL: readonly Variation[] = ["unusually_high", "unusually_low"];
const DRIFTING: readonly Variation[] = ["drifting_up", "drifting_down"];
const HIGH: readonly Variation[] = ["unusually_high", "drifting_up"];

/** More unusual measures first, then more that drift, then more that are high or go up. */
function mostUnusualFirst<Row extends OrderedSignals>(
  rows: readonly Row[],
): Row[] {
  const weighed = rows.map((row) => {
    const variations = RATE_GRAPHS.map(
      ({ graph }) => row.signals[graph].variation,
    );
    const count = (of: readonly Variation[]) =>
      variations.filter((one) => of.includes(one)).length;
    return { row, weights: [count(UNUSUAL), count(DRIFTING), count(HIGH)] };
  });
  return weighed
    .sort((one, other) => {
      const differing = one.weights.findIndex(
        (weight, at) => weight !== other.weights[at],
      );
      return (other.weights[differing] ?? 0) - (one.weights[differing] ?? 0);
    })
    .map(({ row }) => row);
}
