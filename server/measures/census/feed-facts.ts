import { sql, type Kysely } from "kysely";
import {
  dayIn,
  epochDayOf,
  isoDayOf,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";
import { censusLimits } from "~/features/data-quality/rules/census-marks";
import {
  firstUsualDay,
  habitsOf,
  silentSince,
  type Habits,
} from "~/features/data-quality/rules/silence";
import type { FeedFacilityTable } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";
import { chunksOf, isIn } from "../question";

const FEEDS_AT_ONCE = 50;

/** Facts about a facility's feed; instants are ISO 8601 in UTC. */
export interface FeedFacts {
  /** When the newest message and movement were sent. */
  last_message: string | null;
  last_movement: string | null;
  /** Day by the facility's clock. */
  last_movement_on: IsoDay | null;
  /** Movements a day, recently and in the 90 days before the newest one; null for a young feed. */
  movements: number | null;
  usual_movements: number | null;
  /** Rounded to the hour; null while the gap is not too long for chance. */
  silent_since: string | null;
  is_silent: boolean;
}

export const NO_FEED: FeedFacts = {
  last_message: null,
  last_movement: null,
  last_movement_on: null,
  movements: null,
  usual_movements: null,
  silent_since: null,
  is_silent: false,
};

interface Feed extends FeedFacilityTable {
  time_zone: string | null;
}

export interface HabitCache {
  get(key: string): Habits | undefined;
  set(key: string, habits: Habits): unknown;
}

/** Facts by facility. Today's facts change without a new data version. */
export async function readFeedFacts(
  db: Kysely<Schema>,
  facilityIds: readonly number[],
  now: Date,
  known: HabitCache,
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
  const byFeed = new Map<Feed, Habits | undefined>(
    feeds.map((feed) => [feed, known.get(keyOf(feed))]),
  );
  const stale = feeds.filter((feed) => !byFeed.get(feed));
  for (const some of chunksOf(stale, FEEDS_AT_ONCE)) {
    for (const [feed, habits] of await readHabits(db, some, today)) {
      known.set(keyOf(feed), habits);
      byFeed.set(feed, habits);
    }
  }
  const facts = new Map<number, FeedFacts>();
  for (const [feed, habits] of byFeed) {
    if (habits) facts.set(feed.facility_id, factsOf(feed, habits, now));
  }
  return facts;
}

function factsOf(
  { last_message_at, last_movement_at, time_zone }: Feed,
  habits: Habits,
  now: Date,
): FeedFacts {
  const movedAt = msOf(last_movement_at);
  const since = silentSince(movedAt, habits, now);
  return {
    last_message: last_message_at,
    last_movement: last_movement_at,
    last_movement_on:
      movedAt === null ? null : isoDayOf(dayIn(time_zone, movedAt)),
    movements: habits.recent,
    usual_movements: habits.usual,
    silent_since: since?.toISOString() ?? null,
    is_silent: since !== null,
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

/** Reads the oldest index entry of each feed, so the cost does not grow with its age. */
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

/** Movements by facility and UTC day: 90 days before the newest one, and since. */
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
