import type { AccessLevel } from "~/domain/access/ranks";
import type { LocationLevel } from "~/domain/places/hierarchy";

export type ChosenPlaces = Record<LocationLevel, readonly number[]>;

export const NO_PLACES: ChosenPlaces = {
  division: [],
  region: [],
  facility: [],
};

export interface TypedAccess extends ChosenPlaces {
  /** As sent; it may be no access level. */
  accessLevel: string;
  isnpOnly: boolean;
}

export interface TypedUser extends TypedAccess {
  username: string;
  firstname: string;
  lastname: string;
  /** NPI. */
  physician: number | null;
  password: string;
  confirmPassword: string;
}

/** In the order of the form. */
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

export interface HeldAccess {
  accessLevel: AccessLevel;
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
