import type { Kysely } from "kysely";
import { dayIn, type EpochDay } from "~/domain/calendar";
import type { ReachMove } from "~server/measures/move-reach";
import { noteFedAt } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import {
  isKnown,
  isOfFacility,
  saidAtOf,
  type KnownMessage,
  type LoggedMessage,
} from "./logged-messages";

type Newest = ReadonlyMap<string, string>;

/**
 * Facilities with a later data cut-off. A sender that is silent about a facility says nothing happened there, so its
 * newest message counts for all its facilities (R480).
 */
export async function reachMoves(
  db: Kysely<Schema>,
  messages: readonly KnownMessage[],
  now: Date,
): Promise<ReachMove[]> {
  const newest = newestOf(
    messages
      .filter(isOfFacility)
      .map((one) => [one.sender.sender, saidAtOf(one)]),
  );
  if (newest.size === 0) return [];
  const rows = await readFacilities(db);
  const before = new Map(rows.map((row) => [row.id, row.data_through]));
  return [...reachBy(rows, newest, now)].flatMap(([facilityId, to]) => {
    const from = before.get(facilityId) ?? null;
    return from !== null && from >= to ? [] : [{ facilityId, from, to }];
  });
}

/** Last day that each facility's feed covers. */
export async function feedReach(
  db: Kysely<Schema>,
  now: Date,
): Promise<Map<number, EpochDay>> {
  const rows = await readFacilities(db);
  const newest = newestOf(
    rows.map(({ sender, last_message_at }) => [sender, last_message_at ?? ""]),
  );
  return reachBy(rows, newest, now);
}

function readFacilities(db: Kysely<Schema>) {
  return db
    .selectFrom("senders")
    .innerJoin("facilities", "facilities.id", "senders.facility_id")
    .leftJoin("feed_facilities", "feed_facilities.facility_id", "facilities.id")
    .where("role", "=", "facility")
    .select(["sender", "facilities.id", "data_through", "time_zone"])
    .select("last_message_at")
    .execute();
}

function reachBy(
  rows: Awaited<ReturnType<typeof readFacilities>>,
  newest: Newest,
  now: Date,
): Map<number, EpochDay> {
  const reach = new Map<number, EpochDay>();
  for (const { sender, id, time_zone } of rows) {
    const said = newest.get(sender);
    if (!said) continue;
    // A sender's clock may run ahead.
    const day = dayIn(time_zone, Math.min(Date.parse(said), now.getTime()));
    reach.set(id, Math.max(reach.get(id) ?? day, day));
  }
  return reach;
}

function newestOf(said: readonly [sender: string, at: string][]): Newest {
  const newest = new Map<string, string>();
  for (const [sender, at] of said) {
    if (at > (newest.get(sender) ?? "")) newest.set(sender, at);
  }
  return newest;
}

/** Stores how fresh facilities' data are (R301). */
export async function noteFreshness(
  db: Kysely<Schema>,
  messages: readonly KnownMessage[],
  now: Date,
): Promise<void> {
  const said = messages.filter(isOfFacility).map(saidAtOf).sort().at(-1);
  if (said === undefined) return;
  await noteFedAt(db, new Date(Math.min(Date.parse(said), now.getTime())));
}

/** Stores each facility's last message and movement, also of a message's former facility. */
export async function noteLastMessages(
  db: Kysely<Schema>,
  messages: readonly LoggedMessage[],
): Promise<void> {
  const before = messages
    .filter(({ row }) => row.role === "facility")
    .map(({ row }) => row.facility_id);
  const now = messages
    .filter(isKnown)
    .filter(isOfFacility)
    .map(({ sender }) => sender.facilityId);
  for (const id of new Set([...before, ...now])) {
    if (id !== null) await noteLastOf(db, id);
  }
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
