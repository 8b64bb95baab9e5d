import type { IsoDay } from "~/domain/calendar";
import type { DayRange } from "./quarters";
import { readField, type RequestArg } from "./read-field";
import type { FieldName, ReportField } from "./report-fields";
import { findOfferedType, type QiesReportType } from "./report-types";
import { requestErrors } from "./request-words";
import { heldBy, type TypedValues } from "./typed-values";

export type FieldErrors = Partial<Record<FieldName, string>>;

export interface ReportRequest {
  report_category_id: number;
  report_type_id: number;
  name: string;
  fac_id: number;
  user_id: number;
  /** Null for a report without dates. */
  start_date: IsoDay | null;
  end_date: IsoDay | null;
  args: Record<string, RequestArg>;
  file_type: "pdf";
}

type FieldsPart = Pick<ReportRequest, "start_date" | "end_date" | "args">;

export type Checked<T> =
  | { errors: FieldErrors; value: null }
  | { errors: null; value: T };

/** `facilityIds` are those that the viewer may choose (R183). */
export function checkRequest(
  typed: TypedValues,
  {
    today,
    userId,
    facilityIds,
  }: { today: IsoDay; userId: number; facilityIds: readonly number[] },
): Checked<ReportRequest> {
  const type = findOfferedType(heldBy(typed, "reportType"));
  const facilityText = heldBy(typed, "facility");
  const facility = facilityIds.find((id) => String(id) === facilityText);
  const fields = type ? checkFields(type, typed, today) : null;
  if (type && facility !== undefined && fields?.value) {
    const value: ReportRequest = {
      report_category_id: type.categoryId,
      report_type_id: type.typeId,
      name: type.name,
      fac_id: facility,
      user_id: userId,
      ...fields.value,
      file_type: "pdf",
    };
    return { errors: null, value };
  }
  const errors: FieldErrors = {
    ...(type ? {} : { reportType: requestErrors.reportType }),
    ...(facility === undefined && { facility: requestErrors.facility }),
    ...fields?.errors,
  };
  return { errors, value: null };
}

export function shownFields(
  type: QiesReportType,
  typed: TypedValues,
): readonly ReportField[] {
  return type.fields.filter(
    ({ shownWhen }) =>
      !shownWhen || heldBy(typed, shownWhen.field) === shownWhen.is,
  );
}

export function checkFields(
  type: QiesReportType,
  typed: TypedValues,
  today: IsoDay,
): Checked<FieldsPart> {
  const errors: FieldErrors = {};
  const args: Record<string, RequestArg> = {};
  const days: Partial<DayRange> = {};
  const shown = shownFields(type, typed);
  for (const field of shown) {
    const read = readField(field, typed, today);
    if ("error" in read) errors[field.name] = read.error;
    else {
      Object.assign(args, read.args);
      Object.assign(days, read.days);
    }
  }
  for (const { arg, value, label, goesWith } of type.fixedArgs) {
    if (shown.some(({ name }) => name === goesWith))
      args[arg] = { value, label };
  }
  if (Object.keys(errors).length > 0) return { errors, value: null };
  const { start = null, end = null } = days;
  return { errors: null, value: { start_date: start, end_date: end, args } };
}
