import type { FieldName, ReportField } from "./report-fields";
import type { ReportOption } from "./report-options";

/** What stands in the fields of the form; a field that holds nothing is missing or empty. */
export type TypedValues = Readonly<
  Partial<Record<FieldName, readonly string[]>>
>;

/** What a field holds; the first, where it may hold several. */
export function heldBy(typed: TypedValues, name: FieldName): string {
  return typed[name]?.[0] ?? "";
}

/** Options of a field; those of some fields hang on what another one holds. */
export function optionsOf(
  field: ReportField,
  typed: TypedValues,
): readonly ReportOption[] {
  if (!("options" in field)) return [];
  return "of" in field.options
    ? field.options.of(heldBy(typed, field.options.dependsOn))
    : field.options;
}
