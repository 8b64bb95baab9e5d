import { getUsers, user, type User } from "~/contract/users";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { parseLevelIds } from "~/domain/users/level-ids";
import { placesHeld } from "~/domain/users/user-form-places";
import type { HeldAccess, TypedUser } from "~/domain/users/user-form-values";
import { usernameKey } from "~/domain/users/username-key";
import type { LocationOptions } from "~/domain/location-choice";
import type { SignedIn } from "~/session/require-user.server";
import type { OpenedUser } from "./user-form";

/** The users as they are now, or why they could not be had. */
export async function findUsers({
  call,
}: SignedIn): Promise<User[] | CallFailure> {
  const outcome = await call(getUsers, {});
  switch (outcome.kind) {
    case "data":
      return outcome.answer.users;
    case "empty":
      return [];
    case "failure":
      return outcome;
  }
}

/** As {@link findUsers}; throws the error page where they could not be had. */
export async function usersNow(signedIn: SignedIn): Promise<User[]> {
  const users = await findUsers(signedIn);
  if (Array.isArray(users)) return users;
  throw pageError(
    users.status >= 400 ? users.status : 502,
    users.message ?? users.error,
  );
}

/** The number in an address; null for one that is none. */
export function readUserId(text: string | undefined): number | null {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : null;
}

/** True where the signed-in user is that user; a host may number its users otherwise in its tokens. */
export function isOneself(signedIn: SignedIn, one: User): boolean {
  const { id, username } = signedIn.user;
  return (
    id === String(one.id) || usernameKey(username) === usernameKey(one.username)
  );
}

export function accessOf(one: User): HeldAccess {
  const { access_level: accessLevel, access_level_id } = one;
  return { accessLevel, ids: parseLevelIds(access_level_id) };
}

/** The form of a user as they are. */
export function typedOf(one: User, options: LocationOptions): TypedUser {
  const { accessLevel, ids } = accessOf(one);
  return {
    username: one.username,
    firstname: one.firstname,
    lastname: one.lastname,
    accessLevel,
    ...placesHeld({ accessLevel, ids }, options),
    physician: accessLevel === "physician" ? (ids[0] ?? null) : null,
    isnpOnly: one.isnp_only,
    password: "",
    confirmPassword: "",
  };
}

const openedUser = user.omit({ id: true });

/** What is remembered of a user while their form is open. */
export function openedOf(one: User): OpenedUser {
  return openedUser.parse(one);
}

/** What the form has remembered; null for what is nothing of the kind. */
export function readOpened(text: string): OpenedUser | null {
  try {
    return openedUser.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
