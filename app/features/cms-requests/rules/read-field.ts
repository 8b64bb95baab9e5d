import { isIsoDay, usDayOf, type IsoDay } from "~/domain/calendar";
import { isErrorNumber } from "./error-numbers";
import type { DayRange } from "./quarters";
import type { ArgName, ReportField } from "./report-fields";
import type { ReportOption } from "./report-options";
import { heldBy, optionsOf, type TypedValues } from "./typed-values";

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

export function readField(
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
  { required, rules, args, bound }: FieldOf<"day">,
  day: string,
  typed: TypedValues,
  today: IsoDay,
): FieldRead {
  if (day === "") return { error: required };
  if (!isIsoDay(day)) return { error: rules.noDate };
  if (rules.inFuture && day > today) return { error: rules.inFuture };
  const other = rules.before ? heldBy(typed, rules.before.field) : "";
  if (rules.before && isIsoDay(other) && day < other) {
    return { error: rules.before.text };
  }
  const arg = dayArg(day);
  return {
    args: Object.fromEntries(args.map((name) => [name, arg])),
    days: { [bound]: day },
  };
}

function readErrorNumbers(
  field: FieldOf<"error-numbers">,
  typed: readonly string[],
): FieldRead {
  const numbers = [...new Set(typed)];
  if (numbers.length === 0) return { error: field.required };
  if (!numbers.every(isErrorNumber)) return { error: field.wrongForm };
  if (numbers.length > field.most) return { error: field.tooMany };
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
