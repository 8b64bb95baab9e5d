import type { Kysely } from "kysely";
import { newYorkDay } from "~/domain/calendar";
import { insertAuditEvents } from "~server/audit/audit-events";
import {
  deleteInSteps,
  startDailySweep,
  type DailySweep,
  type SweepParts,
} from "~server/audit/daily-sweep";
import { isIn } from "~server/measures/question";
import type { Schema } from "~server/store/schema";

const DELETED_AT_ONCE = 500;

/** Deletes old messages' text in audited steps. */
export async function dropRawMessages(
  db: Kysely<Schema>,
  before: Date,
  { now, stopping }: { now: Date; stopping: AbortSignal },
): Promise<number> {
  return deleteInSteps(stopping, async () => {
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
    if (ids.length === 0) return null;
    return db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom("feed_raw")
        .where(isIn("message_id", ids))
        .executeTakeFirstOrThrow();
      const messages = Number(numDeletedRows);
      // Another process may have been faster.
      if (messages === 0) return 0;
      await insertAuditEvents(trx, [
        {
          action: "drop_raw_messages",
          at: now,
          user: null,
          details: { messages, before: newYorkDay(before) },
          address: null,
          requestId: null,
        },
      ]);
      return messages;
    });
  });
}

/** Deletes text after its retention period (R291), daily until stopped. */
export function startRawRetention(parts: SweepParts): DailySweep {
  return startDailySweep(parts, {
    name: "feed",
    counted: "messages",
    // A feed runs even if nobody logs in.
    async findNewest(upTo) {
      const row = await parts.db
        .selectFrom("feed_messages")
        .where("received_at", "<=", upTo.toISOString())
        .select("received_at")
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      return row ? new Date(row.received_at) : null;
    },
    sweep: (keptFrom, stopping) =>
      dropRawMessages(parts.db, keptFrom, { now: parts.clock(), stopping }),
  });
}
