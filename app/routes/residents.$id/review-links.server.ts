import type { ReadResidentStory } from "~/contract/residents";
import { isReviewState } from "~/domain/reviews/review-rules";
import { residentReviewText } from "~/domain/reviews/review-words";
import { usDayOf } from "~/domain/calendar";
import { reviewPath } from "~/review-paths";
import type { ReviewLink } from "./resident-page-view";

/** The ways to the reviews of a resident. */
export interface ReviewLinks {
  /** Null where the host has no reviews. */
  ofTransfer(id: number): ReviewLink | null;
  /** Of transfers that are no longer in the data. */
  left: ReviewLink[];
}

export function reviewLinks(
  reviews: ReadResidentStory["reviews"],
): ReviewLinks {
  const begun = new Map(
    (reviews ?? [])
      .filter(({ is_known }) => is_known)
      .map((review) => [review.transfer_id, stateOf(review)]),
  );
  return {
    ofTransfer: (id) =>
      reviews
        ? { href: reviewPath(id), text: residentReviewText(begun.get(id)) }
        : null,
    left: (reviews ?? [])
      .filter(({ is_known }) => !is_known)
      .map((review) => ({
        href: reviewPath(review.transfer_id),
        text: `${usDayOf(review.transferred_on)}, ${review.facility_name}: ${residentReviewText(stateOf(review))}`,
      })),
  };
}

/** A state that only a newer host knows counts as open. */
function stateOf({ state }: { state: string | null }) {
  return isReviewState(state) ? state : "open";
}
