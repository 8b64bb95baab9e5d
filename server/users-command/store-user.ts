import { userWords } from "~/features/users/rules/user-words";
import { usernameKey } from "~/features/users/rules/username-key";
import { insertAuditEvents } from "~server/audit/audit-events";
import { lockUsers } from "~server/auth/lock-users";
import { revokeSessionsOf } from "~server/auth/session-rows";
import { CommandError } from "~server/command-line/command-error";
import { keepRightsHere } from "~server/oidc/account-rows";
import { Refusal } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import { withFreeUsername } from "~server/users/free-username";
import { insertUser } from "~server/users/insert-user";
import { requireKnownIds } from "~server/users/known-ids";
import { setMark } from "~server/users/emergency-accounts";
import type { WantedUser } from "~server/users/wanted-user";

/** How the trail tells what a command did: nobody is signed in there. */
const BY_COMMAND = { user: null, address: null, requestId: null };
const VIA = { via: "command" };

/** Throws a CommandError where the username is taken or an id is nobody's, before anybody thinks of a password. */
export async function requireCreatable(
  { db }: Store,
  { username, accessLevel, ids }: WantedUser,
): Promise<void> {
  const taken = await db
    .selectFrom("users")
    .where("username_key", "=", usernameKey(username))
    .select("id")
    .executeTakeFirst();
  if (taken) throw new CommandError(`${userWords.usernameTaken}.`);
  await inWords(() => requireKnownIds(db, accessLevel, ids));
}

/** Stores a user of any level. Throws a CommandError where the username is taken by now, or an id nobody's. */
export async function storeUser(
  { db }: Store,
  { wanted, isEmergency }: { wanted: WantedUser; isEmergency: boolean },
  passwordHash: string,
  at: Date,
): Promise<void> {
  const by = { ...BY_COMMAND, at, details: VIA };
  const write = () =>
    db.transaction().execute(async (trx) => {
      const id = await insertUser(trx, wanted, passwordHash, by);
      const { username } = wanted;
      if (isEmergency) await setMark(trx, { id, username }, 1, by);
    });
  await inWords(() => withFreeUsername(write));
}

/** The user's name as it is stored. Throws a CommandError where there is none of that name. */
export async function requireUser(
  { db }: Store,
  username: string,
): Promise<{ id: number; username: string }> {
  const user = await db
    .selectFrom("users")
    .where("username_key", "=", usernameKey(username))
    .select(["id", "username"])
    .executeTakeFirst();
  if (!user) throw new CommandError("No user has that username.");
  return user;
}

/** Gives a user another password, and ends all of their sessions. Rights by groups are kept here from then on. */
export async function storePassword(
  { db }: Store,
  user: { id: number; username: string },
  passwordHash: string,
  at: Date,
): Promise<void> {
  const now = at.toISOString();
  await db.transaction().execute(async (trx) => {
    await lockUsers(trx, [user.id]);
    const kept = await keepRightsHere(trx, user.id);
    const { numUpdatedRows } = await trx
      .updateTable("users")
      .set((row) => ({
        password_hash: passwordHash,
        version: row("version", "+", 1),
        updated_at: now,
      }))
      .where("id", "=", user.id)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) {
      throw new CommandError("The user has just been deleted.");
    }
    await revokeSessionsOf(trx, user.id, { at: now });
    await insertAuditEvents(trx, [
      {
        ...BY_COMMAND,
        action: "change_user",
        at,
        target: user,
        details: { ...VIA, password: "changed", ...kept },
      },
    ]);
  });
}

/** Does what the API does too; its refusals become errors for whoever sits at the terminal. */
async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new CommandError(error.words.replace(/\.?$/, "."));
  }
}
