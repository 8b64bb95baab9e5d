import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { applyNumbers, takeTurn } from "./apply-messages";
import { lookUpLast } from "./last-messages";
import { linkMerges } from "./name-numbers";

/**
 * Takes a message out, with all that followed from it: a merge is undone. Its words can be taken in again by giving it the status
 * `stored`. Call it in a transaction. False where there is no message that could be dropped.
 */
export async function dropMessage(
  db: Kysely<Schema>,
  messageId: number,
  now: Date,
): Promise<boolean> {
  await takeTurn(db);
  const dropped = await db
    .updateTable("feed_messages")
    .set({ status: "dropped", reason: null, movement: 0 })
    .where("id", "=", messageId)
    .where("status", "in", ["stored", "used", "waiting"])
    .returning(["facility_id", "role"])
    .executeTakeFirst();
  if (!dropped) return false;
  const { facility_id, role } = dropped;
  if (facility_id !== null && role === "facility") {
    await lookUpLast(db, facility_id);
  }
  const numbers = await db
    .selectFrom("feed_message_numbers")
    .where("message_id", "=", messageId)
    .select("number_id")
    .execute();
  const ids = numbers.map(({ number_id }) => number_id);
  const { concerned } = await linkMerges(db, ids);
  await applyNumbers(db, [...ids, ...concerned], now);
  return true;
}
