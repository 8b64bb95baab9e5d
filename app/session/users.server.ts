import { getUsers, type User } from "~/contract/users";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { usernameKey } from "~/domain/users/username-key";
import type { SignedIn } from "./require-user.server";

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
export function isOneself(
  signedIn: SignedIn,
  one: Pick<User, "id" | "username">,
): boolean {
  const { id, username } = signedIn.user;
  return (
    id === String(one.id) || usernameKey(username) === usernameKey(one.username)
  );
}
