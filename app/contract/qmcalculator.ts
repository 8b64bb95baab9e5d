import { z } from "zod";
import { endpoint } from "./endpoint";
import { count, effective, idParam, levelParam, nothing, rate } from "./wire";

/** One of the four measures of the quality score (dashboard spec §3). */
export const qualityMeasure = z.object({
  metric: rate,
  /** Points, 15 to 150. */
  score: z.number().nullable(),
  events: count,
  /** Fewest events less that raise the score; 0 where there is nothing to gain. */
  events_up: count,
  /** Fewest events more that lower it. */
  events_down: count,
  /** Fewest events less that reach 150. */
  events_perfect: count,
});

export const quality = z.object({
  rth: qualityMeasure,
  ed: qualityMeasure,
  h_1000: qualityMeasure,
  ed_1000: qualityMeasure,
  ach_adm: count,
  ls_days: count,
});
export type Quality = z.infer<typeof quality>;

/** GET /api/qmcalculator/{level}/{id}/. */
export const getQuality = endpoint({
  method: "GET",
  path: "/api/qmcalculator/:level/:id/",
  params: z.object({ level: levelParam, id: idParam }),
  query: z.object({ facility_id: idParam.optional() }),
  body: nothing,
  bodyType: "none",
  answer: effective(quality),
});
