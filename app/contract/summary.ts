import { z } from "zod";
import { endpoint } from "./endpoint";
import {
  count,
  dated,
  dayParam,
  figuresParams,
  figuresQuery,
  id,
  nothing,
} from "./wire";

/** A child place of a company, division or region (dashboard spec §3). */
export const locationRow = z.object({
  id,
  name: z.string().nullable(),
  physician_count: count,
  patient_count: count,
  long_stay_patient_count: count,
  admit_from_hospital_count: count,
});
export type LocationRow = z.infer<typeof locationRow>;

/** A patient of a physician; the dates are those of the newest stay in the range (dashboard spec §3). */
export const patientRow = z.object({
  id: id.optional(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  admission_date: dayParam.nullable(),
  /** Null while the stay is open. */
  discharge_date: dayParam.nullable(),
  days_care: count,
  /** −1 or null: none. */
  frailty_score: z.number().int().nullable(),
  hospital_transfers: count,
  hospital_visits: count,
  short_stay_ed_visits: count,
  long_stay_ed_visits: count,
});
export type PatientRow = z.infer<typeof patientRow>;

const summary = {
  method: "GET",
  path: "/api/summary/:level/:id/:startDate/:endDate/",
  query: figuresQuery,
  body: nothing,
  bodyType: "none",
} as const;

/** GET /api/summary/… of a company, division or region: its child places. */
export const getLocationSummary = endpoint({
  ...summary,
  params: figuresParams.extend({
    level: z.enum(["company", "division", "region"]),
  }),
  answer: dated(z.array(locationRow)),
});

/** GET /api/summary/physician/…: the physician's patients. */
export const getPatientSummary = endpoint({
  ...summary,
  params: figuresParams.extend({ level: z.literal("physician") }),
  answer: dated(z.array(patientRow)),
});
