import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { newYorkDay } from "~/domain/calendar";
import { insertAuditEvents } from "~server/audit/audit-events";
import {
  startDailySweep,
  type DailySweep,
  type SweepParts,
} from "~server/audit/daily-sweep";
import { isIn } from "~server/measures/question";
import type { Schema } from "~server/store/schema";

const DELETED_AT_ONCE = 500;

/**
 * Deletes the text of messages that were received before an instant, the oldest first, in steps that each record what they deleted, so
 * that nobody waits long for a lock. What the messages say of stays remains. Returns how many this one has deleted.
 */
export async function dropRawMessages(
  db: Kysely<Schema>,
  before: Date,
  { now, stopping }: { now: Date; stopping?: AbortSignal },
): Promise<number> {
  let deleted = 0;
  while (!stopping?.aborted) {
    const oldest = await db
      .selectFrom("feed_raw")
      .innerJoin("feed_messages", "feed_messages.id", "message_id")
      .select(["message_id", "received_at"])
      .orderBy("message_id")
      .limit(DELETED_AT_ONCE)
      .execute();
    const ids = oldest
      .filter(({ received_at }) => received_at < before.toISOString())
      .map(({ message_id }) => message_id);
    if (ids.length === 0) break;
    deleted += await db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom("feed_raw")
        .where(isIn("message_id", ids))
        .executeTakeFirstOrThrow();
      const messages = Number(numDeletedRows);
      // Another process may have been quicker.
      if (messages > 0) await recordDropped(trx, messages, { before, now });
      return messages;
    });
    await nextTurn();
  }
  return deleted;
}

async function recordDropped(
  db: Kysely<Schema>,
  messages: number,
  { before, now }: { before: Date; now: Date },
): Promise<void> {
  await insertAuditEvents(db, [
    {
      action: "drop_raw_messages",
      at: now,
      user: null,
      details: { messages, before: newYorkDay(before) },
      address: null,
      requestId: null,
    },
  ]);
}

/** Keeps the text of messages as long as it is to be kept (R291), from now on until it is stopped. */
export function startRawRetention(parts: SweepParts): DailySweep {
  return startDailySweep(parts, {
    name: "feed",
    counted: "messages",
    findNewest: (upTo) => findNewestMessage(parts.db, upTo),
    sweep: (keptFrom, stopping) =>
      dropRawMessages(parts.db, keptFrom, { now: parts.clock(), stopping }),
  });
}

/** When the newest message was received: a feed goes on where nobody signs in. */
async function findNewestMessage(
  db: Kysely<Schema>,
  upTo: Date,
): Promise<Date | null> {
  const row = await db
    .selectFrom("feed_messages")
    .where("received_at", "<=", upTo.toISOString())
    .select("received_at")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? new Date(row.received_at) : null;
}
