import type { Kysely } from "kysely";
import type {
  AuditAction,
  AuditDetails,
} from "~/features/audit/rules/audit-actions";
import { newYorkDayEnd, newYorkDayStart, type IsoDay } from "~/domain/calendar";
import { usernameKey } from "~/features/users/rules/username-key";
import type { Schema } from "~server/store/schema";

type Db = Kysely<Schema>;

/** Something that somebody did or saw. */
export interface AuditEvent {
  /** Grows with time. */
  id: number;
  /** ISO 8601 in UTC. */
  at: string;
  /** One of `AUDIT_ACTIONS`, or what another version of the server recorded. */
  action: string;
  /** Who; null where nobody was signed in. Usernames are those of that time. */
  userId: number | null;
  username: string | null;
  /** The user that it was done to; null where it was none. */
  targetUserId: number | null;
  targetUsername: string | null;
  /** Ids and counts that belong to the action. */
  details: AuditDetails;
  /** Address of the browser, as far as it is known. */
  address: string | null;
}

/** Which events. */
export interface AuditQuery {
  /** Those that showed one of these. */
  residents?: readonly number[] | undefined;
  user?: string | undefined;
  action?: AuditAction | undefined;
  from?: IsoDay | undefined;
  to?: IsoDay | undefined;
}

/** Where a page ends and the next one begins. */
type Position = Pick<AuditEvent, "at" | "id">;

interface Page {
  /** Those older than this. */
  before?: Position | null;
  /** None that was stored after this one. */
  upToId?: number;
  most: number;
}

/** The position of an event; null where there is none of that id, or none any more. */
export async function findPosition(
  db: Db,
  id: number,
): Promise<Position | null> {
  const event = await db
    .selectFrom("audit_events")
    .where("id", "=", id)
    .select(["at", "id"])
    .executeTakeFirst();
  return event ?? null;
}

/** Id of the event that was stored last; null where there is none. */
export async function findNewestId(db: Db): Promise<number | null> {
  const { id } = await db
    .selectFrom("audit_events")
    .select((eb) => eb.fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * A page of the events that are asked for, newest first: by time, as records of several processes, and those that waited
 * for a busy database, are stored in another order. Each query goes down one index.
 */
export async function readAuditEvents(
  db: Db,
  { user = "", ...query }: AuditQuery,
  page: Page,
): Promise<AuditEvent[]> {
  const key = usernameKey(user);
  const events = eventsOf(db, query, page);
  if (key === "") return (await events.execute()).map(eventOf);
  const [done, suffered] = await Promise.all([
    events.where("user_key", "=", key).execute(),
    events
      .where("target_key", "=", key)
      .where("user_key", "is distinct from", key)
      .execute(),
  ]);
  return [...done, ...suffered]
    .sort(newestFirst)
    .slice(0, page.most)
    .map(eventOf);
}

function eventsOf(
  db: Db,
  { action, from, to, residents }: Omit<AuditQuery, "user">,
  { before, upToId, most }: Page,
) {
  let events = db
    .selectFrom("audit_events")
    .select([
      "id",
      "at",
      "action",
      "user_id as userId",
      "username",
      "target_user_id as targetUserId",
      "target_username as targetUsername",
      "details",
      "address",
    ]);
  if (residents) {
    events = events.where("id", "in", (eb) =>
      eb
        .selectFrom("audited_residents")
        .where("patient_id", "in", residents)
        .select("event_id"),
    );
  }
  if (action) events = events.where("action", "=", action);
  if (from) {
    events = events.where("at", ">=", newYorkDayStart(from).toISOString());
  }
  if (to) events = events.where("at", "<", newYorkDayEnd(to).toISOString());
  if (upToId !== undefined) events = events.where("id", "<=", upToId);
  if (before) {
    events = events.where((eb) =>
      eb(
        eb.refTuple("at", "id"),
        "<",
        eb.tuple<string, number>(before.at, before.id),
      ),
    );
  }
  return events.orderBy("at", "desc").orderBy("id", "desc").limit(most);
}

function newestFirst(a: Position, b: Position): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return b.id - a.id;
}

type Row = Omit<AuditEvent, "details"> & { details: string };

function eventOf({ details, ...row }: Row): AuditEvent {
  return { ...row, details: JSON.parse(details) as AuditDetails };
}
