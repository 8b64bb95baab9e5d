import { textIn, textsIn } from "~/domain/form-texts";
import type { IsoDay } from "~/domain/calendar";
import { isErrorNumber, splitErrorNumbers } from "../rules/error-numbers";
import { FIELD_NAMES, type FieldName } from "../rules/report-fields";
import type { FieldErrors } from "../rules/request-rules";
import { settledForm, type SettledForm } from "../rules/settled-values";
import type { TypedValues } from "../rules/typed-values";

/** Fields of the form that are none of the report's: what it had, and how error numbers are looked for. */
export const FORM_FIELDS = {
  /** Names of the report's fields that the form showed, with blanks between them. */
  shown: "shown",
  quartersOf: "quartersOf",
  moreErrorNumbers: "moreErrorNumbers",
  errorNumberSearch: "errorNumberSearch",
} as const;

/** More error numbers than the list has are no use of the form, and would all be drawn when it shows again. */
const MOST_ERROR_NUMBERS_READ = 200;

/** Id of a field's control. The list under the drawer has fields of the same names. */
export function fieldId(name: FieldName): string {
  return `request-${name}`;
}

/** What the form shows. */
export interface FormView {
  values: TypedValues;
  /** Error numbers that were typed and are none. */
  moreErrorNumbers: string;
  errorNumberSearch: string;
  /** Listed error numbers that the search found; null where nobody has searched. */
  found: { shown: string[]; total: number } | null;
}

/** What the page has after a post that made no request. */
export interface RequestAnswer {
  /** Why there is no request, where no field is to blame. */
  error?: string;
  fieldErrors: FieldErrors;
  repopulateFields: FormView;
}

export interface ReadForm extends SettledForm {
  /** The form to show again, without search results. */
  view: FormView;
  /** The text of a search that was made; null where the form had none. */
  searched: string | null;
}

/** The empty form. With one facility to choose, it is chosen. */
export function emptyForm(facilityIds: readonly number[]): FormView {
  const [only] = facilityIds;
  const facility =
    only !== undefined && facilityIds.length === 1 ? [String(only)] : [];
  return filledForm({ reportType: [], facility });
}

/** The form with what is known of it already. */
export function filledForm(values: TypedValues): FormView {
  return {
    values,
    moreErrorNumbers: "",
    errorNumberSearch: "",
    found: null,
  };
}

/** What a form holds, be it in the browser or sent. */
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
