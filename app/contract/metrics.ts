import { z } from "zod";
import { starsCell } from "./cells";
import { endpoint } from "./endpoint";
import {
  count,
  dated,
  figuresParams,
  figuresQuery,
  nothing,
  rate,
} from "./wire";

const countAndRate = z.object({ count, rate });

/** The figures of the overview card (dashboard spec §3; definitions in design.md, measures). */
export const metrics = z.object({
  patient_count: count,
  days_of_care: count,
  snf_adm: count,
  /** Only facilities have stars. */
  cms_rating: z
    .object({
      overall: starsCell,
      survey: starsCell,
      quality: starsCell,
      staffing: starsCell,
    })
    .nullish(),
  short_stays: z.object({
    /** Rates in percent of `ach_adm`. */
    rth: countAndRate,
    ed: countAndRate,
    ach_adm: count,
  }),
  long_stays: z.object({
    /** Rates per 1,000 long-stay days. */
    h_1000: countAndRate,
    ed_1000: countAndRate,
    /** Rate per 1,000 long-term patient months. */
    adm_1000: countAndRate,
    pd_lt_doc: count,
  }),
});
export type Metrics = z.infer<typeof metrics>;

/** GET /api/metrics/{level}/{id}/{startDate}/{endDate}/. */
export const getMetrics = endpoint({
  method: "GET",
  path: "/api/metrics/:level/:id/:startDate/:endDate/",
  params: figuresParams,
  query: figuresQuery,
  body: nothing,
  bodyType: "none",
  answer: dated(metrics),
});
