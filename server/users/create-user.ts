import { levelRefusal } from "~/features/users/rules/change-refusal";
import { initialUntil } from "~/features/users/rules/initial-password";
import { hashPassword } from "~server/auth/password";
import { refuseField } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { Actor } from "./actor";
import { withFreeUsername } from "./free-username";
import { insertUser } from "./insert-user";
import { requireActingManager } from "./locked-users";
import type { WantedUser } from "./wanted-user";

/** Creates a user, and answers with the new id. Throws 400, 401, 403, and 409 where the username is taken. */
export async function createUser(
  { db }: Store,
  wanted: WantedUser,
  password: string,
  actor: Actor,
): Promise<number> {
  refuseField("access_level", levelRefusal(wanted.accessLevel, null));
  // Takes a good part of a second: nobody waits for the database meanwhile.
  const passwordHash = await hashPassword(password);
  const { user, at, origin } = actor;
  return withFreeUsername(() =>
    db.transaction().execute(async (trx) => {
      await requireActingManager(trx, actor);
      const by = { user, at, ...origin };
      return insertUser(trx, wanted, passwordHash, by, initialUntil(at));
    }),
  );
}
