import type { FieldName, ReportField } from "./report-fields";
import type { QiesReportType } from "./report-types";
import type { ReportRequest } from "./request-rules";
import { optionsOf, type TypedValues } from "./typed-values";

export type FieldsOfRequest = Pick<
  ReportRequest,
  "start_date" | "end_date" | "args"
>;

export type Sent = { value: string | readonly string[] } | undefined;

/** The form values that would send this request; missing ones get their defaults. */
export function valuesOfRequest(
  request: FieldsOfRequest,
  type: QiesReportType,
): TypedValues {
  const typed: Partial<Record<FieldName, readonly string[]>> = {};
  for (const field of type.fields) {
    typed[field.name] = typedValue(field, request, type, typed);
  }
  return typed;
}

function typedValue(
  field: ReportField,
  request: FieldsOfRequest,
  type: QiesReportType,
  before: TypedValues,
): readonly string[] {
  switch (field.kind) {
    case "day":
      return dayOf(request, field.bound);
    case "range": {
      const chosen = field.options.find(
        ({ days }) =>
          days?.start === request.start_date && days?.end === request.end_date,
      );
      return chosen ? [chosen.value] : [];
    }
    case "one":
      return field.arg === null
        ? decidedBy(field, request, type)
        : listOf(request.args[field.arg] ?? { value: field.start });
    case "many":
      return listOf(
        request.args[field.arg] ?? {
          value: optionsOf(field, before).map(({ value }) => value),
        },
      );
    default:
      return listOf(request.args[field.arg]);
  }
}

/** A choice that is not sent follows from which of its dependent fields were sent. */
function decidedBy(
  field: ReportField,
  request: FieldsOfRequest,
  type: QiesReportType,
): readonly string[] {
  const sent = type.fields.find(
    (other) =>
      other.shownWhen?.field === field.name &&
      (other.kind === "day"
        ? dayOf(request, other.bound).length > 0
        : "arg" in other && other.arg !== null && other.arg in request.args),
  );
  return sent?.shownWhen ? [sent.shownWhen.is] : [];
}

function dayOf(
  request: FieldsOfRequest,
  bound: "start" | "end",
): readonly string[] {
  const day = bound === "start" ? request.start_date : request.end_date;
  return day === null ? [] : [day];
}

export function listOf(sent: Sent): readonly string[] {
  if (!sent) return [];
  return typeof sent.value === "string" ? [sent.value] : sent.value;
}
