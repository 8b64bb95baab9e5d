import { firstLast, lastFirst } from "~/domain/person-name";
import { usernameKey } from "~/features/users/rules/name-rules";
import { mayReadResidents } from "~/domain/access/guard";
import type { Viewer } from "~/domain/access/viewer";
import type { EpochDay } from "~/domain/calendar";
import type { ReviewAnswers } from "./answers";

export const REVIEW_STATES = ["open", "reviewed", "signed"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export function isReviewState(text: string | null): text is ReviewState {
  return REVIEW_STATES.some((state) => state === text);
}

/** What lists of transfers say where nobody has begun a review. */
export const NOT_BEGUN = "not_begun";

export const REVIEW_ACTIONS = ["save", "review", "sign", "amend"] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

/** So many amendments a review has at most (R540). */
export const MOST_AMENDMENTS = 50;

const NEXT: Record<ReviewState, Partial<Record<ReviewAction, ReviewState>>> = {
  open: { save: "open", review: "reviewed" },
  // A change opens the review again.
  reviewed: { save: "open", sign: "signed" },
  signed: { amend: "signed" },
};

/**
 * Null if the state does not allow the action (R339). `changed`: a late note that an action is done needs no second
 * look.
 */
export function stateAfter(
  state: ReviewState,
  action: ReviewAction,
  changed: readonly string[] = [],
): ReviewState | null {
  const isDoneAlone = changed.length === 1 && changed[0] === "done_on";
  if (state === "reviewed" && action === "save" && isDoneAlone) return state;
  return NEXT[state][action] ?? null;
}

export function actionsIn(
  state: ReviewState,
  amendments: number,
): ReviewAction[] {
  return REVIEW_ACTIONS.filter(
    (action) =>
      stateAfter(state, action) !== null &&
      (action !== "amend" || amendments < MOST_AMENDMENTS),
  );
}

/** Whether one step says that the action is done: it is due, and a signed review is only amended (R339). */
export function mayMarkDone(
  state: ReviewState,
  { due_on, done_on }: Pick<ReviewAnswers, "due_on" | "done_on">,
): boolean {
  return state !== "signed" && due_on !== "" && done_on === "";
}

/**
 * Users of the facility or a place above, and the attending physician of the stay. ISNP-only viewers only for an ISNP
 * stay; never an account manager (R340).
 */
export function mayWriteReview(
  viewer: Viewer,
  { npi, isnp }: { npi: number | null; isnp: boolean },
): boolean {
  const { accessLevel, accessLevelIds, isnpOnly } = viewer;
  if (!mayReadResidents(viewer)) return false;
  if (isnpOnly && !isnp) return false;
  return (
    accessLevel !== "physician" ||
    (npi !== null && accessLevelIds.includes(npi))
  );
}

/** Transfers of so many days are on the list of work. */
export const REVIEW_WINDOW_DAYS = 90;

/** Days after which an open review is overdue, unless the setting says otherwise. */
export const REVIEW_DAYS = 7;

export function reviewDueOn(
  transferredOn: EpochDay,
  reviewDays: number,
): EpochDay {
  return transferredOn + reviewDays;
}

/** Whether nobody has reviewed a transfer in time, while the list of work has it (R341, R346). */
export function isOverdue(
  state: ReviewState,
  transferredOn: EpochDay,
  today: EpochDay,
  reviewDays: number,
): boolean {
  return (
    state === "open" &&
    today > reviewDueOn(transferredOn, reviewDays) &&
    today < transferredOn + REVIEW_WINDOW_DAYS
  );
}

export const REVIEW_LISTS = [
  "open",
  "overdue",
  "mine",
  "actions",
  "reviewed",
  "signed",
] as const;
export type ReviewList = (typeof REVIEW_LISTS)[number];

/** The form in which the owner of an action is compared; empty for nobody. */
export function ownerKey(owner: string): string {
  return usernameKey(owner).replace(/\s+/g, " ");
}

/** The ways in which a user may be named as an owner (R347). */
export function ownerKeysOf({
  username,
  firstname,
  lastname,
}: {
  username: string;
  firstname: string;
  lastname: string;
}): string[] {
  return [
    username,
    firstLast(firstname, lastname),
    lastFirst(lastname, firstname),
  ].map(ownerKey);
}
