import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";

type Db = Kysely<Schema>;

/** Ids and public keys (COSE) are base64url. */
export type StoredPasskey = Awaited<ReturnType<typeof passkeysOf>>[number];

export async function passkeysOf(db: Db, userId: number) {
  const rows = await db
    .selectFrom("passkeys")
    .where("user_id", "=", userId)
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("credential_id")
    .execute();
  return rows.map((row) => ({
    id: row.credential_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports.split(" ").filter(Boolean),
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** False if the credential is already registered. */
export async function storePasskey(
  trx: Db,
  userId: number,
  passkey: Omit<StoredPasskey, "lastUsedAt">,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("passkeys")
    .values({
      user_id: userId,
      credential_id: passkey.id,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports.join(" "),
      name: passkey.name,
      created_at: passkey.createdAt,
      last_used_at: null,
      last_asked: 0,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** When the newest answered passkey question of the user was asked, in milliseconds since 1970. */
export async function newestAnswered(db: Db, userId: number): Promise<number> {
  const { asked } = await db
    .selectFrom("passkeys")
    .where("user_id", "=", userId)
    .select((one) => one.fn.max("last_asked").as("asked"))
    .executeTakeFirstOrThrow();
  return Number(asked ?? 0);
}

export async function markUsed(
  trx: Db,
  id: string,
  used: { asked: number; counter: number; now: Date },
): Promise<void> {
  await trx
    .updateTable("passkeys")
    .set({
      last_asked: used.asked,
      counter: used.counter,
      last_used_at: used.now.toISOString(),
    })
    .where("credential_id", "=", id)
    .execute();
}

export async function deletePasskey(trx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("passkeys")
    .where("credential_id", "=", id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Identifies a passkey or session in a list; the id itself is secret. */
export function nameInList(id: string): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, 22);
}
