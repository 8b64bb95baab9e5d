import { usDayOf, type IsoDay } from "../calendar";
import { counted } from "../lists/counted-words";
import { messages } from "../messages";
import { formatCount } from "../number-format";
import type { ReviewList } from "./review-lists";
import {
  isReviewState,
  NOT_BEGUN,
  type ReviewAction,
  type ReviewState,
} from "./review-rules";

/** Texts of the pages of reviews. */
export const reviewWords = {
  title: "Transfer reviews",
  one: "Transfer review",
  about:
    "Each unplanned transfer to a hospital gets a review: what happened, whether it could have been avoided, and what to do.",
  states: {
    open: "Open",
    reviewed: "Reviewed",
    signed: "Signed",
  } satisfies Record<ReviewState, string>,
  notBegun: "Not begun",
  overdue: "Overdue",
  lists: {
    open: "To review",
    overdue: "Overdue",
    mine: "Mine",
    actions: "Open actions",
    reviewed: "To sign",
    signed: "Signed",
  } satisfies Record<ReviewList, string>,
  allPlaces: "All places",
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
  byPlace: "By place",
  placeColumns: {
    facility: "Facility",
    reviewed: "Reviewed",
    overdue: "Overdue",
  },
  dueBy: "due",
  doneOn: "done",
  late: "Late",
  assumed: "assumed",
  notKnown: "Not known",
  noPhysician: messages.none,
  pages: "Pages of transfers",
  newest: "First transfers",
  next: "Next transfers",
  empty: "There is nothing on this list.",
  emptyOlder: "There are no more transfers.",
  failed: "The transfers were not retrieved due to a system error.",
  form: {
    begin: "Begin the review",
    notBegun: "Nobody has begun this review.",
    vitals: "Vital signs, if known",
    steps: "Steps of the review",
    leave: "Leave without saving",
    opensAgain:
      "This review is reviewed. A change of its answers opens it again, but for the day on which the action was done.",
    choose: "Not said",
    saveNext: "Save and go on",
    saveLeave: "Save and show all",
    change: "Change",
    facts: "The transfer",
    resident: "All of this resident",
    history: "Changes",
    whoChanged: "Who changed what",
    knownFirst: "From the record, before the review began:",
    unsaid: "Not said",
    gone: "This transfer is no longer in the data. Its review stays as it is.",
    actions: "What to do with the review",
    missing: "Before it counts as reviewed:",
    amendments: "Amendments",
    amendment: "What you add",
    amendHint:
      "What was signed stays as it is. Your name and the time are added. No note is needed to mark the action done.",
    amendDone: "The action was done on",
    signedBy: "Signed by",
    saved: "Saved.",
    merged: "Saved. Others have changed this review since you opened it.",
    conflict:
      "Somebody else has changed the same answers since you opened them. Nothing of yours is saved yet.",
    saveAgain: "Save again to put your answers in the place of theirs.",
    stale:
      "This review has changed since you opened it. Look through it and do it again.",
    fullyAmended: "This review has all the amendments that it can have.",
    notNow: "The state of this review does not allow that any more.",
  },
  does: {
    save: "Save",
    review: "Mark as reviewed",
    sign: "Sign",
    amend: "Amend",
  } satisfies Record<ReviewAction, string>,
  hints: {
    review:
      "It then waits for its signature. A change of its answers opens it again.",
    sign: "After that it can only be amended.",
  },
  done: {
    save: "Saved.",
    review: "The review counts as reviewed.",
    sign: "The review is signed.",
    amend: "The amendment is added.",
  } satisfies Record<ReviewAction, string>,
  facts: {
    resident: "Resident",
    mrn: "MRN",
    facility: "Facility",
    physician: "Physician",
    admitted: "Admitted",
    transferred: "Transferred",
    time: "Time of day",
    hospital: "Hospital",
    unit: "Unit",
    outcome: "Outcome",
    reason: "Reason",
    diagnosis: "Diagnosis",
    returned: "Returned",
    state: "Review",
  },
  causes: {
    title: "Causes of transfers",
    about:
      "Reviews name causes of this list. What you end is offered no more. Reviews that name it keep it.",
    list: "Causes",
    column: "Cause",
    added: "Added by",
    builtIn: "Sojourn",
    add: "Add a cause",
    text: "Cause",
    end: "End",
    ended: "The cause is offered no more.",
    addedNotice: "The cause is added.",
    gone: "This cause was ended already.",
  },
} as const;

/** 'since' is a day: '12 of 1,218 unplanned transfers since 03/18/2026 are reviewed'. */
export function reviewedText({
  reviewed,
  transfers,
  since,
}: {
  reviewed: number;
  transfers: number;
  since: IsoDay;
}): string {
  const all = counted(formatCount(transfers), "unplanned transfers");
  return `${formatCount(reviewed)} of ${all} since ${usDayOf(since)} ${transfers === 1 ? "is" : "are"} reviewed`;
}

/** 'Signed' of `signed`, and 'Not begun'; null of what is no state. */
export function listedReviewText(state: string | null): string | null {
  if (state === NOT_BEGUN) return reviewWords.notBegun;
  return isReviewState(state) ? reviewWords.states[state] : null;
}

/** 'Review: signed', 'Review: not begun'. */
export function residentReviewText(state: ReviewState | undefined): string {
  const { states, notBegun } = reviewWords;
  return `Review: ${(state ? states[state] : notBegun).toLowerCase()}`;
}

/** 'An open review is overdue after 7 days.' */
export function overdueAfterText(reviewDays: number): string {
  return `An open review is overdue after ${counted(formatCount(reviewDays), "days")}.`;
}
