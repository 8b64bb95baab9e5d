import type { Kysely } from "kysely";
import type { FeedMessage } from "~/contract/feed";
import { decodeMessage } from "~/domain/hl7/charset";
import type { MessageReason, MessageStatus } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";

/** Which messages of the log; those that wait or cannot be used where no status is named. */
export interface MessageFilter {
  status?: MessageStatus | undefined;
  reason?: MessageReason | undefined;
  sender?: string | undefined;
  before?: number | undefined;
}

const LEFT_OVER = ["waiting", "unusable"] as const;

const COLUMNS = [
  "id",
  "received_at",
  "sender",
  "facility",
  "location",
  "control_id",
  "reused_id",
  "type",
  "status",
  "reason",
  "facility_id",
] as const;

/** Messages of the log, newest first. */
export async function listMessages(
  db: Kysely<Schema>,
  { status, reason, sender, before }: MessageFilter,
  most: number,
): Promise<FeedMessage[]> {
  let messages = db
    .selectFrom("feed_messages")
    .where("status", "in", status === undefined ? LEFT_OVER : [status]);
  if (reason !== undefined) messages = messages.where("reason", "=", reason);
  if (sender !== undefined) {
    messages =
      sender === ""
        ? messages.where("sender", "is", null)
        : messages.where("sender", "=", sender);
  }
  if (before !== undefined) messages = messages.where("id", "<", before);
  const rows = await messages
    .select(COLUMNS)
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return rows.map(({ reused_id, ...row }) => ({
    ...row,
    reused_id: reused_id === 1,
  }));
}

/** Whether a message has ever come. */
export async function hasMessages(db: Kysely<Schema>): Promise<boolean> {
  const row = await db
    .selectFrom("feed_messages")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many messages wait or cannot be used, by reason. */
export async function countLeftOver(
  db: Kysely<Schema>,
): Promise<{ reason: MessageReason | null; count: number }[]> {
  const rows = await db
    .selectFrom("feed_messages")
    .where("status", "in", LEFT_OVER)
    .groupBy("reason")
    .select(["reason", (eb) => eb.fn.countAll().as("count")])
    .orderBy("reason")
    .execute();
  return rows.map(({ reason, count }) => ({ reason, count: Number(count) }));
}

/** Null where there is no such message. */
export async function findMessage(
  db: Kysely<Schema>,
  id: number,
): Promise<(FeedMessage & { encoding: string; came_from: string[] }) | null> {
  const row = await db
    .selectFrom("feed_messages")
    .where("id", "=", id)
    .select([...COLUMNS, "encoding", "came_from"])
    .executeTakeFirst();
  if (!row) return null;
  const came_from = JSON.parse(row.came_from ?? "[]") as string[];
  return { ...row, came_from, reused_id: row.reused_id === 1 };
}

/** The text of a message as it came; null where it was deleted. */
export async function readRaw(
  db: Kysely<Schema>,
  messageId: number,
): Promise<string | null> {
  const row = await db
    .selectFrom("feed_raw")
    .where("message_id", "=", messageId)
    .select("content")
    .executeTakeFirst();
  return row ? decodeMessage(row.content).text : null;
}
