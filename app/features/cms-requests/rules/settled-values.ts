import type { IsoDay } from "~/domain/calendar";
import {
  type FieldName,
  type ReportField,
  heldBy,
  optionsOf,
  type TypedValues,
} from "./report-fields";
import { findOfferedType } from "./report-types";
import { shownFields } from "./request-rules";

/** A group without ticks sends nothing, so the form also names the fields it showed. */
export interface SentForm {
  values: TypedValues;
  shown: readonly FieldName[];
  /** The quarter range that the shown reporting quarters belong to. */
  quartersOf: string;
}

export interface SettledForm {
  values: TypedValues;
  /** Fields that the form did not show yet; they hold their defaults. */
  unseen: readonly FieldName[];
}

/**
 * What was typed in shown fields, and defaults elsewhere. Choices that depend on a changed field get their defaults
 * again (R191).
 */
export function settledForm(sent: SentForm, today: IsoDay): SettledForm {
  const values: Partial<Record<FieldName, readonly string[]>> = {
    reportType: sent.values.reportType ?? [],
    facility: sent.values.facility ?? [],
  };
  const type = findOfferedType(heldBy(values, "reportType"));
  if (!type) return { values, unseen: [] };
  const isSeen = (field: ReportField) =>
    sent.shown.includes(field.name) && !isOutdated(field, values, sent);
  for (const field of type.fields) {
    values[field.name] = isSeen(field)
      ? (sent.values[field.name] ?? [])
      : startOf(field, values, today);
  }
  const unseen = shownFields(type, values)
    .filter((field) => !isSeen(field))
    .map(({ name }) => name);
  return { values, unseen };
}

function isOutdated(
  field: ReportField,
  values: TypedValues,
  sent: SentForm,
): boolean {
  return (
    field.kind === "many" &&
    "of" in field.options &&
    heldBy(values, field.options.dependsOn) !== sent.quartersOf
  );
}

function startOf(
  field: ReportField,
  values: TypedValues,
  today: IsoDay,
): readonly string[] {
  switch (field.kind) {
    case "day":
      return field.bound === "end" ? [today] : [];
    case "one":
    case "range":
      return field.start === undefined ? [] : [field.start];
    case "many":
      return optionsOf(field, values).map(({ value }) => value);
    default:
      return [];
  }
}
