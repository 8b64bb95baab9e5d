import type { CommonOfFields, FixedArg, ReportField } from "./report-fields";
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
import { requestErrors } from "./request-words";

/** Users type the days, so no named period applies. */
const DAYS_GIVEN: FixedArg = {
  arg: "dc",
  value: "BLK",
  label: "Days as given",
  goesWith: "endDate",
};

type When = Pick<CommonOfFields, "shownWhen">;

/** `isCalculated` reports also get the last day as CalcDate. */
function dates(options: When & { isCalculated?: boolean } = {}): ReportField[] {
  const { isCalculated = false, ...when } = options;
  return [
    {
      ...when,
      kind: "day",
      name: "startDate",
      label: "Start date",
      bound: "start",
      args: ["BeginDate"],
      required: requestErrors.startDate,
      startsToday: false,
      rules: { noDate: requestErrors.startNoDate },
    },
    {
      ...when,
      kind: "day",
      name: "endDate",
      label: "End date",
      bound: "end",
      args: isCalculated ? ["EndDate", "CalcDate"] : ["EndDate"],
      required: requestErrors.endDate,
      startsToday: true,
      rules: {
        noDate: requestErrors.endNoDate,
        inFuture: requestErrors.endInFuture,
        before: { field: "startDate", text: requestErrors.endBeforeStart },
      },
    },
  ];
}

const comparisonGroup: ReportField = {
  kind: "one",
  look: "select",
  name: "comparisonGroup",
  label: "Comparison group",
  arg: "CmprsnGroup",
  options: COMPARISON_GROUPS,
  start: "",
  required: requestErrors.comparisonGroup,
};

const MOST_ERROR_NUMBERS = 5;

const errorNumbers: ReportField = {
  kind: "error-numbers",
  name: "errorNumbers",
  label: "Error numbers",
  arg: "errnum",
  most: MOST_ERROR_NUMBERS,
  tooMany: requestErrors.tooManyErrorNumbers,
  wrongForm: requestErrors.errorNumberForm,
  required: requestErrors.errorNumber,
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
    start: "",
    required: requestErrors.choice,
  },
  {
    ...IN_ID_MODE,
    kind: "text",
    name: "submissionId",
    label: "Submission ID",
    arg: "submsnId",
    form: /^[A-Za-z0-9-]{1,30}$/,
    longest: 30,
    wrongForm: requestErrors.submissionIdForm,
    required: requestErrors.submissionId,
  },
  ...dates(IN_DATE_MODE),
];

const dateRange: ReportField = {
  kind: "range",
  name: "dateRange",
  label: "Date range",
  options: ROLLING_YEARS,
  start: "",
  required: requestErrors.dateRange,
};

const residentSort: ReportField = {
  kind: "one",
  look: "select",
  name: "sortOrder",
  label: "Sort",
  arg: "sortBy",
  options: RESIDENT_SORTS,
  start: "1",
  required: requestErrors.choice,
};

const fiscalYear: ReportField = {
  kind: "one",
  look: "select",
  name: "fiscalYear",
  label: "Fiscal year",
  arg: "fy",
  options: FISCAL_YEARS,
  start: "",
  required: requestErrors.fiscalYear,
};

const WITH_RESIDENTS: When = { shownWhen: { field: "residentData", is: "Y" } };

const reviewAndCorrect: ReportField[] = [
  {
    kind: "range",
    name: "quarterRange",
    label: "Quarter range",
    options: QUARTER_RANGES,
    start: "Q1 2021 - Q4 2021",
    required: requestErrors.dateRange,
  },
  {
    kind: "many",
    name: "measures",
    label: "Quality measures",
    arg: "msrCd",
    options: MDS_QUALITY_MEASURES,
    required: requestErrors.measure,
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
    required: requestErrors.status,
  },
  {
    ...WITH_RESIDENTS,
    kind: "many",
    name: "reportingQuarters",
    label: "Reporting quarter",
    arg: "rptQtr",
    options: { dependsOn: "quarterRange", of: reportingQuartersOf },
    required: requestErrors.reportingQuarter,
  },
  {
    ...WITH_RESIDENTS,
    kind: "one",
    look: "select",
    name: "dataCorrection",
    label: "Data correction status",
    arg: "dataCrctn",
    options: DATA_CORRECTIONS,
    start: "Both",
    required: requestErrors.choice,
  },
  {
    ...WITH_RESIDENTS,
    kind: "one",
    look: "select",
    name: "primarySort",
    label: "Primary sort",
    arg: "sortBy",
    options: PRIMARY_SORTS,
    start: "1",
    required: requestErrors.choice,
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
  fixedArgs: readonly FixedArg[];
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
    fixedArgs: fields.some((field) => field.name === "endDate")
      ? [DAYS_GIVEN]
      : [],
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

/** Inactive or hidden (R182). */
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
