import { RATE_GRAPHS, type GraphTag } from "./rate-graphs";

export type GraphMode = "rolling" | "mom";

export const GRAPH_MODES: readonly { mode: GraphMode; label: string }[] = [
  { mode: "rolling", label: "Rolling 12 month" },
  { mode: "mom", label: "Month over month" },
];

export function modeLabel(mode: GraphMode): string {
  return GRAPH_MODES.find((one) => one.mode === mode)?.label ?? "";
}

export const LONG_GRAPH_MONTHS = 36;

export interface GraphsAsked {
  /** The graphs that are shown month over month; the others are rolling. */
  monthly: GraphTag[];
  hasLongGraph: boolean;
}

export function graphsAsked(search: URLSearchParams): GraphsAsked {
  return {
    monthly: parseMonthlyGraphs(search.get("mom")),
    hasLongGraph: search.getAll("months").join() === `${LONG_GRAPH_MONTHS}`,
  };
}

/** Reads `mom=rth_30,ed_30`, without unknown graphs. */
export function parseMonthlyGraphs(text: string | null): GraphTag[] {
  const named = new Set((text ?? "").split(","));
  return RATE_GRAPHS.map(({ graph }) => graph).filter((graph) =>
    named.has(graph),
  );
}

export function modeOf(
  monthly: readonly GraphTag[],
  graph: GraphTag,
): GraphMode {
  return monthly.includes(graph) ? "mom" : "rolling";
}

export function withMode(
  monthly: readonly GraphTag[],
  graph: GraphTag,
  mode: GraphMode,
): GraphTag[] {
  return RATE_GRAPHS.map((measure) => measure.graph).filter((one) =>
    one === graph ? mode === "mom" : monthly.includes(one),
  );
}
