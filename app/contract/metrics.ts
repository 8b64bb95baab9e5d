import { z } from "zod";
import { cell, figureCell, starsCell } from "./cells";
import { cmsFileCell } from "./cms-file";
import { endpoint } from "./endpoint";
import { dated, dayParam, figuresParams, figuresQuery, nothing } from "./wire";

const countAndRate = cell(z.object({ count: figureCell, rate: figureCell }), {
  count: null,
  rate: null,
});

/** The figures of the overview card (R46 to R48). */
export const metrics = z.object({
  patient_count: figureCell,
  days_of_care: figureCell,
  snf_adm: figureCell,
  /** Only facilities have stars. */
  cms_rating: cell(
    z
      .object({
        overall: starsCell,
        survey: starsCell,
        quality: starsCell,
        staffing: starsCell,
        cms_file: cmsFileCell,
      })
      .nullable(),
    null,
  ).optional(),
  short_stays: z.object({
    /** Rates in percent of `settled_adm`; of `ach_adm` where a host leaves that out. */
    rth: countAndRate,
    ed: countAndRate,
    ach_adm: figureCell,
    /** The `ach_adm` whose 30 days are over (R79). */
    settled_adm: figureCell.optional(),
    /** The last day of the range whose admissions are settled in all facilities; null where it lies before the range. */
    settled_through: cell(dayParam.nullable(), null).optional(),
  }),
  long_stays: z.object({
    /** Rates per 1,000 long-stay days. */
    h_1000: countAndRate,
    ed_1000: countAndRate,
    /** Rate per 1,000 long-term patient months. */
    adm_1000: countAndRate,
    pd_lt_doc: figureCell,
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
