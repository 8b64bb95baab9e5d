import type { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { getUsers, type User } from "~/contract/users";
import type { CallFailure } from "~/data/call.server";
import { failurePage } from "~/data/call-failure.server";
import { usernameKey } from "~/features/users/rules/name-rules";
import type { SignedIn } from "./require-user.server";

type UserList = DeepReadonly<
  Pick<z.infer<typeof getUsers.answer>, "users" | "physicians">
>;

/** The users, with physicians' names if the host sends them. */
export async function findUsers({
  call,
}: SignedIn): Promise<UserList | CallFailure> {
  const outcome = await call(getUsers, {});
  if (outcome.kind === "empty") return { users: [] };
  return outcome.kind === "data" ? outcome.answer : outcome;
}

/** Like {@link findUsers}, but throws the error page on failure. */
export async function userListNow(signedIn: SignedIn): Promise<UserList> {
  const found = await findUsers(signedIn);
  if ("users" in found) return found;
  throw failurePage(found);
}

export async function usersNow(signedIn: SignedIn): Promise<readonly User[]> {
  return (await userListNow(signedIn)).users;
}

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
