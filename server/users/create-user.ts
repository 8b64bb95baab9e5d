import type { Transaction } from "kysely";
import { levelRefusal } from "~/features/users/rules/change-refusal";
import { writeLevelIds } from "~/features/users/rules/level-ids";
import { initialUntil } from "~/features/users/rules/initial-password";
import { usernameKey } from "~/features/users/rules/username-key";
import { userWords } from "~/features/users/rules/words";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { hashPassword } from "~server/auth/password";
import { Refusal, refuseField } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { isUniqueViolation } from "~server/store/unique-violation";
import type { Actor } from "./actor";
import { auditedRights } from "./audited-change";
import { requireKnownIds } from "./known-ids";
import { requireActingManager } from "./locked-users";
import type { WantedUser } from "./wanted-user";

/** Returns the new id. Throws 400, 401, 403, and 409 if the username is taken. */
export async function createUser(
  { db }: Store,
  wanted: WantedUser,
  password: string,
  actor: Actor,
): Promise<number> {
  refuseField("access_level", levelRefusal(wanted.accessLevel, null));
  // Hash before the transaction, because it takes long.
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

/** Stores and audits a new user. Throws 400 for an unknown id, and the database's error for a taken username. */
export async function insertUser(
  trx: Transaction<Schema>,
  wanted: WantedUser,
  passwordHash: string,
  by: Omit<AuditRecord, "action" | "target">,
  passwordInitialUntil: string | null = null,
): Promise<number> {
  await requireKnownIds(trx, wanted.accessLevel, wanted.ids);
  const now = by.at.toISOString();
  const row = {
    username: wanted.username,
    username_key: usernameKey(wanted.username),
    firstname: wanted.firstname,
    lastname: wanted.lastname,
    password_hash: passwordHash,
    password_initial_until: passwordInitialUntil,
    access_level: wanted.accessLevel,
    access_level_id: writeLevelIds(wanted.ids),
    isnp_only: wanted.isnpOnly ? (1 as const) : (0 as const),
    version: 1,
    created_at: now,
    updated_at: now,
  };
  const { id } = await trx
    .insertInto("users")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertAuditEvents(trx, [
    {
      ...by,
      action: "create_user",
      target: { id, username: wanted.username },
      details: { ...by.details, ...auditedRights(row) },
    },
  ]);
  return id;
}

/** Throws 409 for a taken username. Only the database knows which of two concurrent writes was first. */
export async function withFreeUsername<Result>(
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, "users", "username_key")) {
      throw new Refusal(409, userWords.usernameTaken, {
        code: "username_taken",
        field: "username",
      });
    }
    throw error;
  }
}
