import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import type { LocationLevel } from "~/domain/places/hierarchy";
import type { LocationOptions } from "~/domain/places/location-choice";
import {
  mayAssign,
  idsOfLevel,
  levelIdsProblem,
  unknownId,
} from "./access-levels";
import { cleanNames, nameProblem, type NameField } from "./name-rules";
import { passwordProblem } from "./password-rules";
import {
  placesOfLevel,
  type HeldAccess,
  type TypedUser,
  type UserFieldErrors,
} from "./form-places";
import { userWords } from "./words";

/** The body of a create or update call; it has only the ids of the user's own level (R220). */
export interface UserToSave extends Record<NameField, string> {
  access_level: AccessLevel;
  isnp_only: boolean;
  password?: string;
  division?: number[];
  region?: number[];
  facility?: number[];
  physician?: number;
}

export interface PlacesContext {
  held: HeldAccess | null;
  options: LocationOptions;
}

export interface UserFormContext extends PlacesContext {
  isSelf: boolean;
}

type TypedIds = Pick<TypedUser, LocationLevel | "physician">;

export type CheckedUser =
  | { errors: UserFieldErrors; value: null }
  | { errors: null; value: UserToSave };

/** Checks a form (R216, R217), and makes the body of the call. */
export function checkUser(
  typed: TypedUser,
  context: UserFormContext,
): CheckedUser {
  const { held } = context;
  const level = ACCESS_LEVELS.find((one) => one === typed.accessLevel) ?? null;
  const errors = withoutNulls({
    username: nameProblem("username", typed.username),
    firstname: nameProblem("firstname", typed.firstname),
    lastname: nameProblem("lastname", typed.lastname),
    accessLevel: levelProblem(level, context),
    ...placeProblems(typed, level, context),
    ...passwordProblems(typed, held !== null),
  });
  if (level === null || Object.keys(errors).length > 0) {
    return { errors, value: null };
  }
  return {
    errors: null,
    value: {
      ...cleanNames(typed),
      access_level: level,
      isnp_only: typed.isnpOnly,
      ...(typed.password === "" ? {} : { password: typed.password }),
      ...idsToSend(level, typed),
    },
  };
}

function levelProblem(
  level: AccessLevel | null,
  { held, isSelf }: UserFormContext,
): string | null {
  if (level === null) return userWords.missing.accessLevel;
  if (!mayAssign(level, held?.accessLevel ?? null)) {
    return userWords.levelNotAssignable;
  }
  return isSelf && level !== held?.accessLevel ? userWords.ownLevel : null;
}

export function placeProblems(
  typed: TypedIds,
  level: AccessLevel | null,
  context: PlacesContext,
): Partial<Record<LocationLevel | "physician", string | null>> {
  if (level === null) return {};
  if (level === "physician") {
    return { physician: levelIdsProblem(level, idsOf(level, typed)) };
  }
  const problems: Partial<Record<LocationLevel, string | null>> = {};
  for (const kind of placesOfLevel(level)) {
    problems[kind] =
      kind === level
        ? (levelIdsProblem(kind, idsOf(kind, typed)) ??
          unknownProblem(kind, typed[kind], context))
        : typed[kind].length === 0
          ? userWords.missing[kind]
          : null;
  }
  return problems;
}

/** A user may keep a place that the organisation no longer has; nobody else gets it. */
function unknownProblem(
  kind: LocationLevel,
  ids: readonly number[],
  { held, options }: PlacesContext,
): string | null {
  const known = new Set(options[kind].map(({ id }) => id));
  if (held?.accessLevel === kind) for (const id of held.ids) known.add(id);
  const unknown = ids.find((id) => !known.has(id));
  return unknown === undefined ? null : unknownId(kind, unknown);
}

/** A blank password keeps the stored one (R217). */
function passwordProblems(
  { password, confirmPassword }: TypedUser,
  hasPassword: boolean,
): Partial<Record<"password" | "confirmPassword", string | null>> {
  if (hasPassword && password === "" && confirmPassword === "") return {};
  const confirmation =
    confirmPassword === ""
      ? userWords.missing.confirmPassword
      : problemOf(confirmPassword);
  const first = problemOf(password);
  const isDifferent =
    first === null && confirmation === null && password !== confirmPassword;
  return {
    password: first,
    confirmPassword: isDifferent ? userWords.passwordsDiffer : confirmation,
  };
}

/** Only the API host knows whether the demo password is allowed. */
function problemOf(password: string): string | null {
  return passwordProblem(password, { allowsDemo: true });
}

function idsOf(level: AccessLevel, typed: TypedIds): number[] {
  const { division, region, facility, physician } = typed;
  const places = { division, region, facility };
  return idsOfLevel(level, { ...places, physician: physician ?? undefined });
}

export function idsToSend(
  level: AccessLevel,
  typed: TypedIds,
): Pick<UserToSave, "division" | "region" | "facility" | "physician"> {
  switch (level) {
    case "division":
    case "region":
    case "facility":
      return { [level]: idsOf(level, typed) };
    case "physician":
      return typed.physician === null ? {} : { physician: typed.physician };
    default:
      return {};
  }
}

export function withoutNulls<Field extends string>(
  problems: Partial<Record<Field, string | null>>,
): Partial<Record<Field, string>> {
  return Object.fromEntries(
    Object.entries(problems).filter(([, text]) => text !== null),
  ) as Partial<Record<Field, string>>;
}
