import { z } from "zod";
import { cell, figureCell, starsCell } from "./cells";
import { cmsFileCell } from "./cms-file";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { dated, dayParam, figuresParams, figuresQuery } from "./wire";

const countAndRate = cell(z.object({ count: figureCell, rate: figureCell }), {
  count: null,
  rate: null,
});

const figures = z.object({
  patient_count: figureCell,
  days_of_care: figureCell,
  snf_adm: figureCell,
  short_stays: z.object({
    /** Rates in percent of `settled_adm`; of `ach_adm` where a host leaves that out. */
    rth: countAndRate,
    ed: countAndRate,
    ach_adm: figureCell,
    settled_adm: figureCell.optional(),
    /** The last day of the range on which all facilities' admissions are settled; null if that is before the range. */
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

/** The range that follows this period, in the facilities with data for both (R496). */
const comparison = z.object({
  /** The days of the period: as many as count of the range, right before it. */
  start_date: dayParam,
  end_date: dayParam,
  /** The figures of the range, where some facilities are left out of both. */
  now: figures.optional(),
  /** How many facilities have stays, and how many of them are compared; left out where all are. */
  facilities: z.number().int().optional(),
  compared: z.number().int().optional(),
  /** The earliest day on which the other facilities' data begin; null if unknown. */
  data_from: dayParam.nullish(),
  /** Some facilities are compared over fewer days than others (R497). */
  fewer_days: z.boolean().optional(),
});
export type Comparison = DeepReadonly<z.output<typeof comparison>>;

export const metrics = figures.extend({
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
  comparison: cell(comparison.nullable(), null).optional(),
});
export type Metrics = DeepReadonly<z.output<typeof metrics>>;

/**
 * `?compared_to={day}` asks for the period before a range that ends on `day`; only facilities and days with data for
 * both count. An empty answer (204) names the data cut-off in the header `data-through` if the range lies beyond it.
 */
export const getMetrics = endpoint({
  path: "/api/metrics/:level/:id/:startDate/:endDate/",
  params: figuresParams,
  query: figuresQuery.extend({ compared_to: dayParam.optional() }),
  answer: dated(metrics),
});
