import type { Transaction } from "kysely";
import { writeLevelIds } from "~/features/users/rules/level-ids";
import { usernameKey } from "~/features/users/rules/username-key";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import type { Schema } from "~server/store/schema";
import { auditedRights } from "./audited-change";
import { requireKnownIds } from "./known-ids";
import type { WantedUser } from "./wanted-user";

/**
 * Stores a new user with its record, and answers with the new id. `by` says who does it, when and from where. Throws 400
 * for an id that nothing has; a username that is taken is the database's error.
 */
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
