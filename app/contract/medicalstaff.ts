import { z } from "zod";
import { figureCell, textCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { dated, figuresParams, figuresQuery, id } from "./wire";

/** A physician's figures at a place; `id` is the NPI, 0 for the stays without a physician (R96). */
export const medicalStaffRow = z.object({
  id,
  physician_first_name: textCell,
  physician_last_name: textCell,
  credentials: textCell,
  facility_count: figureCell,
  patient_count: figureCell,
  short_stay_patient_count: figureCell,
  long_stay_patient_count: figureCell,
  /** Percent. */
  rth_30_metric: figureCell,
  op_ed_30_metric: figureCell,
  /** Per 1,000 long-stay days. */
  hosp_1000_lsdoc_metric: figureCell,
  ed_1000_lsdoc_metric: figureCell,
  /** Per 1,000 long-term patient months. */
  ach_1000mm_metric: figureCell,
  /** The denominators: admissions from hospital, the settled ones among them (R79), and long-stay days. A host may leave them out. */
  ach_adm: figureCell.optional(),
  settled_adm: figureCell.optional(),
  pd_lt_doc: figureCell.optional(),
  frailty_high: figureCell,
  frailty_medium: figureCell,
  frailty_low: figureCell,
});
export type MedicalStaffRow = DeepReadonly<z.output<typeof medicalStaffRow>>;

export const getMedicalStaff = endpoint({
  path: "/api/medicalstaff/:level/:id/:startDate/:endDate/",
  params: figuresParams.extend({
    level: z.enum(["company", "division", "region", "facility"]),
  }),
  query: figuresQuery,
  answer: dated(z.array(medicalStaffRow)),
});
