import { setTimeout as delay } from "node:timers/promises";
import type { CallFailure, Outcome } from "~/data/call.server";
import type { Level, PlaceAboveFacilities } from "~/domain/places/hierarchy";
import { countChanges } from "~server/changes/service";
import { countReviews } from "~server/reviews/service";
import { countNotices } from "~server/transfer-notices/service";
import { countToday, type PlaceToday } from "~server/today/service";
import { keptAnswer } from "./kept-answer.server";

export interface CountedPlace {
  level: Level;
  id: number;
  /** Counts a physician's residents at this facility alone. */
  facilityId?: number | undefined;
}

/** Null: not counted, or not available in time. */
export interface PlaceCounts {
  today: PlaceToday | null;
  overdue: number | null;
}

interface AskCounts {
  (
    service: typeof countToday,
    input: CountedPlace,
    options: { deadlineMs: number },
  ): Promise<Outcome<PlaceToday>>;
  (
    service: typeof countReviews,
    input: { place?: CountedPlace },
    options: { deadlineMs: number },
  ): Promise<Outcome<{ counts: { lists: { overdue: number } } }>>;
}

function kept<Answer, Kept, Nothing>(
  found: Outcome<Answer>,
  read: (answer: Answer) => Kept,
  nothing: Nothing,
): Kept | Nothing | CallFailure {
  if (found.kind === "failure") return found;
  return found.kind === "data" ? read(found.answer) : nothing;
}

const residents = keptAnswer<PlaceToday>("today_counts");
const reviews = keptAnswer<number>("overdue_reviews");

/** Counts at most once a minute per session and place; for all places together only the reviews. */
export async function findPlaceCounts(
  sessionId: string,
  place: CountedPlace | null,
  ask: AskCounts,
): Promise<PlaceCounts> {
  const key = `${sessionId} ${place ? `${place.level}/${place.id}` : "all"}`;
  const [today, overdue] = await Promise.all([
    place
      ? residents.find(`${key}/${place.facilityId ?? ""}`, async (options) =>
          kept(await ask(countToday, place, options), (today) => today, null),
        )
      : null,
    reviews.find(key, async (options) =>
      kept(
        await ask(countReviews, place ? { place } : {}, options),
        ({ counts }) => counts.lists.overdue,
        0,
      ),
    ),
  ]);
  return { today, overdue };
}

const changes = keptAnswer<number>("changes");

/** How long a page waits; a slower count is ready for the next page. */
const PATIENCE_MS = 400;
const COUNTED_WITHIN_MS = 10_000;

/** Null until it is known; cached like the counts. */
export async function findChangeCount(
  sessionId: string,
  place: PlaceAboveFacilities | null,
  ask: (
    service: typeof countChanges,
    input: { place: PlaceAboveFacilities | null },
    options: { deadlineMs: number },
  ) => Promise<Outcome<{ count: number }>>,
): Promise<number | null> {
  const key = `${sessionId} ${place ? `${place.level}/${place.id}` : "all"}`;
  const counted = changes.find(key, async () => {
    const options = { deadlineMs: COUNTED_WITHIN_MS };
    return kept(
      await ask(countChanges, { place }, options),
      ({ count }) => count,
      0,
    );
  });
  const gone = delay(PATIENCE_MS, null, { ref: false });
  return Promise.race([counted, gone]);
}

const notices = keptAnswer<number>("notices_due");

export async function findNoticesDue(
  sessionId: string,
  facilityId: number,
  ask: (
    service: typeof countNotices,
    input: { level: "facility"; id: number },
    options: { deadlineMs: number },
  ) => Promise<Outcome<readonly { due: number }[]>>,
): Promise<number | null> {
  return notices.find(`${sessionId} ${facilityId}`, async (options) => {
    const place = { level: "facility", id: facilityId } as const;
    const found = await ask(countNotices, place, options);
    return kept(found, ([first]) => first?.due ?? 0, 0);
  });
}

export function forgetPlaceCounts(sessionId: string): void {
  residents.forget(sessionId);
  reviews.forget(sessionId);
  changes.forget(sessionId);
  notices.forget(sessionId);
}
