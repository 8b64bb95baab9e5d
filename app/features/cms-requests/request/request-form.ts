import { textIn, textsIn } from "~/domain/form-texts";
import type { IsoDay } from "~/domain/calendar";
import { splitErrorNumbers } from "../rules/error-numbers";
import {
  FIELD_NAMES,
  type FieldName,
  type TypedValues,
  type ReportField,
  heldBy,
  optionsOf,
} from "../rules/report-fields";
import { type FieldErrors, shownFields } from "../rules/request-rules";
import { findReportType } from "../rules/report-types";

export const FORM_FIELDS = {
  /** Names of the shown fields of the report, separated by spaces. */
  shown: "shown",
  quartersOf: "quartersOf",
  moreErrorNumbers: "moreErrorNumbers",
} as const;

/** Limits what a hostile form makes the server draw. */
const MOST_ERROR_NUMBERS_READ = 200;

/** Prefixed, because the list under the drawer has fields of the same names. */
export function fieldId(name: FieldName): string {
  return `request-${name}`;
}

export interface RequestAnswer {
  /** An error that belongs to no field. */
  error?: string;
  fieldErrors: FieldErrors;
  repopulateFields: TypedValues;
}

/** A single facility is chosen already. */
export function emptyForm(facilityIds: readonly number[]): TypedValues {
  return { facility: facilityIds.length === 1 ? facilityIds.map(String) : [] };
}

export function readRequestForm(form: FormData, today: IsoDay): SettledForm {
  const values: Values = {};
  for (const name of FIELD_NAMES) values[name] = textsIn(form, name);
  const typed = splitErrorNumbers(textIn(form, FORM_FIELDS.moreErrorNumbers));
  values.errorNumbers = [
    ...new Set([...(values.errorNumbers ?? []), ...typed]),
  ].slice(0, MOST_ERROR_NUMBERS_READ);
  const shown = textIn(form, FORM_FIELDS.shown).split(" ");
  return settledForm(
    {
      values,
      shown: FIELD_NAMES.filter((name) => shown.includes(name)),
      quartersOf: textIn(form, FORM_FIELDS.quartersOf),
    },
    today,
  );
}

type Values = Partial<Record<FieldName, readonly string[]>>;

/** A group without ticks sends nothing, so the form also names the fields it showed. */
interface SentForm {
  values: TypedValues;
  shown: readonly FieldName[];
  /** The quarter range that the shown reporting quarters belong to. */
  quartersOf: string;
}

interface SettledForm {
  values: TypedValues;
  /** Fields that the form did not show yet; they hold their defaults. */
  unseen: readonly FieldName[];
}

/**
 * What was typed in shown fields, and defaults elsewhere. Choices that depend on a changed field get their defaults
 * again (R191).
 */
export function settledForm(sent: SentForm, today: IsoDay): SettledForm {
  const values: Values = {
    reportType: sent.values.reportType ?? [],
    facility: sent.values.facility ?? [],
  };
  const type = findReportType(heldBy(values, "reportType"));
  if (!type) return { values, unseen: [] };
  const isSeen = (field: ReportField) => {
    const basis = basisOf(field, values);
    return (
      sent.shown.includes(field.name) &&
      (basis === null || basis === sent.quartersOf)
    );
  };
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

/** What the field's options depend on; null if they are always the same. */
export function basisOf(
  field: ReportField,
  values: TypedValues,
): string | null {
  return field.kind === "many" && "of" in field.options
    ? heldBy(values, field.options.dependsOn)
    : null;
}

function startOf(
  field: ReportField,
  values: TypedValues,
  today: IsoDay,
): readonly string[] {
  switch (field.kind) {
    case "day":
      return field.arg === "EndDate" ? [today] : [];
    case "one":
      return field.start === undefined ? [] : [field.start];
    case "many":
      return optionsOf(field, values).map(({ value }) => value);
    default:
      return [];
  }
}
