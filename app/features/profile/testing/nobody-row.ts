import type { MedicalStaffRow } from "~/contract/medicalstaff";

export const NOBODY_ROW: MedicalStaffRow = {
  id: 0,
  physician_first_name: null,
  physician_last_name: null,
  credentials: null,
  facility_count: 1,
  patient_count: 9,
  short_stay_patient_count: 7,
  long_stay_patient_count: 4,
  rth_30_metric: 50,
  op_ed_30_metric: 0,
  hosp_1000_lsdoc_metric: 0,
  ed_1000_lsdoc_metric: 1.39,
  ach_1000mm_metric: 0,
  frailty_high: 1,
  frailty_medium: 1,
  frailty_low: 7,
};
