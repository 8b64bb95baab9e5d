import type { Level } from "~/domain/places/hierarchy";
import type { ReviewStep } from "~/features/reviews/rules/fields.data";
import type { ReviewList } from "~/features/reviews/rules/review-rules";
import { withQuery } from "~/paths";

const REVIEWS = "/reviews";

export interface ReviewsQuery {
  level?: Level | undefined;
  id?: number | undefined;
  list?: ReviewList | undefined;
  page?: number | undefined;
  /** Kept from the page before, so that the tabs lead back to it. */
  isnp?: boolean | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

export type OpenedFrom = Pick<ReviewsQuery, "level" | "id" | "list">;

export function reviewsPath(query: ReviewsQuery = {}): string {
  return withQuery(REVIEWS, query);
}

/** The review of a transfer, or a step of its form. The id is negative if the transfer is known from the feed only. */
export function reviewPath(
  transferId: number,
  step?: ReviewStep,
  from: OpenedFrom = {},
): string {
  return withQuery(`${REVIEWS}/${transferId}`, { step, ...from });
}

export const reviewCausesPath = `${REVIEWS}/causes`;
