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

/** A month's number, or its name in any language; no signs of markup, since it ends in pictures and tooltips. */
const month = z.union([
  z.number().int().min(1).max(12),
  z.string().regex(/^[\p{L}\p{M}\p{N} .]{1,20}$/u, "expected a month"),
]);

/** One line of a graph: the 12 months ending with each month, and each month alone. */
export const series = z.object({
  rolling: z.array(point),
  mom: z.array(point),
});

const answer = z.object({
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
  /**
   * The counts of the overview card month by month, for its trends; an API host that does not know them leaves them
   * out.
   */
  general: z
    .object({
      patient_count: z.array(point),
      days_of_care: z.array(point),
      snf_adm: z.array(point),
    })
    .nullish(),
  /** 1 to 12, or names. */
  months: z.array(month),
  years: z.array(z.number().int()),
});

/**
 * The five graphs with their denominators (dashboard spec §3). A line has a point for each month, or none at all:
 * otherwise nobody could tell which months its points are of.
 */
export const graphs = answer.refine(
  ({ months, ...rest }) =>
    linesOf(rest).every(
      ({ length }) => length === 0 || length === months.length,
    ),
  "expected a point for each month",
);
export type Graphs = z.infer<typeof graphs>;

function linesOf({
  short_stays,
  long_stays,
  general,
}: Omit<z.infer<typeof answer>, "months">): readonly unknown[][] {
  const stays = [...Object.values(short_stays), ...Object.values(long_stays)];
  return [
    ...stays.flatMap(({ rolling, mom }) => [rolling, mom]),
    ...Object.values(general ?? {}),
  ];
}

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
