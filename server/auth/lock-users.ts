import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";

/** Locks users until the transaction ends, in a fixed order to avoid deadlocks. */
export async function lockUsers(
  trx: Kysely<Schema>,
  ids: readonly number[],
): Promise<void> {
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    // An update that changes nothing locks the row on every database.
    await trx
      .updateTable("users")
      .set((row) => ({ version: row.ref("version") }))
      .where("id", "=", id)
      .execute();
  }
}

/** Locks a user if their password is still the one checked; undefined if it has changed. */
export function lockByPassword(
  trx: Kysely<Schema>,
  id: number,
  passwordHash: string,
) {
  return trx
    .updateTable("users")
    .set((row) => ({ version: row.ref("version") }))
    .where("id", "=", id)
    .where("password_hash", "=", passwordHash)
    .returning("emergency_entry")
    .executeTakeFirst();
}
