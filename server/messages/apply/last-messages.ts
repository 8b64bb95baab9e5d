import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { newestBy } from "./feed-reach";
import {
  isKnown,
  isMovement,
  saidAtOf,
  type LoggedMessage,
} from "./logged-messages";

/**
 * Keeps when facilities last said anything, and when somebody last came or went. Call it when it is stored whose the messages are;
 * they have their rows as they were before.
 */
export async function noteLastMessages(
  db: Kysely<Schema>,
  messages: readonly LoggedMessage[],
): Promise<void> {
  const left = messages.filter(isElsewhere).map(({ row }) => row.facility_id);
  for (const id of new Set(left)) if (id !== null) await lookUpLast(db, id);
  const own = messages
    .filter(isKnown)
    .filter(({ sender }) => sender.role === "facility");
  const said = newestBy(own, ({ sender }) => sender.facilityId);
  const moved = newestBy(
    own.filter(isMovement),
    ({ sender }) => sender.facilityId,
  );
  const ids = [...said.keys()].filter((id) => id !== null);
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom("feed_facilities")
    .where("facility_id", "in", ids)
    .selectAll()
    .execute();
  const before = new Map(rows.map((row) => [row.facility_id, row]));
  for (const id of ids) {
    const row = before.get(id);
    const last_message_at = later(row?.last_message_at, said.get(id)) ?? "";
    const last_movement_at = later(row?.last_movement_at, moved.get(id));
    await db
      .insertInto("feed_facilities")
      .values({ facility_id: id, last_message_at, last_movement_at })
      .onConflict((conflict) =>
        conflict
          .column("facility_id")
          .doUpdateSet({ last_message_at, last_movement_at }),
      )
      .execute();
  }
}

function later(
  one: string | null | undefined,
  other: string | null | undefined,
): string | null {
  return (
    [one, other]
      .filter((at) => at != null)
      .sort()
      .at(-1) ?? null
  );
}

/** Whether a message was taken for one of another facility before, or of another time. */
function isElsewhere(message: LoggedMessage): boolean {
  const { facility_id, role, said_at } = message.row;
  if (facility_id === null || role !== "facility") return false;
  if (!isKnown(message)) return true;
  const { sender } = message;
  return (
    sender.role !== role ||
    sender.facilityId !== facility_id ||
    saidAtOf(message) !== said_at
  );
}

/** Looks up among all messages of a facility which was its last one, and the last of a movement. */
export async function lookUpLast(
  db: Kysely<Schema>,
  id: number,
): Promise<void> {
  const newest = db
    .selectFrom("feed_messages")
    .where("facility_id", "=", id)
    .where("role", "=", "facility")
    .where("status", "<>", "dropped")
    .where("said_at", "is not", null)
    .orderBy("said_at", "desc")
    .limit(1)
    .select("said_at");
  const said = await newest.executeTakeFirst();
  const moved = await newest.where("movement", "=", 1).executeTakeFirst();
  if (!said?.said_at) {
    await db
      .deleteFrom("feed_facilities")
      .where("facility_id", "=", id)
      .execute();
    return;
  }
  await db
    .updateTable("feed_facilities")
    .set({
      last_message_at: said.said_at,
      last_movement_at: moved?.said_at ?? null,
    })
    .where("facility_id", "=", id)
    .execute();
}
