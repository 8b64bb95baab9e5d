import type { ReportOption } from "./report-options";

/**
 * Parameters of a request as CMS names them (R193). The fields below decide which report takes which. `dc` names a
 * period. The portal sends BLK, 'blank: the days are given', because users type every period.
 */
export type ArgName =
  | "BeginDate"
  | "EndDate"
  | "CmprsnGroup"
  | "CalcDate"
  | "dc"
  | "errnum"
  | "submsnId"
  | "fy"
  | "msrCd"
  | "stusCd"
  | "rptQtr"
  | "dataCrctn"
  | "sortBy"
  | "rsdntDataSw";

/** Fields of the form by the name they are sent under. */
export const FIELD_NAMES = [
  "reportType",
  "facility",
  "startDate",
  "endDate",
  "comparisonGroup",
  "errorNumbers",
  "submissionBy",
  "submissionId",
  "dateRange",
  "sortOrder",
  "fiscalYear",
  "quarterRange",
  "measures",
  "residentData",
  "statuses",
  "reportingQuarters",
  "dataCorrection",
  "primarySort",
] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

/** What every field has. */
export interface CommonOfFields {
  name: FieldName;
  label: string;
  /** Shown only while the other field holds that value (R189, R190). */
  shownWhen?: { field: FieldName; is: string };
}

interface DayRules {
  noDate: string;
  /** Set where the day may not be after today. */
  inFuture?: string;
  /** Set where the day may not be before that of the other field. */
  before?: { field: FieldName; text: string };
}

/** A field of a report, as data: the form draws it and the rules check it, whatever report it belongs to. */
export type ReportField =
  /** A day of the calendar, `yyyy-MM-dd`; goes into each of the args and bounds the report's days. */
  | (CommonOfFields & {
      kind: "day";
      bound: "start" | "end";
      args: readonly ArgName[];
      required: string;
      startsToday: boolean;
      rules: DayRules;
    })
  /** One of a list; empty at first where there is no default. Without an arg it only decides what else shows. */
  | (CommonOfFields & {
      kind: "one";
      look: "select" | "radios";
      arg: ArgName | null;
      options: readonly ReportOption[];
      start: string;
      required: string;
    })
  /** One of a list of ranges of days, sent as BeginDate and EndDate. */
  | (CommonOfFields & {
      kind: "range";
      options: readonly ReportOption[];
      start: string;
      required: string;
    })
  /** Some of a list, all of them at first; the list may hang on another field. */
  | (CommonOfFields & {
      kind: "many";
      arg: ArgName;
      options:
        | readonly ReportOption[]
        | {
            dependsOn: FieldName;
            of: (value: string) => readonly ReportOption[];
          };
      required: string;
    })
  /** A box to tick, sent as Y or N. */
  | (CommonOfFields & { kind: "switch"; arg: ArgName })
  /** A short text of that form. */
  | (CommonOfFields & {
      kind: "text";
      arg: ArgName;
      form: RegExp;
      longest: number;
      wrongForm: string;
      required: string;
    })
  /** Some error numbers, listed ones or any other of that form (R188). */
  | (CommonOfFields & {
      kind: "error-numbers";
      arg: ArgName;
      most: number;
      tooMany: string;
      wrongForm: string;
      required: string;
    });

/** A parameter that goes with what was typed, and that nobody chooses. */
export interface FixedArg {
  arg: ArgName;
  value: string;
  label: string;
  /** Sent only while this field is shown. */
  goesWith: FieldName;
}
