import type { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { getUsers, type User } from "~/contract/users";
import type { CallFailure } from "~/data/call.server";
import { failurePage } from "~/data/call-failure.server";
import { usernameKey } from "~/features/users/rules/name-rules";
import type { SignedIn } from "./require-user.server";

export async function findUsers(
  signedIn: SignedIn,
): Promise<readonly User[] | CallFailure> {
  const found = await findUserList(signedIn);
  return "users" in found ? found.users : found;
}

async function findUserList({
  call,
}: SignedIn): Promise<UserList | CallFailure> {
  const outcome = await call(getUsers, {});
  switch (outcome.kind) {
    case "data":
      return outcome.answer;
    case "empty":
      return { users: [] };
    case "failure":
      return outcome;
  }
}

type UserList = DeepReadonly<
  Pick<z.infer<typeof getUsers.answer>, "users" | "physicians">
>;

/** Like {@link findUsers}, but throws the error page on failure. */
export async function usersNow(signedIn: SignedIn): Promise<readonly User[]> {
  return (await userListNow(signedIn)).users;
}

/** Like {@link usersNow}, with physicians' names if the host sends them. */
export async function userListNow(signedIn: SignedIn): Promise<UserList> {
  const found = await findUserList(signedIn);
  if ("users" in found) return found;
  throw failurePage(found);
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
