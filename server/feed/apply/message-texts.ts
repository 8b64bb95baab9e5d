import type { Kysely } from "kysely";
import type { MessageFacts } from "~/features/messages/rules/message-facts";
import { isIn } from "~server/measures/question";
import type { Schema } from "~server/store/schema";

const IDS_AT_ONCE = 1_000;

/** What a message says without a resident's name and what was written of them. */
export function withoutTexts(facts: MessageFacts): MessageFacts {
  const { firstName: _first, lastName: _last, visit, ...rest } = facts;
  const { eventReason: _event, admitReason: _admit, ...told } = visit;
  const { diagnosis: _diagnosis, ...plain } = told;
  return { ...rest, visit: plain, firstName: undefined, lastName: undefined };
}

/** Takes names and texts out of messages of the log, and deletes these as they came. Gives how many had any. */
export async function dropTexts(
  db: Kysely<Schema>,
  messageIds: readonly number[],
): Promise<number> {
  const dropped = new Set<number>();
  for (let at = 0; at < messageIds.length; at += IDS_AT_ONCE) {
    const ids = messageIds.slice(at, at + IDS_AT_ONCE);
    const raw = await db
      .deleteFrom("feed_raw")
      .where(isIn("message_id", ids))
      .returning("message_id")
      .execute();
    for (const { message_id } of raw) dropped.add(message_id);
    const rows = await db
      .selectFrom("feed_messages")
      .where(isIn("id", ids))
      .where("facts", "is not", null)
      .select(["id", "facts"])
      .execute();
    for (const { id, facts } of rows) {
      const told = JSON.parse(facts ?? "null") as MessageFacts;
      const plain = JSON.stringify(withoutTexts(told));
      if (plain === facts) continue;
      dropped.add(id);
      await db
        .updateTable("feed_messages")
        .set({ facts: plain })
        .where("id", "=", id)
        .execute();
    }
  }
  return dropped.size;
}
