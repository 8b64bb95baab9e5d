import { textIn, textsIn } from "~/domain/form-texts";
import type { LocationLevel } from "~/domain/places/hierarchy";
import type { LocationOptions } from "~/domain/places/location-choice";
import { parseLevelIds } from "../rules/level-ids";
import type { UserFacts } from "../rules/form-changes";
import type { PhysicianChoice } from "../rules/form-physicians";
import { placesOfLevel, settledPlaces } from "../rules/form-places";
import type {
  HeldAccess,
  TypedUser,
  UserField,
  UserFieldErrors,
} from "../rules/form-values";

export const USER_FORM_ID = "user-form";

/** Fields of the form that are none of the user's. */
export const FORM_FIELDS = {
  /** What the boxes of places were made for: the level, and the ids chosen above them. */
  placesOf: "placesOf",
  regionsOf: "regionsOf",
  facilitiesOf: "facilitiesOf",
  physicianSearch: "physicianSearch",
  /** The text of the search whose physicians are shown. */
  searchedFor: "searchedFor",
  /** What the user was when the form was opened, as JSON. */
  opened: "opened",
  /** Sent by the button that wants the form again after saving. */
  another: "another",
} as const;

/** More places than a user can have are no use of the form, and would all be drawn when it shows again. */
const MOST_PLACES_READ = 2_500;

/** Id of a field's control. The list under the dialog has fields of the same names. */
export function fieldId(name: UserField | keyof typeof FORM_FIELDS): string {
  return `editor-${name}`;
}

/** Fields that not every access level has. */
const MAY_BE_GONE: readonly string[] = [
  "division",
  "region",
  "facility",
  "physician",
];

/** Fields that others depend on, or with a count of their choices. */
export const DECISIVE = new Set(["accessLevel", ...MAY_BE_GONE]);

/** The fields that a form has at an access level: what was wrong with one that is gone is no matter any more. */
export function fieldsAt<Field extends string>(
  accessLevel: string,
  all: readonly Field[],
): Field[] {
  const shown: string[] = [accessLevel, ...placesOfLevel(accessLevel)];
  return all.filter(
    (name) => shown.includes(name) || !MAY_BE_GONE.includes(name),
  );
}

/** What a user was when the form was opened, to tell what has changed since. */
export type OpenedUser = UserFacts & {
  /** Left out where the host does not count versions. */
  version?: number | undefined;
};

export type PhysicianSearch =
  | { state: "found"; text: string; physicians: PhysicianChoice[] }
  | { state: "error"; text: string; message: string };

/** What the form shows. */
export interface UserFormView {
  /** The server never sends passwords: of its forms both are empty. */
  values: TypedUser;
  /** Something was typed as a password and is not here any more. */
  arePasswordsGone: boolean;
  /** Kinds of place that the last change has cleared. */
  cleared: LocationLevel[];
  chosenPhysician: PhysicianChoice | null;
  /** What the field of the search holds. */
  search: string;
  /** Null where nobody has searched. */
  found: PhysicianSearch | null;
  /** Null for a new user. */
  opened: OpenedUser | null;
}

/** What the form is about. */
export interface UserFormData {
  options: LocationOptions;
  /** Null for a new user. */
  held: HeldAccess | null;
  isSelf: boolean;
  /** A password that is typed is one that the user has to change. */
  isPasswordInitial: boolean;
  /** Access level and places follow groups of the organisation, and cannot be changed here. */
  isByGroups: boolean;
  form: UserFormView;
  /** What is said of entries that were put back. */
  unsent: string | null;
}

/** What the page has after a post that saved nothing. */
export interface UserAnswer {
  /** Why nothing was saved, where no field is to blame; a line each. */
  errors: string[];
  fieldErrors: UserFieldErrors;
  repopulateFields: UserFormView;
}

export interface ReadUserForm {
  values: TypedUser;
  cleared: LocationLevel[];
  search: string;
  /** A search was typed that nobody has made. */
  isSearchUnseen: boolean;
  /** As it was sent; see {@link FORM_FIELDS.opened}. */
  opened: string;
}

/** What a form holds, be it in the browser or sent: what hangs on something that has changed is not there any more. */
export function readUserForm(
  form: FormData,
  options: LocationOptions,
): ReadUserForm {
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
    isSearchUnseen:
      accessLevel === "physician" &&
      typeof searchedFor === "string" &&
      search.trim() !== "" &&
      search.trim() !== searchedFor.trim(),
    opened: textIn(form, FORM_FIELDS.opened),
  };
}

/** The view of a form in the browser after something in it was changed. */
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

/** The view after a physician was chosen from the list of the search. */
export function withPhysician(
  view: UserFormView,
  physician: PhysicianChoice,
): UserFormView {
  const values = { ...view.values, physician: physician.npi };
  return { ...view, values, chosenPhysician: physician };
}

/** Scripts send the ids of a kind of place as one field, which is how many they may be. */
function idsIn(form: FormData, name: string): number[] {
  const ids = new Set(textsIn(form, name).flatMap(parseLevelIds));
  return [...ids].slice(0, MOST_PLACES_READ);
}
