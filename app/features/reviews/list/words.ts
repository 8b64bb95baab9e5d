import type { ReviewList } from "../rules/review-rules";

/** Apart from the words of a review, which would bring them to its page. */
export const reviewListWords = {
  about:
    "Each unplanned transfer gets a review: what happened, whether it could have been avoided, and what to do.",
  lists: {
    open: "To review",
    overdue: "Overdue",
    mine: "Mine",
    actions: "Open actions",
    reviewed: "To sign",
    signed: "Signed",
  } satisfies Record<ReviewList, string>,
  allPlaces: "All facilities",
  listNav: "Lists of transfers",
  columns: {
    resident: "Resident",
    facility: "Facility",
    transferred: "Transferred",
    outcome: "Outcome",
    physician: "Physician",
    state: "Review",
    action: "Action",
  },
  byPlace: "By facility",
  causesLink: "Causes on Transfers",
  placeColumns: {
    reviewed: "Reviewed",
    overdue: "Overdue",
  },
  dueBy: "due",
  doneOn: "done",
  late: "Overdue",
  markDone: "Mark done",
  markedDone: "Action marked done.",
  pages: "Pages of transfers",
  newest: "First transfers",
  older: "Next transfers",
  empty: "Nothing on this list.",
  emptyOlder: "There are no more transfers.",
  failed: "The transfers were not retrieved due to a system error.",
} as const;
