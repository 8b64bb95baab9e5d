import type { FieldName, ReportField } from "./report-fields";
import type { QiesReportType } from "./report-types";
import type { ReportRequest } from "./request-rules";
import { optionsOf, type TypedValues } from "./typed-values";

export type FieldsOfRequest = Pick<
  ReportRequest,
  "start_date" | "end_date" | "args"
>;

/** A parameter as it came; undefined where it did not. */
export type Sent = { value: string | readonly string[] } | undefined;

/** What the fields of the form would hold for this request; what it has left out is what they start with. */
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

/** A choice that is not sent itself follows from which of its dependent fields came with the request. */
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

/** The values of a parameter; none where it did not come. */
export function listOf(sent: Sent): readonly string[] {
  if (!sent) return [];
  return typeof sent.value === "string" ? [sent.value] : sent.value;
}
