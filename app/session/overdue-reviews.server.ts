import type { Outcome } from "~/data/call.server";
import { apiHost } from "~/data/upstream.server";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { countReviews } from "~server/reviews/service";
import { keptNumber } from "./kept-number.server";

/** What the account menu says of reviews: how many are overdue, null where that is not counted. */
export interface ReviewsInMenu {
  overdue: number | null;
}

type AskReviews = (
  service: typeof countReviews,
  input: object,
  options: { deadlineMs: number },
) => Promise<Outcome<{ counts: { lists: { overdue: number } } }>>;

/** Counting those of larger places would cost each page more than it tells. */
const HIGHEST_COUNTED_RANK = rankOf("region");

const overdue = keptNumber("overdue_reviews");

/**
 * The overdue reviews of a viewer's places (R350). Null, and then no way to reviews is shown, with an API host, and where they could not be counted.
 * Those of divisions and above are not counted.
 */
export async function findOverdueReviews(
  session: { id: string; viewer: Viewer },
  ask: AskReviews,
): Promise<ReviewsInMenu | null> {
  if (apiHost) return null;
  if (rankOf(session.viewer.accessLevel) > HIGHEST_COUNTED_RANK) {
    return { overdue: null };
  }
  const number = await overdue.find(session.id, async (options) => {
    const outcome = await ask(countReviews, {}, options);
    if (outcome.kind === "failure") return outcome;
    return outcome.kind === "data" ? outcome.answer.counts.lists.overdue : 0;
  });
  return number === null ? null : { overdue: number };
}

/** Forgets the count of a session that ends, or that has changed a review. */
export function forgetOverdueReviews(sessionId: string): void {
  overdue.forget(sessionId);
}
