import type { Kysely } from "kysely";
import { dayIn, type EpochDay } from "~/domain/calendar";
import type { ReachMove } from "~server/measures/move-reach";
import { noteFedAt } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import { saidAtOf, type KnownMessage } from "./logged-messages";

/**
 * The facilities whose data reach further by some messages: each through the day of its sender's newest message, for a sender that
 * says nothing of a facility says that nothing happened there. No day is after today at the facility (R480).
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

/** Through which day the feed of each facility reaches, as far as messages are there. */
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

/** The day of a message in a time zone. A sender's clock may be fast, ours decides what is the future. */
function dayBy(timeZone: string | null, said: string, now: Date): EpochDay {
  return dayIn(timeZone, Math.min(Date.parse(said), now.getTime()));
}

/** When the newest of some messages was said, by what they have in common. */
export function newestBy<Key>(
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

/** Keeps how fresh the data are by messages of facilities (R301). */
export async function noteFreshness(
  db: Kysely<Schema>,
  messages: readonly KnownMessage[],
  now: Date,
): Promise<void> {
  const own = messages.filter(({ sender }) => sender.role === "facility");
  const said = newestBy(own, () => "all").get("all");
  if (said === undefined) return;
  // A receiver whose clock is fast must not make data look fresher than they are.
  await noteFedAt(db, new Date(Math.min(Date.parse(said), now.getTime())));
}
