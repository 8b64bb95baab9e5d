import { textIn, textsIn } from "~/domain/form-texts";
import type { LocationLevel } from "~/domain/places/hierarchy";
import type { LocationOptions } from "~/domain/places/location-choice";
import { parseLevelIds } from "../rules/access-levels";
import type { UserFacts } from "../rules/form-words";
import type { PhysicianChoice } from "../rules/form-physicians";
import {
  placesOfLevel,
  settledPlaces,
  type TypedUser,
  type UserField,
  type UserFieldErrors,
} from "../rules/form-places";

export const USER_FORM_ID = "user-form";

export const FORM_FIELDS = {
  /** The level and parents that the boxes of places were drawn for. */
  placesOf: "placesOf",
  regionsOf: "regionsOf",
  facilitiesOf: "facilitiesOf",
  physicianSearch: "physicianSearch",
  searchedFor: "searchedFor",
  /** The stored user when the form opened, as JSON. */
  opened: "opened",
  another: "another",
} as const;

/** Limits what a hostile form makes the server draw. */
const MOST_PLACES_READ = 2_500;

/** Prefixed, because the list under the dialog has fields of the same names. */
export function fieldId(name: UserField | keyof typeof FORM_FIELDS): string {
  return `editor-${name}`;
}

const MAY_BE_GONE: readonly string[] = [
  "division",
  "region",
  "facility",
  "physician",
];

/** A change of one of these redraws the form. */
export const DECISIVE = new Set(["accessLevel", ...MAY_BE_GONE]);

/** The fields at an access level. Errors of the others no longer matter. */
export function fieldsAt<Field extends string>(
  accessLevel: string,
  all: readonly Field[],
): Field[] {
  const shown: string[] = [accessLevel, ...placesOfLevel(accessLevel)];
  return all.filter(
    (name) => shown.includes(name) || !MAY_BE_GONE.includes(name),
  );
}

export type OpenedUser = UserFacts & {
  version?: number | undefined;
};

export type PhysicianSearch =
  | { state: "found"; text: string; physicians: PhysicianChoice[] }
  | { state: "error"; text: string; message: string };

export interface UserFormView {
  /** Passwords are empty if the view comes from the server. */
  values: TypedUser;
  arePasswordsGone: boolean;
  /** Kinds of place that the last change cleared. */
  cleared: LocationLevel[];
  chosenPhysician: PhysicianChoice | null;
  search: string;
  found: PhysicianSearch | null;
  opened: OpenedUser | null;
}

export interface UserAnswer {
  /** Errors that belong to no field. */
  errors: string[];
  fieldErrors: UserFieldErrors;
  repopulateFields: UserFormView;
}

export type ReadUserForm = ReturnType<typeof readUserForm>;

/** Reads a form in the browser or on the server, and drops what a changed level or parent has cleared. */
export function readUserForm(form: FormData, options: LocationOptions) {
  const accessLevel = textIn(form, "accessLevel");
  const { places, cleared } = settledPlaces(
    {
      accessLevel,
      division: idsIn(form, "division"),
      region: idsIn(form, "region"),
      facility: idsIn(form, "facility"),
    },
    {
      accessLevel: textIn(form, FORM_FIELDS.placesOf),
      division: idsIn(form, FORM_FIELDS.regionsOf),
      region: idsIn(form, FORM_FIELDS.facilitiesOf),
    },
    options,
  );
  const [npi] = accessLevel === "physician" ? idsIn(form, "physician") : [];
  const search = textIn(form, FORM_FIELDS.physicianSearch);
  const searchedFor = form.get(FORM_FIELDS.searchedFor);
  return {
    values: {
      username: textIn(form, "username"),
      firstname: textIn(form, "firstname"),
      lastname: textIn(form, "lastname"),
      accessLevel,
      ...places,
      physician: npi ?? null,
      isnpOnly: form.has("isnpOnly"),
      password: textIn(form, "password"),
      confirmPassword: textIn(form, "confirmPassword"),
    },
    cleared,
    search,
    /** A search was typed but its results were not shown. */
    isSearchUnseen:
      accessLevel === "physician" &&
      typeof searchedFor === "string" &&
      search.trim() !== "" &&
      search.trim() !== searchedFor.trim(),
    opened: textIn(form, FORM_FIELDS.opened),
  };
}

export function changedView(
  view: UserFormView,
  { values, cleared, search }: ReadUserForm,
): UserFormView {
  const known = [
    ...(view.chosenPhysician ? [view.chosenPhysician] : []),
    ...(view.found?.state === "found" ? view.found.physicians : []),
  ];
  const chosenPhysician =
    known.find(({ npi }) => npi === values.physician) ?? null;
  return { ...view, values, cleared, search, chosenPhysician };
}

export function withPhysician(
  view: UserFormView,
  physician: PhysicianChoice,
): UserFormView {
  const values = { ...view.values, physician: physician.npi };
  return { ...view, values, chosenPhysician: physician };
}

/** Scripts send the ids of a kind of place as one field. */
function idsIn(form: FormData, name: string): number[] {
  const ids = new Set(textsIn(form, name).flatMap(parseLevelIds));
  return [...ids].slice(0, MOST_PLACES_READ);
}
