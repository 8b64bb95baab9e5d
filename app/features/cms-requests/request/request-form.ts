import { textIn, textsIn } from "~/domain/form-texts";
import type { IsoDay } from "~/domain/calendar";
import { isErrorNumber, splitErrorNumbers } from "../rules/error-numbers";
import {
  FIELD_NAMES,
  type FieldName,
  type TypedValues,
  type ReportField,
  heldBy,
  optionsOf,
} from "../rules/report-fields";
import { type FieldErrors, shownFields } from "../rules/request-rules";
import { findOfferedType } from "../rules/report-types";

export const FORM_FIELDS = {
  /** Names of the shown fields of the report, separated by spaces. */
  shown: "shown",
  quartersOf: "quartersOf",
  moreErrorNumbers: "moreErrorNumbers",
  errorNumberSearch: "errorNumberSearch",
} as const;

/** Limits what a hostile form makes the server draw. */
const MOST_ERROR_NUMBERS_READ = 200;

/** Prefixed, because the list under the drawer has fields of the same names. */
export function fieldId(name: FieldName): string {
  return `request-${name}`;
}

export interface FormView {
  values: TypedValues;
  /** Typed texts that are no error numbers. */
  moreErrorNumbers: string;
  errorNumberSearch: string;
  /** Null if nobody has searched. */
  found: { shown: string[]; total: number } | null;
}

export interface RequestAnswer {
  /** An error that belongs to no field. */
  error?: string;
  fieldErrors: FieldErrors;
  repopulateFields: FormView;
}

export interface ReadForm extends SettledForm {
  view: FormView;
  /** Null if the form had no search. */
  searched: string | null;
}

/** A single facility is chosen already. */
export function emptyForm(facilityIds: readonly number[]): FormView {
  const [only] = facilityIds;
  const facility =
    only !== undefined && facilityIds.length === 1 ? [String(only)] : [];
  return filledForm({ reportType: [], facility });
}

export function filledForm(values: TypedValues): FormView {
  return {
    values,
    moreErrorNumbers: "",
    errorNumberSearch: "",
    found: null,
  };
}

export function readRequestForm(form: FormData, today: IsoDay): ReadForm {
  const values: Partial<Record<FieldName, readonly string[]>> = {};
  for (const name of FIELD_NAMES) values[name] = textsIn(form, name);
  const typedNumbers = splitErrorNumbers(
    textIn(form, FORM_FIELDS.moreErrorNumbers),
  );
  values.errorNumbers = [
    ...new Set([...(values.errorNumbers ?? []), ...typedNumbers]),
  ].slice(0, MOST_ERROR_NUMBERS_READ);
  const shown = textIn(form, FORM_FIELDS.shown).split(" ");
  const { values: settled, unseen } = settledForm(
    {
      values,
      shown: FIELD_NAMES.filter((name) => shown.includes(name)),
      quartersOf: textIn(form, FORM_FIELDS.quartersOf),
    },
    today,
  );
  const isSearched = form.has(FORM_FIELDS.errorNumberSearch);
  const search = textIn(form, FORM_FIELDS.errorNumberSearch);
  return {
    values: settled,
    unseen,
    searched: isSearched ? search : null,
    view: {
      values: settled,
      moreErrorNumbers: typedNumbers
        .filter((text) => !isErrorNumber(text))
        .join(" "),
      errorNumberSearch: search,
      found: null,
    },
  };
}

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
