import {
  type FieldName,
  type ReportField,
  optionsOf,
  type TypedValues,
} from "./report-fields";
import { type QiesReportType, findReportType, codeOf } from "./report-types";
import {
  type ReportRequest,
  checkFields,
  dayArg,
  type RequestArg,
} from "./request-rules";
import type { IsoDay } from "~/domain/calendar";
import { requestRefusals } from "./request-words";
import type { QiesReport } from "~/contract/qies-reports";

type SentFields = Pick<ReportRequest, "start_date" | "end_date" | "args">;

/** The form values that would send this request; missing ones get their defaults. */
function valuesOfRequest(
  { start_date, end_date, args }: SentFields,
  type: QiesReportType,
): TypedValues {
  const sent: SentArgs = {
    ...args,
    BeginDate: start_date === null ? null : dayArg(start_date),
    EndDate: end_date === null ? null : dayArg(end_date),
  };
  const typed: Partial<Record<FieldName, readonly string[]>> = {};
  for (const field of type.fields) {
    typed[field.name] = typedValues(field, sent, type, typed);
  }
  return typed;
}

type SentArgs = Record<string, RequestArg | null>;

function typedValues(
  field: ReportField,
  sent: SentArgs,
  type: QiesReportType,
  before: TypedValues,
): readonly string[] {
  if (field.arg === "period") {
    const chosen = field.options.find(
      ({ days }) =>
        days?.start === sent.BeginDate?.value &&
        days?.end === sent.EndDate?.value,
    );
    return chosen ? [chosen.value] : [];
  }
  if (field.arg === null) {
    // A choice that is not sent follows from which of its dependent fields were sent.
    const decided = type.fields.find(
      ({ shownWhen, arg }) =>
        shownWhen?.field === field.name && arg !== null && Boolean(sent[arg]),
    );
    return decided?.shownWhen ? [decided.shownWhen.is] : [];
  }
  if (sent[field.arg]) return listOf(sent[field.arg]);
  if (field.kind === "one") return [field.start ?? ""];
  return field.kind === "many"
    ? optionsOf(field, before).map(({ value }) => value)
    : [];
}

function listOf(sent: RequestArg | null | undefined): readonly string[] {
  return sent ? [sent.value].flat() : [];
}

/**
 * Null for a request that the form could have sent; values with a default may be missing. Does not judge the facility
 * and the user.
 */
export function refusalOfRequest(
  request: ReportRequest,
  today: IsoDay,
): string | null {
  const type = findReportType(
    codeOf(request.report_category_id, request.report_type_id),
  );
  if (!type) return requestRefusals.unknownType;
  if (request.name !== type.name) return requestRefusals.name;
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

function isSameValue(
  sent: RequestArg | undefined,
  expected: RequestArg | undefined,
): boolean {
  if (!expected) return false;
  const wanted = new Set(listOf(expected));
  const values = listOf(sent);
  return (
    values.length === wanted.size && values.every((value) => wanted.has(value))
  );
}

/** Null if the report is no longer offered. Fields that the host does not send keep their defaults. */
export function valuesToAskAgain(
  request: Pick<
    QiesReport,
    | "report_category_id"
    | "report_type_id"
    | "fac_id"
    | "fac_name"
    | "start_date"
    | "end_date"
    | "args"
  >,
  facilities: readonly { id: number; name: string }[],
): TypedValues | null {
  const type = findReportType(
    codeOf(request.report_category_id, request.report_type_id),
  );
  if (!type) return null;
  const facility = facilities.find(({ id, name }) =>
    request.fac_id == null ? name === request.fac_name : id === request.fac_id,
  );
  return {
    ...valuesOfRequest({ ...request, args: request.args ?? {} }, type),
    reportType: [type.code],
    facility: facility ? [String(facility.id)] : [],
  };
}
