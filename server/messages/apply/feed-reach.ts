import type { Kysely } from "kysely";
import { dayIn, type EpochDay } from "~/domain/calendar";
import type { ReachMove } from "~server/measures/move-reach";
import { noteFedAt } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import {
  isKnown,
  saidAtOf,
  type KnownMessage,
  type LoggedMessage,
} from "./logged-messages";

/**
 * The facilities whose data reach further by some messages. A sender that says nothing about a facility says that nothing
 * happened there, so its newest message counts for all its facilities (R480).
 */
export async function reachMoves(
  db: Kysely<Schema>,
  messages: readonly KnownMessage[],
  now: Date,
): Promise<ReachMove[]> {
  const newest = newestBy(
    messages.filter(({ sender }) => sender.role === "facility"),
    ({ sender }) => sender.sender,
  );
  if (newest.size === 0) return [];
  const rows = await db
    .selectFrom("senders")
    .innerJoin("facilities", "facilities.id", "senders.facility_id")
    .where("sender", "in", [...newest.keys()])
    .where("role", "=", "facility")
    .select(["sender", "facilities.id", "data_through", "time_zone"])
    .execute();
  const moves = new Map<number, ReachMove>();
  for (const { sender, id, data_through, time_zone } of rows) {
    const said = newest.get(sender);
    if (!said) continue;
    const to = dayBy(time_zone, said, now);
    const from = data_through ?? null;
    const known = moves.get(id)?.to ?? from;
    if (known !== null && known >= to) continue;
    moves.set(id, { facilityId: id, from, to });
  }
  return [...moves.values()];
}

/** The day through which the feed of each facility reaches. */
export async function feedReach(
  db: Kysely<Schema>,
  now: Date,
): Promise<Map<number, EpochDay>> {
  const rows = await db
    .selectFrom("senders")
    .innerJoin("facilities", "facilities.id", "senders.facility_id")
    .leftJoin("feed_facilities", "feed_facilities.facility_id", "facilities.id")
    .where("role", "=", "facility")
    .select(["sender", "facilities.id", "time_zone", "last_message_at"])
    .execute();
  const newest = new Map<string, string>();
  for (const { sender, last_message_at } of rows) {
    const before = newest.get(sender) ?? "";
    if (last_message_at && last_message_at > before) {
      newest.set(sender, last_message_at);
    }
  }
  const reach = new Map<number, EpochDay>();
  for (const { sender, id, time_zone } of rows) {
    const said = newest.get(sender);
    if (!said) continue;
    const day = dayBy(time_zone, said, now);
    reach.set(id, Math.max(reach.get(id) ?? day, day));
  }
  return reach;
}

/** A sender's clock may be ahead of ours. */
function dayBy(timeZone: string | null, said: string, now: Date): EpochDay {
  return dayIn(timeZone, Math.min(Date.parse(said), now.getTime()));
}

function newestBy<Key>(
  messages: readonly KnownMessage[],
  keyOf: (message: KnownMessage) => Key,
): Map<Key, string> {
  const newest = new Map<Key, string>();
  for (const message of messages) {
    const key = keyOf(message);
    const said = saidAtOf(message);
    if (said > (newest.get(key) ?? "")) newest.set(key, said);
  }
  return newest;
}

/** Notes how fresh the data are by messages of facilities (R301). */
export async function noteFreshness(
  db: Kysely<Schema>,
  messages: readonly KnownMessage[],
  now: Date,
): Promise<void> {
  const own = messages.filter(({ sender }) => sender.role === "facility");
  const said = newestBy(own, () => "all").get("all");
  if (said === undefined) return;
  await noteFedAt(db, new Date(Math.min(Date.parse(said), now.getTime())));
}

/**
 * Notes when the facilities of some messages last sent anything and when a resident last moved there, also of the facility
 * that a message belonged to before.
 */
export async function noteLastMessages(
  db: Kysely<Schema>,
  messages: readonly LoggedMessage[],
): Promise<void> {
  const ids = messages.flatMap((message) => {
    const { row } = message;
    const before = row.role === "facility" ? row.facility_id : null;
    const now =
      isKnown(message) && message.sender.role === "facility"
        ? message.sender.facilityId
        : null;
    return [before ?? [], now ?? []].flat();
  });
  for (const id of new Set(ids)) await noteLastOf(db, id);
}

export async function noteLastOf(
  db: Kysely<Schema>,
  facility_id: number,
): Promise<void> {
  const newest = db
    .selectFrom("feed_messages")
    .where("facility_id", "=", facility_id)
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
      .where("facility_id", "=", facility_id)
      .execute();
    return;
  }
  const last = {
    last_message_at: said.said_at,
    last_movement_at: moved?.said_at ?? null,
  };
  await db
    .insertInto("feed_facilities")
    .values({ facility_id, ...last })
    .onConflict((conflict) => conflict.column("facility_id").doUpdateSet(last))
    .execute();
}
