import {
  type FieldName,
  type ReportField,
  optionsOf,
  type TypedValues,
} from "./report-fields";
import { type QiesReportType, findOfferedType, codeOf } from "./report-types";
import {
  type ReportRequest,
  checkFields,
  type RequestArg,
} from "./request-rules";
import type { IsoDay } from "~/domain/calendar";
import { requestRefusals } from "./request-words";
import type { RequestedReport } from "./report-list";

export type FieldsOfRequest = Pick<
  ReportRequest,
  "start_date" | "end_date" | "args"
>;

export type Sent = { value: string | readonly string[] } | undefined;

/** The form values that would send this request; missing ones get their defaults. */
function valuesOfRequest(
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
        : listOf(request.args[field.arg] ?? { value: field.start ?? "" });
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

function listOf(sent: Sent): readonly string[] {
  if (!sent) return [];
  return typeof sent.value === "string" ? [sent.value] : sent.value;
}

const MOST_ARGS = 20;
const MOST_VALUES = 50;
const LONGEST_VALUE = 50;
const LONGEST_LABEL = 1_000;

/**
 * Null for a request that the form could have sent; values with a default may be missing. Does not judge the facility
 * and the user.
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
    valuesOfRequest(request, type),
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

/** No larger than any report needs. */
function isOfSaneSize({ args }: Pick<ReportRequest, "args">): boolean {
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

function isSameValue(sent: Sent, expected: Sent): boolean {
  if (!expected) return false;
  const wanted = new Set(listOf(expected));
  const values = listOf(sent);
  return (
    values.length === wanted.size && values.every((value) => wanted.has(value))
  );
}

type EarlierRequest = Pick<
  RequestedReport,
  "fac_id" | "fac_name" | "start_date" | "end_date"
> & {
  report_category_id: number;
  report_type_id: number;
  args?: Record<string, RequestArg> | null | undefined;
};

/** Null if the report is no longer offered. Fields that the host does not send keep their defaults. */
export function valuesToAskAgain(
  request: EarlierRequest,
  facilities: readonly { id: number; name: string }[],
): TypedValues | null {
  const type = findOfferedType(
    codeOf(request.report_category_id, request.report_type_id),
  );
  if (!type) return null;
  const facility = facilities.find(({ id, name }) =>
    request.fac_id == null ? name === request.fac_name : id === request.fac_id,
  );
  const args = request.args ?? {};
  return {
    ...valuesOfRequest(
      { ...request, args: isOfSaneSize({ args }) ? args : {} },
      type,
    ),
    reportType: [type.code],
    facility: facility ? [String(facility.id)] : [],
  };
}
