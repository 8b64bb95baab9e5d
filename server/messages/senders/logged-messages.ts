import type { Kysely, Selectable } from "kysely";
import type { MessageReasonName } from "~/features/messages/rules/message-states";
import { decodeMessage } from "~/features/messages/rules/hl7/charset";
import type {
  FeedMessageTable,
  MessageStatus,
} from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";

/** Which messages of the log; those that wait or cannot be used where no status is named. */
export interface MessageFilter {
  status?: MessageStatus | undefined;
  reason?: MessageReasonName | undefined;
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

/** A message of the log, without what it says of a resident. */
export type FeedMessage = Pick<
  Selectable<FeedMessageTable>,
  (typeof COLUMNS)[number]
>;

/** A message and where it came from: an address or `files`, and names of a certificate; nothing once its sender has accepted it. */
export interface LoggedMessage extends FeedMessage {
  came_from: string[];
}

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
  return messages.select(COLUMNS).orderBy("id", "desc").limit(most).execute();
}

export async function hasMessages(db: Kysely<Schema>): Promise<boolean> {
  const row = await db
    .selectFrom("feed_messages")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countLeftOver(
  db: Kysely<Schema>,
): Promise<{ reason: MessageReasonName | null; count: number }[]> {
  const rows = await db
    .selectFrom("feed_messages")
    .where("status", "in", LEFT_OVER)
    .groupBy("reason")
    .select(["reason", (eb) => eb.fn.countAll().as("count")])
    .orderBy("reason")
    .execute();
  return rows.map(({ reason, count }) => ({ reason, count: Number(count) }));
}

export async function findMessage(
  db: Kysely<Schema>,
  id: number,
): Promise<LoggedMessage | null> {
  const row = await db
    .selectFrom("feed_messages")
    .where("id", "=", id)
    .select([...COLUMNS, "came_from"])
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, came_from: JSON.parse(row.came_from ?? "[]") as string[] };
}

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
