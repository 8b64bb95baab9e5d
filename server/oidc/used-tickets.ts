import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";

type Db = Kysely<Schema>;

/** What the database knows something by that counts once. Of several parts none can be taken for a ticket, whose id is one. */
export function digestOf(...parts: readonly [string, ...string[]]): string {
  const [only] = parts;
  const text = parts.length === 1 ? only : JSON.stringify(parts);
  return createHash("sha256").update(text).digest("base64url");
}

/** Uses something up for all servers; false where it was used before. In a transaction another one waits for its end. */
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

/** Remembers something until then, and lets no other transaction do so at the same time. */
async function remember(trx: Db, ticket: string, until: Date): Promise<void> {
  await trx
    .insertInto("used_tickets")
    .values({ ticket, until: until.toISOString() })
    .onConflict((conflict) =>
      conflict.column("ticket").doUpdateSet({ until: until.toISOString() }),
    )
    .execute();
}

/** It is never removed, so that nobody waits for that. */
const FOR_EVER = new Date("9999-12-31T00:00:00.000Z");

/**
 * Whoever gives rights by groups and whoever changes what groups give wait for each other: the later one knows of the other. Users
 * are locked before.
 */
export function holdGroupTable(trx: Db): Promise<void> {
  return remember(trx, digestOf("group table", "held"), FOR_EVER);
}

/** Removes what is of no use any more; not within a transaction, where two could wait for each other's rows. */
export async function forgetUsed(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("used_tickets")
    .where("until", "<=", now.toISOString())
    .execute();
}
