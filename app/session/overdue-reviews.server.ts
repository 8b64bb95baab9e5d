import { getReviews } from "~/contract/reviews";
import type { Outcome } from "~/data/call.server";
import {
  optionalCall,
  type OptionalOutcome,
} from "~/data/optional-call.server";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { settings } from "~/env.server";
import { keptNumber } from "./kept-number.server";

/** What the account menu says of reviews: how many are overdue, null where that is not counted. */
export interface ReviewsInMenu {
  overdue: number | null;
}

interface Counted {
  counts: { lists: Partial<Record<string, number>> };
}

type AskReviews = (
  target: typeof getReviews,
  input: { query: { counts: boolean } },
  options: { deadlineMs: number },
) => Promise<Outcome<Counted>>;

/** Counting those of larger places would cost each page more than it tells. */
const HIGHEST_COUNTED_RANK = rankOf("region");

const overdue = keptNumber("overdue_reviews");

/**
 * The overdue reviews of a viewer's places (R350). Null, and then no way to reviews is shown, where the host does not offer them. Those of divisions and
 * above are not counted; they are led to reviews where the data server, which has them, is in this process.
 */
export async function findOverdueReviews(
  session: { id: string; mark: string; viewer: Viewer },
  call: AskReviews,
): Promise<ReviewsInMenu | null> {
  if (rankOf(session.viewer.accessLevel) > HIGHEST_COUNTED_RANK) {
    return settings.API_URL === undefined ? { overdue: null } : null;
  }
  const number = await overdue.find(session.id, async (options) => {
    const outcome = await optionalCall(session, getReviews, () =>
      call(getReviews, { query: { counts: true } }, options),
    );
    return numberOf(outcome);
  });
  return number === null ? null : { overdue: number };
}

/** Forgets the count of a session that ends, or that has changed a review. */
export function forgetOverdueReviews(sessionId: string): void {
  overdue.forget(sessionId);
}

function numberOf(outcome: OptionalOutcome<Counted>) {
  switch (outcome.kind) {
    case "data":
      return outcome.answer.counts.lists.overdue ?? 0;
    case "empty":
      return 0;
    case "not-offered":
      return null;
    case "failure":
      return outcome;
  }
}
