import { type IsoDay, isIsoDay, usDayOf } from "~/domain/calendar";
import type { DayRange, ReportOption } from "./report-options";
import {
  type FieldName,
  type ReportField,
  type ArgName,
  heldBy,
  type TypedValues,
  optionsOf,
} from "./report-fields";
import { findOfferedType, type QiesReportType } from "./report-types";
import { isErrorNumber } from "./error-numbers";

export type FieldErrors = Partial<Record<FieldName, string>>;

export interface ReportRequest {
  report_category_id: number;
  report_type_id: number;
  name: string;
  fac_id: number;
  user_id: number;
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
  // Users type the days, so no named period applies.
  if (shown.some(({ name }) => name === "endDate")) {
    args.dc = { value: "BLK", label: "Days as given" };
  }
  if (Object.keys(errors).length > 0) return { errors, value: null };
  const { start = null, end = null } = days;
  return { errors: null, value: { start_date: start, end_date: end, args } };
}

export interface RequestArg {
  value: string | readonly string[];
  label: string;
}

export type FieldRead =
  | { error: string }
  | {
      args: Partial<Record<ArgName, RequestArg>>;
      days?: Partial<DayRange>;
    };

function readField(
  field: ReportField,
  typed: TypedValues,
  today: IsoDay,
): FieldRead {
  const value = heldBy(typed, field.name);
  switch (field.kind) {
    case "day":
      return readDay(field, value, typed, today);
    case "one": {
      const chosen = findOption(optionsOf(field, typed), value);
      if (!chosen) return { error: field.required };
      return { args: field.arg ? { [field.arg]: argOf(chosen) } : {} };
    }
    case "range": {
      const days = findOption(field.options, value)?.days;
      if (!days) return { error: field.required };
      return { args: dayArgs(days), days };
    }
    case "many": {
      const chosen = optionsOf(field, typed).filter((option) =>
        typed[field.name]?.includes(option.value),
      );
      if (chosen.length === 0) return { error: field.required };
      return { args: { [field.arg]: listArg(chosen) } };
    }
    case "switch": {
      const arg =
        value === "Y"
          ? { value: "Y", label: "Yes" }
          : { value: "N", label: "No" };
      return { args: { [field.arg]: arg } };
    }
    case "text": {
      const text = value.trim();
      if (text === "") return { error: field.required };
      if (!field.form.test(text)) return { error: field.wrongForm };
      return { args: { [field.arg]: { value: text, label: text } } };
    }
    case "error-numbers":
      return readErrorNumbers(field, typed[field.name] ?? []);
  }
}

type FieldOf<Kind> = Extract<ReportField, { kind: Kind }>;

function readDay(
  { required, noDate, bound, isCalculated }: FieldOf<"day">,
  day: string,
  typed: TypedValues,
  today: IsoDay,
): FieldRead {
  if (day === "") return { error: required };
  if (!isIsoDay(day)) return { error: noDate };
  const days = { [bound]: day };
  if (bound === "start") return { args: { BeginDate: dayArg(day) }, days };
  if (day > today) return { error: "End date cannot be future date" };
  const start = heldBy(typed, "startDate");
  if (isIsoDay(start) && day < start) {
    return { error: "End date cannot be before start date" };
  }
  const arg = dayArg(day);
  return {
    args: { EndDate: arg, ...(isCalculated && { CalcDate: arg }) },
    days,
  };
}

/** At most 5 per request (R188). */
const MOST_ERROR_NUMBERS = 5;

function readErrorNumbers(
  field: FieldOf<"error-numbers">,
  typed: readonly string[],
): FieldRead {
  const numbers = [...new Set(typed)];
  if (numbers.length === 0) return { error: field.required };
  if (!numbers.every(isErrorNumber)) return { error: field.wrongForm };
  if (numbers.length > MOST_ERROR_NUMBERS) {
    return { error: "Maximum 5 error numbers" };
  }
  return {
    args: { [field.arg]: { value: numbers, label: numbers.join(", ") } },
  };
}

function findOption(
  options: readonly ReportOption[],
  value: string,
): ReportOption | undefined {
  return options.find((option) => option.value === value);
}

function argOf({ value, label }: ReportOption): RequestArg {
  return { value, label };
}

function listArg(options: readonly ReportOption[]): RequestArg {
  return {
    value: options.map(({ value }) => value),
    label: options.map(({ label }) => label).join(", "),
  };
}

function dayArg(day: IsoDay): RequestArg {
  return { value: day, label: usDayOf(day) };
}

function dayArgs({
  start,
  end,
}: DayRange): Partial<Record<ArgName, RequestArg>> {
  return { BeginDate: dayArg(start), EndDate: dayArg(end) };
}
