import type { FigureTag } from "~/domain/figures/figure-tags";

const LONG_TERM =
  "Long-term status is reached after 100 cumulative days at the facility.";
const FROM_HOSPITAL = "from an acute care hospital";
const SHARE =
  "Only admissions (ACH ADM) whose 30 days are over count, once each.";

export const FIGURE_DEFINITIONS: Record<FigureTag, string> = {
  patient_count:
    "Patients with at least one day of care in the date range. Each patient counts once.",
  days_of_care:
    "Days of care of all patients in the date range. The day of admission counts, the day of discharge does not.",
  snf_adm:
    "Admissions to a skilled nursing facility in the date range, from anywhere.",
  rth: `Return to hospital: admissions ${FROM_HOSPITAL} after which the patient went back. Going back means an unplanned inpatient or observation stay in a hospital, 0 to 30 days after admission. ${SHARE}`,
  ed: `Admissions ${FROM_HOSPITAL} after which the patient visited an emergency department as an outpatient, 0 to 30 days after admission. ${SHARE}`,
  ach_adm:
    "Admissions in the date range that came from an acute care hospital.",
  h_1000: `Unplanned inpatient and observation stays of long-term patients in a hospital, per 1,000 long-term days of care (PD LT DOC). ${LONG_TERM}`,
  ed_1000: `Outpatient emergency department visits of long-term patients, per 1,000 long-term days of care (PD LT DOC). ${LONG_TERM}`,
  adm_1000: `Unplanned inpatient hospital admissions of long-term patients, per 1,000 long-term patient months. ${LONG_TERM}`,
  pd_lt_doc: `Long-term days of care: days that patients with long-term status spent in the facility in the date range. ${LONG_TERM}`,
};
