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

/** Goes with days that were typed: no period of a name. */
export const DAYS_GIVEN: FixedArg = {
  arg: "dc",
  value: "BLK",
  label: "Days as given",
  goesWith: "endDate",
};

type When = Pick<CommonOfFields, "shownWhen">;

/**
 * Start and end date. Where the report is worked out for its period, the last day is also the one it is calculated for
 * (CalcDate).
 */
export function dates(
  options: When & { isCalculated?: boolean } = {},
): ReportField[] {
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

export const comparisonGroup: ReportField = {
  kind: "one",
  look: "select",
  name: "comparisonGroup",
  label: "Comparison group",
  arg: "CmprsnGroup",
  options: COMPARISON_GROUPS,
  start: "",
  required: requestErrors.comparisonGroup,
};

/** At most 5 per request (R188). */
const MOST_ERROR_NUMBERS = 5;

export const errorNumbers: ReportField = {
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

export const finalValidation: ReportField[] = [
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

export const dateRange: ReportField = {
  kind: "range",
  name: "dateRange",
  label: "Date range",
  options: ROLLING_YEARS,
  start: "",
  required: requestErrors.dateRange,
};

export const residentSort: ReportField = {
  kind: "one",
  look: "select",
  name: "sortOrder",
  label: "Sort",
  arg: "sortBy",
  options: RESIDENT_SORTS,
  start: "1",
  required: requestErrors.choice,
};

export const fiscalYear: ReportField = {
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

export const reviewAndCorrect: ReportField[] = [
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
