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

export interface RateGraph {
  tag: RateTag;
  graph: GraphTag;
  title: string;
}

export const RATE_GRAPHS: readonly RateGraph[] = [
  { tag: "rth", graph: "rth_30", title: "30 Day RTH" },
  { tag: "ed", graph: "ed_30", title: "30 Day OP Ed Visits" },
  { tag: "h_1000", graph: "hosp_1000", title: "Hosp/1000 Days of Care" },
  { tag: "ed_1000", graph: "ed_1000", title: "ED/1000 Days of Care" },
  { tag: "adm_1000", graph: "adm_1000", title: "ADM/1000 LT Pt. Months" },
];

export function findGraph(graph: string | null): RateGraph | null {
  return RATE_GRAPHS.find((one) => one.graph === graph) ?? null;
}

export function findGraphOfRate(tag: string | null): RateGraph | null {
  return RATE_GRAPHS.find((one) => one.tag === tag) ?? null;
}
