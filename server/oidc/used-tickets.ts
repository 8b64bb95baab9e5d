import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";

type Db = Kysely<Schema>;

/** Several parts never collide with a ticket, which has one. */
export function digestOf(...parts: readonly [string, ...string[]]): string {
  const [only] = parts;
  const text = parts.length === 1 ? only : JSON.stringify(parts);
  return createHash("sha256").update(text).digest("base64url");
}

/** Uses something up for all servers; false if it was used before. Concurrent transactions wait for each other. */
export async function useOnce(
  db: Db,
  ticket: string,
  until: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("used_tickets")
    .values({ ticket, until: until.toISOString() })
    .onConflict((conflict) => conflict.column("ticket").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Stores or extends an entry, and locks it for this transaction. */
async function remember(trx: Db, ticket: string, until: Date): Promise<void> {
  await trx
    .insertInto("used_tickets")
    .values({ ticket, until: until.toISOString() })
    .onConflict((conflict) =>
      conflict.column("ticket").doUpdateSet({ until: until.toISOString() }),
    )
    .execute();
}

/** Never removed, or others would wait for the removal. */
const FOR_EVER = new Date("9999-12-31T00:00:00.000Z");

/** Serialises granting rights by groups and changing the groups, so the later one sees the other. Lock users first. */
export function holdGroupTable(trx: Db): Promise<void> {
  return remember(trx, digestOf("group table", "held"), FOR_EVER);
}

/** Removes expired entries. Do not call it in a transaction: it could deadlock. */
export async function forgetUsed(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("used_tickets")
    .where("until", "<=", now.toISOString())
    .execute();
}
