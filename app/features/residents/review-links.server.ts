import { dayText } from "./resident-words";
import { residentReviewText } from "~/features/reviews/rules/review-words";
import { reviewPath } from "~/review-paths";
import type { ResidentStory } from "~server/residents/service";
import type { ReviewLink } from "./resident-page-view";

/** The ways to the reviews of a resident. */
export interface ReviewLinks {
  ofTransfer(id: number): ReviewLink;
  /** Of transfers that are no longer in the data. */
  left: ReviewLink[];
}

export function reviewLinks(
  reviews: Readonly<ResidentStory["reviews"]>,
): ReviewLinks {
  const begun = new Map(
    reviews
      .filter(({ isKnown }) => isKnown)
      .map(({ transferId, state }) => [transferId, state]),
  );
  return {
    ofTransfer: (id) => ({
      href: reviewPath(id),
      text: residentReviewText(begun.get(id)),
    }),
    left: reviews
      .filter(({ isKnown }) => !isKnown)
      .map(({ transferId, state, transferredOn, facilityName }) => ({
        href: reviewPath(transferId),
        text: `${dayText(transferredOn)}, ${facilityName ?? ""}: ${residentReviewText(state)}`,
      })),
  };
}
