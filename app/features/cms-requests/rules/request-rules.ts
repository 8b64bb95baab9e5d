import { type IsoDay, isIsoDay, usDayOf } from "~/domain/calendar";
import type { ReportOption } from "./report-options";
import {
  type FieldName,
  type ReportField,
  type ArgName,
  heldBy,
  type TypedValues,
  optionsOf,
} from "./report-fields";
import { findReportType, type QiesReportType } from "./report-types";
import { isErrorNumber } from "./error-numbers";
import type { DeepReadonly } from "~/contract/deep-readonly";
import type { QiesRequest } from "~/contract/qies-reports";

export type FieldErrors = Partial<Record<FieldName, string>>;

export type ReportRequest = DeepReadonly<QiesRequest>;
export type RequestArg = ReportRequest["args"][string];
type Args = Record<string, RequestArg>;

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
  const type = findReportType(heldBy(typed, "reportType"));
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
    ...(type ? {} : { reportType: "Select report type" }),
    ...(facility === undefined && { facility: "Facility selection required" }),
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
): Checked<Pick<ReportRequest, "start_date" | "end_date" | "args">> {
  const errors: FieldErrors = {};
  const args: Args = {};
  const shown = shownFields(type, typed);
  for (const field of shown) {
    const read = readField(field, typed, today);
    if (typeof read === "string") errors[field.name] = read;
    else Object.assign(args, read);
  }
  if (Object.keys(errors).length > 0) return { errors, value: null };
  // Users type the days, so no named period applies.
  if (shown.some(({ name }) => name === "endDate")) {
    args.dc = { value: "BLK", label: "Days as given" };
  }
  const dayIn = (arg: RequestArg | undefined) =>
    typeof arg?.value === "string" ? arg.value : null;
  const start_date = dayIn(args.BeginDate);
  const end_date = dayIn(args.EndDate);
  return { errors: null, value: { start_date, end_date, args } };
}

/** What the field sends, or what is wrong with it. */
function readField(
  field: ReportField,
  typed: TypedValues,
  today: IsoDay,
): Args | string {
  const value = heldBy(typed, field.name);
  switch (field.kind) {
    case "day":
      return readDay(field, value, typed, today);
    case "one": {
      const chosen = field.options.find((option) => option.value === value);
      return chosen ? argsOf(field.arg, chosen) : field.required;
    }
    case "many": {
      const chosen = optionsOf(field, typed).filter((option) =>
        typed[field.name]?.includes(option.value),
      );
      if (chosen.length === 0) return field.required;
      const label = chosen.map((option) => option.label).join(", ");
      const values = chosen.map((option) => option.value);
      return { [field.arg]: { value: values, label } };
    }
    case "switch": {
      const isOn = value === "Y";
      const arg = { value: isOn ? "Y" : "N", label: isOn ? "Yes" : "No" };
      return { [field.arg]: arg };
    }
    case "text": {
      const text = value.trim();
      if (text === "") return field.required;
      if (!SUBMISSION_ID.test(text)) return field.wrongForm;
      return { [field.arg]: { value: text, label: text } };
    }
    case "error-numbers": {
      const numbers = [...new Set(typed[field.name])];
      if (numbers.length === 0) return field.required;
      if (!numbers.every(isErrorNumber)) return field.wrongForm;
      if (numbers.length > MOST_ERROR_NUMBERS) return "Maximum 5 error numbers";
      return { [field.arg]: { value: numbers, label: numbers.join(", ") } };
    }
  }
}

export const LONGEST_SUBMISSION_ID = 30;
const SUBMISSION_ID = /^[A-Za-z0-9-]{1,30}$/;

/** At most 5 per request (R188). */
const MOST_ERROR_NUMBERS = 5;

function readDay(
  { label, arg, isCalculated }: Extract<ReportField, { kind: "day" }>,
  day: string,
  typed: TypedValues,
  today: IsoDay,
): Args | string {
  if (day === "") return `${label} required`;
  if (!isIsoDay(day)) return `${label} must be a date, like 2026-01-31`;
  const sent = dayArg(day);
  if (arg === "BeginDate") return { BeginDate: sent };
  if (day > today) return "End date cannot be future date";
  const start = heldBy(typed, "startDate");
  if (isIsoDay(start) && day < start) {
    return "End date cannot be before start date";
  }
  return { EndDate: sent, ...(isCalculated && { CalcDate: sent }) };
}

function argsOf(
  arg: ArgName | "period" | null,
  { value, label, days }: ReportOption,
): Args {
  if (arg === null) return {};
  if (arg !== "period") return { [arg]: { value, label } };
  return days
    ? { BeginDate: dayArg(days.start), EndDate: dayArg(days.end) }
    : {};
}

export function dayArg(day: IsoDay): RequestArg {
  return { value: day, label: usDayOf(day) };
}
