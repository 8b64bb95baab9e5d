import { z } from "zod";
import { endpoint } from "./endpoint";
import {
  dayParam,
  effective,
  figuresQuery,
  idParam,
  levelParam,
  nothing,
} from "./wire";

/** Months in a graph series, oldest first (dashboard spec §9). */
export const GRAPH_MONTHS = 18;

const point = z.number().nonnegative().nullable();

/** One line of a graph: the 12 months ending with each month, and each month alone. */
export const series = z.object({
  rolling: z.array(point),
  mom: z.array(point),
});

/** The five graphs with their denominators (dashboard spec §3). */
export const graphs = z.object({
  short_stays: z.object({
    rth_30: series,
    ed_30: series,
    admission_events: series.extend({ rolling: z.array(point).nonempty() }),
  }),
  long_stays: z.object({
    hosp_1000: series,
    ed_1000: series,
    adm_1000: series,
    inpatient_events: series,
    outpatient_events: series,
    period_doc: series,
  }),
  /** 1 to 12, or names. */
  months: z.array(z.union([z.number().int().min(1).max(12), z.string()])),
  years: z.array(z.number().int()),
});
export type Graphs = z.infer<typeof graphs>;

/** GET /api/new_graphs/{level}/{id}/{endDate}/. */
export const getGraphs = endpoint({
  method: "GET",
  path: "/api/new_graphs/:level/:id/:endDate/",
  params: z.object({ level: levelParam, id: idParam, endDate: dayParam }),
  query: figuresQuery,
  body: nothing,
  bodyType: "none",
  answer: effective(graphs),
});
