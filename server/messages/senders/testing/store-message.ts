import { randomUUID } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import type { FeedMessageTable } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";

/** Stores a message as the feed logs it and returns its id; without `raw` its text is gone, as after retention. */
export async function storeMessage(
  db: Kysely<Schema>,
  message: Partial<Insertable<FeedMessageTable>>,
  raw?: string,
): Promise<number> {
  const { id } = await db
    .insertInto("feed_messages")
    .values({
      digest: randomUUID(),
      received_at: "2026-06-30T12:00:00.000Z",
      via: "mllp",
      encoding: "hl7",
      sender: null,
      facility: null,
      location: null,
      control_id: "1",
      reused_id: 0,
      type: "ADT^A01",
      facts: null,
      status: "stored",
      reason: null,
      facility_id: null,
      role: null,
      said_at: null,
      movement: 0,
      ...message,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (raw !== undefined) {
    await db
      .insertInto("feed_raw")
      .values({ message_id: id, content: Buffer.from(raw) })
      .execute();
  }
  return id;
}
