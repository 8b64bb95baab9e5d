import type { ReportOption } from "./report-options";

/** CMS's names (R193). `dc` names a period: always BLK, 'blank: the days are given', because users type the days. */
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

interface SharedByFields {
  name: FieldName;
  label: string;
  /** Shown only while the other field holds that value (R189, R190). */
  shownWhen?: { field: FieldName; is: string };
}

export type ReportField = SharedByFields &
  (
    | { kind: "day"; arg: "BeginDate" | "EndDate"; isCalculated?: boolean }
    /** Without an arg it only decides which other fields show. A period is sent as BeginDate and EndDate. */
    | {
        kind: "one";
        arg: ArgName | "period" | null;
        options: readonly ReportOption[];
        start?: string;
        required: string;
      }
    /** All are chosen at first. The options may depend on another field. */
    | {
        kind: "many";
        arg: ArgName;
        options:
          | readonly ReportOption[]
          | {
              dependsOn: FieldName;
              of: (value: string) => readonly ReportOption[];
            };
        required: string;
      }
    /** Sent as Y or N. */
    | { kind: "switch"; arg: ArgName }
    | {
        kind: "text" | "error-numbers";
        arg: ArgName;
        wrongForm: string;
        required: string;
      }
  );

export type TypedValues = Readonly<
  Partial<Record<FieldName, readonly string[]>>
>;

/** The first value; empty if there is none. */
export function heldBy(typed: TypedValues, name: FieldName): string {
  return typed[name]?.[0] ?? "";
}

export function optionsOf(
  field: ReportField,
  typed: TypedValues,
): readonly ReportOption[] {
  if (!("options" in field)) return [];
  return "of" in field.options
    ? field.options.of(heldBy(typed, field.options.dependsOn))
    : field.options;
}
