import type { RequestedReport } from "./report-list";
import { codeOf, findOfferedType } from "./report-types";
import { isOfSaneSize } from "./request-refusal";
import type { RequestArg } from "./read-field";
import type { TypedValues } from "./typed-values";
import { valuesOfRequest } from "./values-of-request";

type EarlierRequest = Pick<
  RequestedReport,
  "fac_id" | "fac_name" | "start_date" | "end_date"
> & {
  report_category_id: number;
  report_type_id: number;
  args?: Record<string, RequestArg> | null | undefined;
};

/**
 * The form values that repeat a request; null if its report is no longer offered. Fields that the host does not send
 * keep their defaults.
 */
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
