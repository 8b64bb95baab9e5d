import { sql, type Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { Habits } from "~/features/data-quality/rules/silence";
import type { MessageReasonName } from "~/features/messages/rules/message-states";
import type { FacilityCounts } from "~/features/today/rules/order";
import type { Schema } from "~server/store/schema";
import type { CensusRow } from "./census-facilities";

/** Of 15,000 facilities all stays and those flagged ISNP, and some from before a change. */
const MOST_ROWS = 40_000;
const MOST_FEEDS = 20_000;
/** Some 10 KB each. */
const MOST_NAMES = 16_000;

/** How many messages wait for a reason. */
export interface WaitingMessages {
  reason: MessageReasonName | null;
  messages: number;
}

/** All waiting messages, by their facility; null: it is not known whose they are. */
type WaitingByFacility = ReadonlyMap<number | null, readonly WaitingMessages[]>;

export function countWaiting(
  waiting: WaitingByFacility,
  facilityId: number | null,
): number {
  return sumOf(waiting.get(facilityId) ?? []);
}

function sumOf(some: readonly WaitingMessages[]): number {
  return some.reduce((sum, { messages }) => sum + messages, 0);
}

/** Counts them by an index that has no others. Those of a sender whom nobody has registered may be hundreds of thousands. */
export async function readWaitingMessages(
  db: Kysely<Schema>,
): Promise<WaitingByFacility> {
  const rows = await db
    .selectFrom("feed_messages")
    .where(sql<boolean>`status = 'waiting'`)
    .groupBy(["facility_id", "reason"])
    .select((row) => [
      "facility_id",
      "reason",
      row.fn.countAll<number>().as("messages"),
    ])
    .execute();
  const byFacility = new Map<number | null, WaitingMessages[]>();
  for (const { facility_id, ...waiting } of rows) {
    const others = byFacility.get(facility_id);
    if (others) others.push(waiting);
    else byFacility.set(facility_id, [waiting]);
  }
  return byFacility;
}

/** Counting so many takes some milliseconds; what was counted is kept a second for each time so many. */
const MANY = 10_000;
const MANY_KEPT_MS = 1_000;
/** What the feed says may be so old (R293). */
const MOST_KEPT_MS = 60_000;

/**
 * The waiting messages. Fewer than 10,000 are counted for each who asks, so that one that is treated is
 * gone at once. Of more, the last count is kept for a while: counting never takes more than a hundredth of the time.
 */
class WaitingMemory {
  private last: { atMs: number; keptMs: number; waiting: WaitingByFacility } = {
    atMs: 0,
    keptMs: 0,
    waiting: new Map(),
  };
  private counting: Promise<WaitingByFacility> | null = null;

  async read(db: Kysely<Schema>, now: Date): Promise<WaitingByFacility> {
    const { atMs, keptMs, waiting } = this.last;
    const ageMs = now.getTime() - atMs;
    if (ageMs >= 0 && ageMs < keptMs) return waiting;
    this.counting ??= this.count(db, now).finally(() => {
      this.counting = null;
    });
    return this.counting;
  }

  private async count(db: Kysely<Schema>, now: Date) {
    const waiting = await readWaitingMessages(db);
    const messages = sumOf([...waiting.values()].flat());
    const keptMs = Math.floor(messages / MANY) * MANY_KEPT_MS;
    this.last = {
      atMs: now.getTime(),
      keptMs: Math.min(keptMs, MOST_KEPT_MS),
      waiting,
    };
    return waiting;
  }
}

/** The residents of a facility who are there or left lately, by what a search compares. */
export interface FacilityNames {
  facility_id: number;
  /** A line each. One text takes a tenth of the memory of as many rows. */
  lines: string;
}

/** What has been counted of the census of facilities, each under all that it depends on. */
export class CensusMemory {
  readonly rows = new LRUCache<string, CensusRow>({ max: MOST_ROWS });
  readonly today = new LRUCache<string, FacilityCounts>({ max: MOST_ROWS });
  readonly names = new LRUCache<string, FacilityNames>({ max: MOST_NAMES });
  readonly habits = new LRUCache<string, Habits>({ max: MOST_FEEDS });
  readonly waiting = new WaitingMemory();
}
