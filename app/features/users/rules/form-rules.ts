import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import type { LocationLevel } from "~/domain/places/hierarchy";
import type { LocationOptions } from "~/domain/places/location-choice";
import { mayAssign } from "./change-refusal";
import { idsOfLevel, levelIdsProblem, unknownId } from "./level-ids";
import { cleanNames, nameProblem, type NameField } from "./name-rules";
import { passwordProblem } from "./password-rules";
import { placesOfLevel } from "./form-places";
import type { HeldAccess, TypedUser, UserFieldErrors } from "./form-values";
import { userWords } from "./words";

/** A user as they are sent to be created or changed (R220): only the list of their own level is in it. */
export interface UserToSave extends Record<NameField, string> {
  access_level: AccessLevel;
  isnp_only: boolean;
  /** Left out where the password stays as it is. */
  password?: string;
  division?: number[];
  region?: number[];
  facility?: number[];
  /** NPI. */
  physician?: number;
}

/** What the rules of places need to know besides what was typed. */
export interface PlacesContext {
  /** What is given as yet; null for somebody or something new. */
  held: HeldAccess | null;
  options: LocationOptions;
}

/** What the rules need to know besides what was typed. */
export interface UserFormContext extends PlacesContext {
  /** Whoever fills in the form is the user. */
  isSelf: boolean;
}

type TypedIds = Pick<TypedUser, LocationLevel | "physician">;

export type CheckedUser =
  | { errors: UserFieldErrors; value: null }
  | { errors: null; value: UserToSave };

/** Checks what was typed (R216, R217) and makes of it what is sent. */
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

/** What is wrong with each kind of place that the level needs, its own and what that lies in; or with the physician. */
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

/** What the organisation does not have is given to nobody new; who has it may keep it. */
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

/** Both fields by the same rule; a user who has a password keeps it where both are blank (R217). */
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

/** Whether the password of the demo accounts may be set is for the API host to say. */
function problemOf(password: string): string | null {
  return passwordProblem(password, { allowsDemo: true });
}

function idsOf(level: AccessLevel, typed: TypedIds): number[] {
  const { division, region, facility, physician } = typed;
  const places = { division, region, facility };
  return idsOfLevel(level, { ...places, physician: physician ?? undefined });
}

/** The ids of a level as they are sent (R220): no list but its own. */
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

/** What is wrong, without the fields of which nothing is. */
export function withoutNulls<Field extends string>(
  problems: Partial<Record<Field, string | null>>,
): Partial<Record<Field, string>> {
  return Object.fromEntries(
    Object.entries(problems).filter(([, text]) => text !== null),
  ) as Partial<Record<Field, string>>;
}
