import { usDayOf, type IsoDay } from "~/domain/calendar";
import { counted } from "~/domain/lists/counted-words";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import {
  isReviewState,
  NOT_BEGUN,
  type ReviewAction,
  type ReviewState,
} from "./review-rules";

export const reviewWords = {
  title: "Transfer reviews",
  one: "Transfer review",
  states: {
    open: "Open",
    reviewed: "Reviewed",
    signed: "Signed",
  } satisfies Record<ReviewState, string>,
  notBegun: "Not started",
  overdue: "Overdue",
  assumed: "assumed",
  notKnown: "Not known",
  noPhysician: messages.none,
  form: {
    begin: "Start the review",
    notBegun: "Not started yet.",
    vitals: "Vital signs, if known",
    steps: "Steps of the review",
    leave: "Leave without saving",
    opensAgain:
      "Changing an answer reopens this review, except the date the action was done.",
    choose: "No answer",
    saveNext: "Save and continue",
    saveLeave: "Save and show all",
    change: "Change",
    facts: "The transfer",
    resident: "Resident’s record",
    history: "Changes",
    whoChanged: "Who changed what",
    knownFirst: "From the record, before the review began:",
    unsaid: "No answer",
    gone: "This transfer is no longer in the data. The review stays as it is.",
    actions: "Next step",
    missing: "To complete the review:",
    amendments: "Amendments",
    amendment: "Amendment",
    amendHint:
      "The signed review stays unchanged. Your name and the time are added. No note is needed to mark the action done.",
    amendDone: "Action done on",
    signedBy: "Signed by",
    saved: "Saved.",
    merged: "Saved. Others changed this review after you opened it.",
    conflict:
      "Someone else changed the same answers after you opened them. Your changes are not saved yet.",
    saveAgain: "Save again to replace their answers with yours.",
    stale: "This review changed after you opened it. Check it and try again.",
    fullyAmended: "This review cannot have more amendments.",
    notNow: "This review can no longer be changed that way.",
  },
  does: {
    save: "Save",
    review: "Mark as reviewed",
    sign: "Sign",
    amend: "Amend",
  } satisfies Record<ReviewAction, string>,
  hints: {
    review: "It then waits for a signature. Changing an answer reopens it.",
    sign: "After that it can only be amended.",
  },
  done: {
    save: "Saved.",
    review: "Review completed.",
    sign: "Review signed.",
    amend: "Amendment added.",
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
      "Reviews choose from these causes. Retired causes stay on the reviews that name them.",
    list: "Causes",
    column: "Cause",
    added: "Added by",
    builtIn: "Sojourn",
    add: "Add a cause",
    text: "Cause",
    end: "End",
    ended: "Cause retired.",
    addedNotice: "Cause added.",
    gone: "This cause was already retired.",
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

export function listedReviewText(state: string | null): string | null {
  if (state === NOT_BEGUN) return reviewWords.notBegun;
  return isReviewState(state) ? reviewWords.states[state] : null;
}

export function residentReviewText(state: ReviewState | undefined): string {
  const { states, notBegun } = reviewWords;
  return `Review: ${(state ? states[state] : notBegun).toLowerCase()}`;
}

export function overdueAfterText(reviewDays: number): string {
  return `An open review is overdue after ${counted(formatCount(reviewDays), "days")}.`;
}
