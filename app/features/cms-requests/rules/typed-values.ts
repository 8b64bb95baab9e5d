import type { FieldName, ReportField } from "./report-fields";
import type { ReportOption } from "./report-options";

export type TypedValues = Readonly<
  Partial<Record<FieldName, readonly string[]>>
>;

/** The first value; empty if there is none. */
export function heldBy(typed: TypedValues, name: FieldName): string {
  return typed[name]?.[0] ?? "";
}

export function optionsOf(
  field: ReportField,
  typed: TypedValues,
): readonly ReportOption[] {
  if (!("options" in field)) return [];
  return "of" in field.options
    ? field.options.of(heldBy(typed, field.options.dependsOn))
    : field.options;
}
