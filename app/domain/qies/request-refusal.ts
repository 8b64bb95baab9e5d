import type { IsoDay } from "../calendar";
import type { FieldName, ReportField } from "./report-fields";
import { findOfferedType, codeOf, type QiesReportType } from "./report-types";
import { checkFields, type ReportRequest } from "./request-rules";
import { requestRefusals } from "./request-words";
import { optionsOf, type TypedValues } from "./typed-values";

const MOST_ARGS = 20;
const MOST_VALUES = 50;
const LONGEST_VALUE = 50;
const LONGEST_LABEL = 1_000;

/**
 * Why a request is refused, in words for whoever sent it, or null for a sound one: a report that is offered, under its
 * name, with the dates and parameters that the form would send for the same choices. What has a default may be left out;
 * what the report does not take may not be there. Whether the facility and the user are the sender's own is not judged.
 */
export function refusalOfRequest(
  request: ReportRequest,
  today: IsoDay,
): string | null {
  const type = findOfferedType(
    codeOf(request.report_category_id, request.report_type_id),
  );
  if (!type) return requestRefusals.unknownType;
  if (request.name !== type.name) return requestRefusals.name;
  if (!isOfSaneSize(request)) return requestRefusals.size;
  const { errors, value } = checkFields(
    type,
    typedValuesOf(request, type),
    today,
  );
  if (errors) return Object.values(errors)[0] ?? null;
  if (
    request.start_date !== value.start_date ||
    request.end_date !== value.end_date
  ) {
    return requestRefusals.dates;
  }
  const odd = Object.keys(request.args).find(
    (name) => !isSameValue(request.args[name], value.args[name]),
  );
  return odd === undefined ? null : requestRefusals.arg(odd);
}

function isOfSaneSize({ args }: ReportRequest): boolean {
  const sent = Object.entries(args);
  return (
    sent.length <= MOST_ARGS &&
    sent.every(([name, arg]) => {
      const values = listOf(arg);
      return (
        name.length <= LONGEST_VALUE &&
        values.length <= MOST_VALUES &&
        values.every((value) => value.length <= LONGEST_VALUE) &&
        arg.label.length <= LONGEST_LABEL
      );
    })
  );
}

/** What the form would hold for this request. */
function typedValuesOf(
  request: ReportRequest,
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
  request: ReportRequest,
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

/** A choice that is not sent itself shows in which of the fields that hang on it came with the request. */
function decidedBy(
  field: ReportField,
  request: ReportRequest,
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
  request: ReportRequest,
  bound: "start" | "end",
): readonly string[] {
  const day = bound === "start" ? request.start_date : request.end_date;
  return day === null ? [] : [day];
}

type Sent = { value: string | string[] } | undefined;

function isSameValue(sent: Sent, expected: Sent): boolean {
  if (!expected) return false;
  const wanted = new Set(listOf(expected));
  const values = listOf(sent);
  return (
    values.length === wanted.size && values.every((value) => wanted.has(value))
  );
}

function listOf(sent: Sent): readonly string[] {
  if (!sent) return [];
  return Array.isArray(sent.value) ? sent.value : [sent.value];
}
