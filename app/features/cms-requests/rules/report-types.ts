import type { ReportField } from "./report-fields";
import {
  COMPARISON_GROUPS,
  DATA_CORRECTIONS,
  FISCAL_YEARS,
  PRIMARY_SORTS,
  MDS_QUALITY_MEASURES,
  QUARTER_RANGES,
  RESIDENT_SORTS,
  RESIDENT_STATUSES,
  ROLLING_YEARS,
  SUBMISSION_CHOICES,
  reportingQuartersOf,
} from "./report-options";

type When = Pick<ReportField, "shownWhen">;

/** A report for a period also gets its last day as CalcDate. */
function dates(options: When & { isCalculated?: boolean } = {}): ReportField[] {
  const day = { ...options, kind: "day" } as const;
  return [
    { ...day, name: "startDate", label: "Start date", arg: "BeginDate" },
    { ...day, name: "endDate", label: "End date", arg: "EndDate" },
  ];
}

const calculated = dates({ isCalculated: true });

const comparisonGroup: ReportField = {
  kind: "one",
  name: "comparisonGroup",
  label: "Comparison group",
  arg: "CmprsnGroup",
  options: COMPARISON_GROUPS,
  required: "Comparison group required",
};

const errorNumbers: ReportField = {
  kind: "error-numbers",
  name: "errorNumbers",
  label: "Error numbers",
  arg: "errnum",
  wrongForm:
    "Write an error number with a minus and three to five digits, like -1001",
  required: "Error number required",
};

const IN_ID_MODE: When = { shownWhen: { field: "submissionBy", is: "id" } };
const IN_DATE_MODE: When = {
  shownWhen: { field: "submissionBy", is: "dates" },
};

const finalValidation: ReportField[] = [
  {
    kind: "one",
    name: "submissionBy",
    label: "Find submissions by",
    arg: null,
    options: SUBMISSION_CHOICES,
    required: "This choice is required",
  },
  {
    ...IN_ID_MODE,
    kind: "text",
    name: "submissionId",
    label: "Submission ID",
    arg: "submsnId",
    wrongForm:
      "Use only letters, digits and hyphens for the submission ID, 30 at most",
    required: "Submission ID required",
  },
  ...dates(IN_DATE_MODE),
];

const dateRange: ReportField = {
  kind: "one",
  name: "dateRange",
  label: "Date range",
  arg: "period",
  options: ROLLING_YEARS,
  required: "Date range required",
};

const residentSort: ReportField = {
  kind: "one",
  name: "sortOrder",
  label: "Sort",
  arg: "sortBy",
  options: RESIDENT_SORTS,
  start: "1",
  required: "This choice is required",
};

const fiscalYear: ReportField = {
  kind: "one",
  name: "fiscalYear",
  label: "Fiscal year",
  arg: "fy",
  options: FISCAL_YEARS,
  required: "Fiscal year required",
};

const WITH_RESIDENTS: When = { shownWhen: { field: "residentData", is: "Y" } };

const reviewAndCorrect: ReportField[] = [
  {
    kind: "one",
    name: "quarterRange",
    label: "Quarter range",
    arg: "period",
    options: QUARTER_RANGES,
    start: "Q1 2021 - Q4 2021",
    required: "Date range required",
  },
  {
    kind: "many",
    name: "measures",
    label: "Quality measures",
    arg: "msrCd",
    options: MDS_QUALITY_MEASURES,
    required: "Quality measure is required",
  },
  {
    kind: "switch",
    name: "residentData",
    label: "Include resident level data",
    arg: "rsdntDataSw",
  },
  {
    ...WITH_RESIDENTS,
    kind: "many",
    name: "statuses",
    label: "Status",
    arg: "stusCd",
    options: RESIDENT_STATUSES,
    required: "Status is required",
  },
  {
    ...WITH_RESIDENTS,
    kind: "many",
    name: "reportingQuarters",
    label: "Reporting quarter",
    arg: "rptQtr",
    options: { dependsOn: "quarterRange", of: reportingQuartersOf },
    required: "Reporting quarter is required",
  },
  {
    ...WITH_RESIDENTS,
    kind: "one",
    name: "dataCorrection",
    label: "Data correction status",
    arg: "dataCrctn",
    options: DATA_CORRECTIONS,
    start: "Both",
    required: "This choice is required",
  },
  {
    ...WITH_RESIDENTS,
    kind: "one",
    name: "primarySort",
    label: "Primary sort",
    arg: "sortBy",
    options: PRIMARY_SORTS,
    start: "1",
    required: "This choice is required",
  },
];

export interface QiesReportType {
  categoryId: number;
  typeId: number;
  /** 'category-type' (R181). */
  code: string;
  name: string;
  /** Besides the facility, in the order of the form. */
  fields: readonly ReportField[];
}

export function codeOf(categoryId: number, typeId: number): string {
  return `${categoryId}-${typeId}`;
}

function typeOf(
  categoryId: number,
  typeId: number,
  name: string,
  fields: readonly ReportField[],
): QiesReportType {
  const code = codeOf(categoryId, typeId);
  return { categoryId, typeId, code, name, fields };
}

/** In the order of the form (R181). */
export const QIES_REPORT_TYPES: readonly QiesReportType[] = [
  typeOf(56, 801, "MDS 3.0 Resident Level Quality Measure Report", calculated),
  typeOf(60, 6035, "SNF QRP Provider Threshold", [fiscalYear]),
  typeOf(50, 5015, "MDS 3.0 Missing Assessment", []),
  typeOf(56, 800, "Facility Quality Measure Report", [
    ...calculated,
    comparisonGroup,
  ]),
  typeOf(56, 804, "Facility Characteristics Report", [
    ...calculated,
    comparisonGroup,
  ]),
  typeOf(50, 5011, "Errors by Field by Facility", dates()),
  typeOf(50, 5009, "Error Number Summary by Facility by Vendor", dates()),
  typeOf(50, 5007, "Error Detail by Facility", dates()),
  typeOf(50, 5002, "Assessments with Error Number XXXX", [
    ...dates(),
    errorNumbers,
  ]),
  typeOf(60, 6032, "SNF Facility-Level Quality Measure Report", [dateRange]),
  typeOf(60, 6033, "SNF Resident-Level Quality Measure Report", [
    dateRange,
    residentSort,
  ]),
  typeOf(60, 6030, "SNF Review And Correct Report", reviewAndCorrect),
  typeOf(55, 5017, "MDS 3.0 NH Final Validation", finalValidation),
];

/** Null for all but the offered types. Old requests of others are still listed. */
export function findReportType(code: string): QiesReportType | null {
  return QIES_REPORT_TYPES.find((type) => type.code === code) ?? null;
}
