import type { FigureTag } from "./figure-tags";

export interface FigureLabel {
  label: string;
  hint?: string;
}

export const FIGURE_LABELS: Readonly<Record<FigureTag, FigureLabel>> = {
  patient_count: { label: "Patient count" },
  days_of_care: { label: "Days of care" },
  snf_adm: { label: "SNF ADM", hint: "Skilled nursing facility admissions" },
  rth: {
    label: "RTH/RTH%",
    hint: "Returns to hospital within 30 days, number and share",
  },
  ed: {
    label: "ED/ED%",
    hint: "Outpatient ED visits within 30 days, number and share",
  },
  ach_adm: { label: "ACH ADM", hint: "Admissions from acute care hospitals" },
  h_1000: {
    label: "H/1000",
    hint: "Hospitalizations per 1,000 long-term days of care",
  },
  ed_1000: {
    label: "ED/1000",
    hint: "Outpatient ED visits per 1,000 long-term days of care",
  },
  adm_1000: {
    label: "ADM/1000",
    hint: "Hospital admissions per 1,000 long-term patient months",
  },
  pd_lt_doc: {
    label: "PD LT DOC",
    hint: "Long-term days of care in the date range",
  },
};
