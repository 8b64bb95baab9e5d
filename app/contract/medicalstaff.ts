import { z } from "zod";
import { endpoint } from "./endpoint";
import {
  count,
  dated,
  figuresParams,
  figuresQuery,
  id,
  nothing,
  rate,
} from "./wire";

/** A physician's figures at a place; `id` is the NPI, 0 for the stays without a physician (dashboard spec §3). */
export const medicalStaffRow = z.object({
  id,
  physician_first_name: z.string().nullable(),
  physician_last_name: z.string().nullable(),
  credentials: z.string().nullable(),
  facility_count: count,
  patient_count: count,
  short_stay_patient_count: count,
  long_stay_patient_count: count,
  /** Percent. */
  rth_30_metric: rate,
  /** Percent. */
  op_ed_30_metric: rate,
  /** Per 1,000 long-stay days. */
  hosp_1000_lsdoc_metric: rate,
  /** Per 1,000 long-stay days. */
  ed_1000_lsdoc_metric: rate,
  /** Per 1,000 long-term patient months. */
  ach_1000mm_metric: rate,
  frailty_high: count,
  frailty_medium: count,
  frailty_low: count,
});
export type MedicalStaffRow = z.infer<typeof medicalStaffRow>;

/** GET /api/medicalstaff/…: physicians at a facility, or at any place for the medical-staff report. */
export const getMedicalStaff = endpoint({
  method: "GET",
  path: "/api/medicalstaff/:level/:id/:startDate/:endDate/",
  params: figuresParams.extend({
    level: z.enum(["company", "division", "region", "facility"]),
  }),
  query: figuresQuery,
  body: nothing,
  bodyType: "none",
  answer: dated(z.array(medicalStaffRow)),
});
