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

/** What the tabs of a place and its strip say: null where it is not counted, or could not be had in time. */
export interface PlaceCounts {
  today: PlaceToday | null;
  /** Reviews of transfers that are overdue. */
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

/** What a call comes to for a kept answer; `nothing` where there is none. */
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

/** Counted at most once a minute for a session and place; of all of the user's places together the reviews alone. */
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

/** So long a page waits for what changed since Monday, and so long it is counted for the next page. */
const PATIENCE_MS = 400;
const COUNTED_WITHIN_MS = 10_000;

/** How much changed since Monday below a place, or at all of the user's facilities; kept as the counts are, and null until it is known. */
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

/** How many transfers of a facility have notices due; kept as the counts are, and null where it could not be had. */
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

/** Forgets the counts of a session that ends, or that has changed a review or notices. */
export function forgetPlaceCounts(sessionId: string): void {
  residents.forget(sessionId);
  reviews.forget(sessionId);
  changes.forget(sessionId);
  notices.forget(sessionId);
}
