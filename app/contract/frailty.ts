import { z } from "zod";
import { endpoint } from "./endpoint";
import { count, dated, figuresParams, figuresQuery, nothing } from "./wire";

/** Patients by frailty band (dashboard spec §9: low 0–2, medium 3–5, high 6 and above). */
export const frailty = z.object({ high: count, medium: count, low: count });
export type Frailty = z.infer<typeof frailty>;

/** GET /api/frailty/{level}/{id}/{startDate}/{endDate}/. */
export const getFrailty = endpoint({
  method: "GET",
  path: "/api/frailty/:level/:id/:startDate/:endDate/",
  params: figuresParams,
  query: figuresQuery,
  body: nothing,
  bodyType: "none",
  answer: dated(frailty),
});
