import { sql, type Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { Habits } from "~/features/data-quality/rules/silence";
import type { MessageReasonName } from "~/features/messages/rules/message-states";
import type { FacilityCounts } from "~/features/today/rules/order";
import type { Schema } from "~server/store/schema";
import { groupBy } from "../question";
import type { CensusRow } from "./census-facilities";

/** Two rows for each of 15,000 facilities (all stays and ISNP stays), and some outdated ones. */
const MOST_ROWS = 40_000;
const MOST_FEEDS = 20_000;
/** About 10 KB each. */
const MOST_NAMES = 16_000;

export interface WaitingMessages {
  facility_id: number | null;
  reason: MessageReasonName | null;
  messages: number;
}

/** Waiting messages by facility; null for an unknown one. */
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

/** Counts from an index of waiting messages only. An unregistered sender may cause hundreds of thousands. */
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
  return groupBy(rows, ({ facility_id }) => facility_id);
}

/** Counting this many takes milliseconds; cache the result for a second per multiple. */
const MANY = 10_000;
const MANY_KEPT_MS = 1_000;
/** Feed facts may be this old (R293). */
const MOST_KEPT_MS = 60_000;

/** Caches large counts, so counting takes at most a hundredth of the time. */
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

export interface FacilityNames {
  facility_id: number;
  /** One line per resident: a single text takes a tenth of the memory of rows. */
  lines: string;
}

/** Caches for the census of facilities, keyed by everything an entry depends on. */
export class CensusMemory {
  readonly rows = new LRUCache<string, CensusRow>({ max: MOST_ROWS });
  readonly today = new LRUCache<string, FacilityCounts>({ max: MOST_ROWS });
  readonly names = new LRUCache<string, FacilityNames>({ max: MOST_NAMES });
  readonly habits = new LRUCache<string, Habits>({ max: MOST_FEEDS });
  readonly waiting = new WaitingMemory();
}
