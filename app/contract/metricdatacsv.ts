import { z } from "zod";
import { endpoint } from "./endpoint";
import { figuresParams, figuresQuery, nothing } from "./wire";

/** Tags of the overview figures, in `measure_name`, file names and `?inspect=` (design.md, wire details). */
export const METRIC_TAGS = [
  "patient_count",
  "days_of_care",
  "snf_adm",
  "rth",
  "ed",
  "ach_adm",
  "h_1000",
  "ed_1000",
  "adm_1000",
  "pd_lt_doc",
] as const;

export type MetricTag = (typeof METRIC_TAGS)[number];

/** GET /api/metricdatacsv/…: the rows behind one figure, as a CSV file. */
export const getMetricData = endpoint({
  method: "GET",
  path: "/api/metricdatacsv/:level/:id/:startDate/:endDate/",
  params: figuresParams,
  query: figuresQuery.extend({ measure_name: z.enum(METRIC_TAGS) }),
  body: nothing,
  bodyType: "none",
  answer: z.string(),
});
