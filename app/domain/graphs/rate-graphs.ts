/** Tag of a rate of the overview card. */
export type RateTag = "rth" | "ed" | "h_1000" | "ed_1000" | "adm_1000";

/** Wire name of a rate's graph, in the answer of the graphs call and in `?graph=` (R114). */
export const GRAPH_TAGS = [
  "rth_30",
  "ed_30",
  "hosp_1000",
  "ed_1000",
  "adm_1000",
] as const;
export type GraphTag = (typeof GRAPH_TAGS)[number];

/** A rate and its graph, with its title (R108). */
export interface RateGraph {
  tag: RateTag;
  graph: GraphTag;
  title: string;
}

/** The five graphs in the order of the screen. */
export const RATE_GRAPHS: readonly RateGraph[] = [
  { tag: "rth", graph: "rth_30", title: "30 Day RTH" },
  { tag: "ed", graph: "ed_30", title: "30 Day OP Ed Visits" },
  { tag: "h_1000", graph: "hosp_1000", title: "Hosp/1000 Days of Care" },
  { tag: "ed_1000", graph: "ed_1000", title: "ED/1000 Days of Care" },
  { tag: "adm_1000", graph: "adm_1000", title: "ADM/1000 LT Pt. Months" },
];

/** The graph that a URL names; null where there is none. */
export function findGraph(graph: string | null): RateGraph | null {
  return RATE_GRAPHS.find((one) => one.graph === graph) ?? null;
}

/** The graph of a rate's tag; null for a figure that is no rate, and for a tag that there is not. */
export function findGraphOfRate(tag: string | null): RateGraph | null {
  return RATE_GRAPHS.find((one) => one.tag === tag) ?? null;
}
