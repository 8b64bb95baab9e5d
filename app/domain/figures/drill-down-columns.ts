import type { ChildLevel } from "../places/hierarchy";
import { readSort, type ListSort } from "../lists/list-page";
import type { SortKind } from "../lists/table-sort";

/** What a cell holds; the frailty distribution is three counts and cannot be sorted (R101). */
export type ColumnKind = SortKind | "frailty-distribution";

/** A column of a drill-down list. `key` is the row's wire name; `name` is put together from the name fields. */
export interface DrillDownColumn {
  key: string;
  label: string;
  kind: ColumnKind;
  hint?: string;
  /** A rate's denominator by its wire name, and the days in one unit of it. `all`: all admissions, settled or not. */
  over?:
    | { key: "settled_adm"; all: AdmissionsKey; daysPerUnit: null }
    | { key: "pd_lt_doc"; daysPerUnit: number };
  detail?: string;
}

type AdmissionsKey = "ach_adm" | "admit_from_hospital_count";

const overDays = { key: "pd_lt_doc", daysPerUnit: 1 } as const;

function rateColumns(all: AdmissionsKey): DrillDownColumn[] {
  const overAdmissions = {
    key: "settled_adm",
    all,
    daysPerUnit: null,
  } as const;
  return [
    {
      key: "rth_30_metric",
      label: "RTH%",
      kind: "percent",
      over: overAdmissions,
      hint: "Returns to hospital within 30 days, percent of admissions from hospital whose 30 days are over",
    },
    {
      key: "op_ed_30_metric",
      label: "ED%",
      kind: "percent",
      over: overAdmissions,
      hint: "Outpatient emergency department visits within 30 days, percent of admissions from hospital whose 30 days are over",
    },
    {
      key: "hosp_1000_lsdoc_metric",
      label: "H/1000",
      kind: "rate",
      over: overDays,
      hint: "Hospitalizations per 1,000 long-stay days of care",
    },
    {
      key: "ed_1000_lsdoc_metric",
      label: "ED/1000",
      kind: "rate",
      over: overDays,
      hint: "Emergency department visits per 1,000 long-stay days of care",
    },
    {
      key: "ach_1000mm_metric",
      label: "ADM/1000",
      kind: "rate",
      over: overDays,
      hint: "Hospital admissions per 1,000 long-term patient months",
    },
  ];
}

const count = (key: string, label: string): DrillDownColumn => ({
  key,
  label,
  kind: "number",
});

const LOCATION_COLUMNS: readonly DrillDownColumn[] = [
  { key: "name", label: "Name", kind: "name" },
  count("physician_count", "Physicians"),
  count("patient_count", "Patients"),
  count("long_stay_patient_count", "Long-stay patients"),
  count("admit_from_hospital_count", "Admissions from hospital"),
  // The overview card above has the same names, each with its definition.
  ...rateColumns("admit_from_hospital_count").map(
    ({ hint: _, ...column }) => column,
  ),
];

const PHYSICIAN_COLUMNS: readonly DrillDownColumn[] = [
  { key: "name", label: "Name", kind: "name" },
  { key: "credentials", label: "Credentials", kind: "text" },
  count("facility_count", "Facilities"),
  count("patient_count", "Patients"),
  count("short_stay_patient_count", "Short-stay patients"),
  count("long_stay_patient_count", "Long-stay patients"),
  ...rateColumns("ach_adm"),
  {
    key: "frailty",
    label: "Frailty score distribution",
    kind: "frailty-distribution",
    detail: "High / Med / Low",
  },
];

const PATIENT_COLUMNS: readonly DrillDownColumn[] = [
  { key: "name", label: "Name", kind: "name" },
  { key: "admission_date", label: "Admission date", kind: "date" },
  { key: "discharge_date", label: "Discharge date", kind: "date" },
  {
    key: "days_care",
    label: "Days of care",
    kind: "number",
    hint: "Of all stays in the date range",
  },
  { key: "frailty_score", label: "Frailty score", kind: "score" },
  count("hospital_transfers", "Hospital transfers"),
  {
    key: "hospital_visits",
    label: "ED visits",
    kind: "number",
    hint: "Emergency department visits",
  },
  count("short_stay_ed_visits", "Short-stay ED visits"),
  count("long_stay_ed_visits", "Long-stay ED visits"),
];

const COLUMNS: Record<ChildLevel, readonly DrillDownColumn[]> = {
  division: LOCATION_COLUMNS,
  region: LOCATION_COLUMNS,
  facility: LOCATION_COLUMNS,
  physician: PHYSICIAN_COLUMNS,
  patient: PATIENT_COLUMNS,
};

export function drillDownColumns(
  child: ChildLevel,
): readonly DrillDownColumn[] {
  return COLUMNS[child];
}

export function isSortable(column: DrillDownColumn): boolean {
  return column.kind !== "frailty-distribution";
}

/** The sort of `?sort=<column>&dir=asc|desc`; null for no sortable column. An odd direction is ascending. */
export function parseSort(
  search: URLSearchParams,
  child: ChildLevel,
): ListSort<string> | null {
  const sortable = COLUMNS[child].filter(isSortable);
  return readSort(
    search,
    sortable.map(({ key }) => key),
  );
}
