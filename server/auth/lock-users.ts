import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";

/**
 * Lets nobody else change these users until the transaction ends. Always in the same order, so that two do not wait for
 * each other.
 */
export async function lockUsers(
  trx: Kysely<Schema>,
  ids: readonly number[],
): Promise<void> {
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    // A change of nothing locks a row on every database.
    await trx
      .updateTable("users")
      .set((row) => ({ version: row.ref("version") }))
      .where("id", "=", id)
      .execute();
  }
}

/** Locks a user whose password is still the one that was proved; false where it is another by now. */
export async function lockByPassword(
  trx: Kysely<Schema>,
  id: number,
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("users")
    .set((row) => ({ version: row.ref("version") }))
    .where("id", "=", id)
    .where("password_hash", "=", passwordHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
