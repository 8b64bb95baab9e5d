import type { AccessLevel } from "~/domain/access/ranks";
import type { LocationLevel } from "~/domain/places/hierarchy";

export type ChosenPlaces = Record<LocationLevel, readonly number[]>;

export const NO_PLACES: ChosenPlaces = {
  division: [],
  region: [],
  facility: [],
};

/** What is given to a user or a group of the organisation, as it was typed. */
export interface TypedAccess extends ChosenPlaces {
  /** As the form sends it; it may be no access level. */
  accessLevel: string;
  isnpOnly: boolean;
}

/** What the user form holds, as it was typed (R213). */
export interface TypedUser extends TypedAccess {
  username: string;
  firstname: string;
  lastname: string;
  /** NPI; null where nobody is chosen. */
  physician: number | null;
  password: string;
  confirmPassword: string;
}

/** A field of the form that something may be wrong with, in the order in which they stand. */
export const USER_FIELDS = [
  "username",
  "firstname",
  "lastname",
  "accessLevel",
  "division",
  "region",
  "facility",
  "physician",
  "password",
  "confirmPassword",
] as const;
export type UserField = (typeof USER_FIELDS)[number];
export type UserFieldErrors = Partial<Record<UserField, string>>;

/** What decides what a user who is there already may keep. */
export interface HeldAccess {
  accessLevel: AccessLevel;
  /** Ids of their level. */
  ids: readonly number[];
}

export const NEW_USER: TypedUser = {
  ...NO_PLACES,
  username: "",
  firstname: "",
  lastname: "",
  accessLevel: "",
  physician: null,
  isnpOnly: false,
  password: "",
  confirmPassword: "",
};
