import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";

type Db = Kysely<Schema>;

export function digestOf(text: string): string {
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

/** No ticket is like this; it is never removed, or others would wait for the removal. */
const GROUP_TABLE = digestOf(JSON.stringify(["group table", "held"]));
const FOR_EVER = "9999-12-31T00:00:00.000Z";

/** Serialises granting rights by groups and changing the groups, so the later one sees the other. Lock users first. */
export async function holdGroupTable(trx: Db): Promise<void> {
  await trx
    .insertInto("used_tickets")
    .values({ ticket: GROUP_TABLE, until: FOR_EVER })
    .onConflict((conflict) =>
      conflict.column("ticket").doUpdateSet({ until: FOR_EVER }),
    )
    .execute();
}

/** Removes expired entries. Do not call it in a transaction: it could deadlock. */
export async function forgetUsed(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("used_tickets")
    .where("until", "<=", now.toISOString())
    .execute();
}
