/** Which transfers of the work list are shown (R346). */
export const REVIEW_LISTS = [
  "open",
  "overdue",
  "mine",
  "actions",
  "reviewed",
  "signed",
] as const;
export type ReviewList = (typeof REVIEW_LISTS)[number];
