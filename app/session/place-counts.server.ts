import type { Outcome } from "~/data/call.server";
import type { Viewer } from "~/domain/access/viewer";
import type { Level } from "~/domain/places/hierarchy";
import { TODAY_LEVELS } from "~/domain/today/today-levels";
import { countReviews } from "~server/reviews/service";
import { countToday, type TodayCounts } from "~server/today/service";
import { keptAnswer } from "./kept-answer.server";

export interface CountedPlace {
  level: Level;
  id: number;
}

/** What the tabs of a place and its strip say: null where it is not counted, or could not be had in time. */
export interface PlaceCounts {
  today: TodayCounts | null;
  /** Reviews of transfers that are overdue. */
  overdue: number | null;
}

interface AskCounts {
  (
    service: typeof countToday,
    input: { level: (typeof TODAY_LEVELS)[number]; id: number },
    options: { deadlineMs: number },
  ): Promise<Outcome<TodayCounts>>;
  (
    service: typeof countReviews,
    input: { place?: CountedPlace },
    options: { deadlineMs: number },
  ): Promise<Outcome<{ counts: { lists: { overdue: number } } }>>;
}

const residents = keptAnswer<TodayCounts>("today_counts");
const reviews = keptAnswer<number>("overdue_reviews");

/** Counting the reviews of larger places would cost each page more than it says. */
const REVIEWS_COUNTED: readonly Level[] = ["region", "facility", "physician"];

/** Counted at most once a minute for a session and place; of all of the user's places together the reviews alone. */
export async function findPlaceCounts(
  session: { id: string; viewer: Pick<Viewer, "accessLevel"> },
  place: CountedPlace | null,
  ask: AskCounts,
): Promise<PlaceCounts> {
  const { level, id } = place ?? { level: session.viewer.accessLevel, id: 0 };
  const key = `${session.id} ${place ? `${level}/${id}` : "all"}`;
  const listed = place && TODAY_LEVELS.find((one) => one === level);
  const [today, overdue] = await Promise.all([
    listed
      ? residents.find(key, async (options) => {
          const found = await ask(countToday, { level: listed, id }, options);
          if (found.kind === "failure") return found;
          return found.kind === "data" ? found.answer : null;
        })
      : null,
    REVIEWS_COUNTED.some((one) => one === level)
      ? reviews.find(key, async (options) => {
          const found = await ask(
            countReviews,
            place ? { place } : {},
            options,
          );
          if (found.kind === "failure") return found;
          return found.kind === "data" ? found.answer.counts.lists.overdue : 0;
        })
      : null,
  ]);
  return { today, overdue };
}

/** Forgets the counts of a session that ends, or that has changed a review. */
export function forgetPlaceCounts(sessionId: string): void {
  residents.forget(sessionId);
  reviews.forget(sessionId);
}
