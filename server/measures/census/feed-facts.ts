import { sql, type Kysely } from "kysely";
import {
  dayIn,
  epochDayOf,
  isoDayOf,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";
import { censusLimits } from "~/features/data-quality/rules/limits";
import {
  firstUsualDay,
  habitsOf,
  silentSince,
  type Habits,
} from "~/features/data-quality/rules/silence";
import type { FeedFacilityTable } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";
import { isIn } from "../question";

/** Feeds whose messages are counted in one statement. */
const FEEDS_AT_ONCE = 50;

/** What is known of the feed of a facility; instants are ISO 8601 in UTC. */
export interface FeedFacts extends Pick<Habits, "usual" | "recent"> {
  lastMessage: string;
  lastMovement: string | null;
  /** The day of it at the facility. */
  lastMovementOn: IsoDay | null;
  /** To the hour; null while it is not silent. */
  silentSince: string | null;
}

interface Feed extends FeedFacilityTable {
  time_zone: string | null;
}

/** Habits of feeds as they were counted last, by the facility, its newest messages and the day. */
export interface KnownHabits {
  get(key: string): Habits | undefined;
  set(key: string, habits: Habits): unknown;
}

/**
 * The feeds of facilities that have one, by the facility. What is told of today comes and goes without a new version of the data.
 * The messages of a feed are counted again when a newer one has come, and each day.
 */
export async function readFeedFacts(
  db: Kysely<Schema>,
  facilityIds: readonly number[],
  now: Date,
  known: KnownHabits,
): Promise<Map<number, FeedFacts>> {
  const feeds = await db
    .selectFrom("feed_facilities")
    .innerJoin("facilities", "facilities.id", "facility_id")
    .where(isIn("facility_id", facilityIds))
    .select(["facility_id", "last_message_at", "last_movement_at", "time_zone"])
    .execute();
  const today = epochDayOf(now.toISOString().slice(0, 10));
  const keyOf = (feed: FeedFacilityTable) =>
    [
      feed.facility_id,
      feed.last_message_at,
      feed.last_movement_at,
      today,
    ].join();
  const facts = new Map<number, FeedFacts>();
  const stale: Feed[] = [];
  const tell = (feed: Feed, habits: Habits) =>
    facts.set(feed.facility_id, factsOf(feed, habits, now));
  for (const feed of feeds) {
    const habits = known.get(keyOf(feed));
    if (habits) tell(feed, habits);
    else stale.push(feed);
  }
  for (let from = 0; from < stale.length; from += FEEDS_AT_ONCE) {
    const some = stale.slice(from, from + FEEDS_AT_ONCE);
    const counted = await readHabits(db, some, today);
    for (const [feed, habits] of counted) {
      known.set(keyOf(feed), habits);
      tell(feed, habits);
    }
  }
  return facts;
}

function factsOf(
  { last_message_at, last_movement_at, time_zone }: Feed,
  habits: Habits,
  now: Date,
): FeedFacts {
  const { usual, recent } = habits;
  const movedAt = msOf(last_movement_at);
  return {
    usual,
    recent,
    silentSince: silentSince(movedAt, habits, now)?.toISOString() ?? null,
    lastMessage: last_message_at,
    lastMovement: last_movement_at,
    lastMovementOn:
      movedAt === null ? null : isoDayOf(dayIn(time_zone, movedAt)),
  };
}

function msOf(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant);
}

async function readHabits<Of extends FeedFacilityTable>(
  db: Kysely<Schema>,
  feeds: readonly Of[],
  today: EpochDay,
): Promise<[Of, Habits][]> {
  const first = await readFirstMessages(db, feeds);
  const byDay = await readMovementsByDay(db, feeds, today);
  return feeds.map((feed) => {
    const { facility_id, last_message_at, last_movement_at } = feed;
    const movements = {
      firstMessageMs: Date.parse(first.get(facility_id) ?? last_message_at),
      lastMovementMs: msOf(last_movement_at),
      byDay: byDay.get(facility_id) ?? new Map<EpochDay, number>(),
    };
    return [feed, habitsOf(movements, today)];
  });
}

/** When the first message of each was said: the oldest entry of the index, so that it costs the same after years. */
async function readFirstMessages(
  db: Kysely<Schema>,
  feeds: readonly FeedFacilityTable[],
): Promise<Map<number, string>> {
  const ids = feeds.map(({ facility_id }) => facility_id);
  const { rows } = await sql<{ facility_id: number; said_at: string | null }>`
    select feed_facilities.facility_id, (
      select said_at from feed_messages
      where feed_messages.facility_id = feed_facilities.facility_id and said_at is not null
      order by said_at limit 1) as said_at
    from feed_facilities where ${isIn("feed_facilities.facility_id", ids)}`.execute(
    db,
  );
  return new Map(
    rows.flatMap(({ facility_id, said_at }) =>
      said_at === null ? [] : [[facility_id, said_at] as const],
    ),
  );
}

interface DayRow {
  facility_id: number;
  day: string;
  movements: number;
}

/** Movements of each facility by day of UTC: in its last 90 days before the newest one, and since. */
async function readMovementsByDay(
  db: Kysely<Schema>,
  feeds: readonly FeedFacilityTable[],
  today: EpochDay,
): Promise<Map<number, Map<EpochDay, number>>> {
  const asked = feeds.flatMap(({ facility_id, last_movement_at }) => {
    if (last_movement_at === null) return [];
    const from = Math.min(
      firstUsualDay(Date.parse(last_movement_at)),
      today - censusLimits.recentDays,
    );
    return [
      sql`(cast(${facility_id} as bigint), cast(${isoDayOf(from)} as text))`,
    ];
  });
  const ids = feeds.map(({ facility_id }) => facility_id);
  const byDay = new Map<number, Map<EpochDay, number>>();
  if (asked.length === 0) return byDay;
  const { rows } = await sql<DayRow>`
    with asked(facility_id, since) as (values ${sql.join(asked)})
    select asked.facility_id, substr(said_at, 1, 10) as day, count(*) as movements
    from asked join feed_messages
      on feed_messages.facility_id = asked.facility_id and feed_messages.said_at >= asked.since
    where movement = 1 and ${isIn("feed_messages.facility_id", ids)}
    group by asked.facility_id, substr(said_at, 1, 10)`.execute(db);
  for (const { facility_id, day, movements } of rows) {
    const days = byDay.get(facility_id) ?? new Map<EpochDay, number>();
    byDay.set(facility_id, days.set(epochDayOf(day), movements));
  }
  return byDay;
}
