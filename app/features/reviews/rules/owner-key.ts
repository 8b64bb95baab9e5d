import { firstLast, lastFirst } from "~/domain/person-name";
import { usernameKey } from "~/features/users/rules/username-key";

/** The form in which the owner of an action is compared; empty for nobody. */
export function ownerKey(owner: string): string {
  return usernameKey(owner).replace(/\s+/g, " ");
}

/** The ways in which a user may be named as an owner (R347). */
export function ownerKeysOf({
  username,
  firstname,
  lastname,
}: {
  username: string;
  firstname: string;
  lastname: string;
}): string[] {
  return [
    username,
    firstLast(firstname, lastname),
    lastFirst(lastname, firstname),
  ].map(ownerKey);
}
