import type { IsoDay } from "~/domain/calendar";
import { findOfferedType, codeOf } from "./report-types";
import { checkFields, type ReportRequest } from "./request-rules";
import { requestRefusals } from "./request-words";
import { listOf, valuesOfRequest, type Sent } from "./values-of-request";

const MOST_ARGS = 20;
const MOST_VALUES = 50;
const LONGEST_VALUE = 50;
const LONGEST_LABEL = 1_000;

/**
 * Why a request is refused; null for a sound one. It must be what the form would send for the same choices; values
 * with a default may be missing. Does not judge the facility and the user.
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
export function isOfSaneSize({ args }: Pick<ReportRequest, "args">): boolean {
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
