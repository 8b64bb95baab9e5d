import type { CommonOfFields, ReportField } from "./report-fields";
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

type When = Pick<CommonOfFields, "shownWhen">;

/** A report for a period also gets its last day as CalcDate. */
function dates(options: When & { isCalculated?: boolean } = {}): ReportField[] {
  return [
    {
      ...options,
      kind: "day",
      name: "startDate",
      label: "Start date",
      bound: "start",
      required: "Start date required",
      noDate: "Start date must be a date, like 2026-01-31",
    },
    {
      ...options,
      kind: "day",
      name: "endDate",
      label: "End date",
      bound: "end",
      required: "End date required",
      noDate: "End date must be a date, like 2026-01-31",
    },
  ];
}

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
    look: "radios",
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
    form: /^[A-Za-z0-9-]{1,30}$/,
    longest: 30,
    wrongForm:
      "Use only letters, digits and hyphens for the submission ID, 30 at most",
    required: "Submission ID required",
  },
  ...dates(IN_DATE_MODE),
];

const dateRange: ReportField = {
  kind: "range",
  name: "dateRange",
  label: "Date range",
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
    kind: "range",
    name: "quarterRange",
    label: "Quarter range",
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
  /** Old requests of the others are still listed. */
  isOffered: boolean;
  /** Besides the facility, in the order of the form. */
  fields: readonly ReportField[];
}

export function codeOf(categoryId: number, typeId: number): string {
  return `${categoryId}-${typeId}`;
}

function offered(
  categoryId: number,
  typeId: number,
  name: string,
  fields: readonly ReportField[],
): QiesReportType {
  return {
    categoryId,
    typeId,
    code: codeOf(categoryId, typeId),
    name,
    isOffered: true,
    fields,
  };
}

function hidden(
  categoryId: number,
  typeId: number,
  name: string,
): QiesReportType {
  return { ...offered(categoryId, typeId, name, []), isOffered: false };
}

/** In the order of the form (R181). */
export const QIES_REPORT_TYPES: readonly QiesReportType[] = [
  offered(
    56,
    801,
    "MDS 3.0 Resident Level Quality Measure Report",
    dates({ isCalculated: true }),
  ),
  offered(60, 6035, "SNF QRP Provider Threshold", [fiscalYear]),
  offered(50, 5015, "MDS 3.0 Missing Assessment", []),
  offered(56, 800, "Facility Quality Measure Report", [
    ...dates({ isCalculated: true }),
    comparisonGroup,
  ]),
  offered(56, 804, "Facility Characteristics Report", [
    ...dates({ isCalculated: true }),
    comparisonGroup,
  ]),
  offered(50, 5011, "Errors by Field by Facility", dates()),
  offered(50, 5009, "Error Number Summary by Facility by Vendor", dates()),
  offered(50, 5007, "Error Detail by Facility", dates()),
  offered(50, 5002, "Assessments with Error Number XXXX", [
    ...dates(),
    errorNumbers,
  ]),
  offered(60, 6032, "SNF Facility-Level Quality Measure Report", [dateRange]),
  offered(60, 6033, "SNF Resident-Level Quality Measure Report", [
    dateRange,
    residentSort,
  ]),
  offered(60, 6030, "SNF Review And Correct Report", reviewAndCorrect),
  offered(55, 5017, "MDS 3.0 NH Final Validation", finalValidation),
];

const HIDDEN_REPORT_TYPES: readonly QiesReportType[] = [
  hidden(41, 0, "Facility 5 Star Report"),
  hidden(166, 0, "Fiscal Year Noncompliance Notification"),
  hidden(0, 0, "Placeholder"),
];

const BY_CODE = new Map(
  [...QIES_REPORT_TYPES, ...HIDDEN_REPORT_TYPES].map((type) => [
    type.code,
    type,
  ]),
);

export function findReportType(code: string): QiesReportType | null {
  return BY_CODE.get(code) ?? null;
}

export function findOfferedType(code: string): QiesReportType | null {
  const type = findReportType(code);
  return type?.isOffered ? type : null;
}
