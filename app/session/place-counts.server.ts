import { setTimeout as delay } from "node:timers/promises";
import type { Ask } from "~/data/ask.server";
import type { Level, PlaceAboveFacilities } from "~/domain/places/hierarchy";
import { countChanges } from "~server/changes/service";
import { countReviews } from "~server/reviews/service";
import { countNotices } from "~server/transfer-notices/service";
import { countToday } from "~server/today/service";
import { keptAnswer } from "./kept-answer.server";

export interface CountedPlace {
  level: Level;
  id: number;
  /** Counts a physician's residents at this facility alone. */
  facilityId?: number | undefined;
}

/** Null: not counted, or not available in time. For all places together it counts only the reviews. */
export async function findPlaceCounts(
  sessionId: string,
  place: CountedPlace | null,
  ask: Ask,
) {
  const [today, reviews] = await Promise.all([
    place &&
      keptAnswer(sessionId, {
        name: "today_counts",
        about: place,
        ask: (options) => ask(countToday, place, options),
      }),
    keptAnswer(sessionId, {
      name: "overdue_reviews",
      about: place,
      ask: (options) => ask(countReviews, place ? { place } : {}, options),
    }),
  ]);
  return { today, overdue: reviews?.counts.lists.overdue ?? null };
}

export type PlaceCounts = Awaited<ReturnType<typeof findPlaceCounts>>;

/** How long a page waits; a slower count is ready for the next page. */
const PATIENCE_MS = 400;
const COUNTED_WITHIN_MS = 10_000;

/** Null until it is known; cached like the counts. */
export async function findChangeCount(
  sessionId: string,
  place: PlaceAboveFacilities | null,
  ask: Ask,
): Promise<number | null> {
  const counted = keptAnswer(sessionId, {
    name: "changes",
    about: place,
    ask: () => ask(countChanges, { place }, { deadlineMs: COUNTED_WITHIN_MS }),
  });
  const gone = delay(PATIENCE_MS, null, { ref: false });
  return (await Promise.race([counted, gone]))?.count ?? null;
}

export async function findNoticesDue(
  sessionId: string,
  facilityId: number,
  ask: Ask,
): Promise<number | null> {
  return keptAnswer(sessionId, {
    name: "notices_due",
    about: facilityId,
    ask: (options) => ask(countNotices, { facilityId }, options),
  });
}
