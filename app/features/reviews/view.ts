import type { ReviewAnswers } from "./rules/answers";
import type { ReviewCause } from "./rules/causes.data";
import type { ReviewStep } from "./rules/fields.data";
import type { HistoryEntry } from "./rules/history";
import type { ReviewAction, ReviewState } from "./rules/review-rules";
import type { NavLink } from "~/ui/nav";
import type { SummaryError } from "~/ui/error-summary";

/** What a form holds of a review, and the version that it was opened with. */
export interface OpenedReview {
  values: Partial<ReviewAnswers>;
  version: number;
}

/** One step of the form. */
export interface StepView extends OpenedReview {
  id: ReviewStep;
  title: string;
  steps: readonly { id: ReviewStep; title: string }[];
  /** It is reviewed, and to change its answers opens it again. */
  opensAgain: boolean;
  causes: ReviewCause[];
  /** Day of the transfer: answers are judged by it before they are sent on. */
  transferredOn: string;
  wholeHref: string;
}

/** The answers of a step as they are read. */
export interface Section {
  id: ReviewStep;
  title: string;
  /** The page to change them; null for users who may not. */
  href: string | null;
  answers: { label: string; value: string }[];
}

/** What the page of a review shows. */
export interface ReviewView {
  /** Way to the notices of the transfer. */
  notices: NavLink;
  /** The list that it was opened from. */
  listHref: string;
  /** Address of the page without a step. */
  path: string;
  name: string;
  /** The page of the resident; null where the transfer is no longer in the data. */
  residentHref: string | null;
  state: ReviewState;
  stateText: string;
  isOverdue: boolean;
  isKnown: boolean;
  mayWrite: boolean;
  version: number;
  facts: { label: string; value: string }[];
  sections: Section[];
  /** Null for the whole review. */
  step: StepView | null;
  firstStepHref: string;
  /** What can be done with the whole review. */
  actions: Exclude<ReviewAction, "save">[];
  /** What it lacks before it counts as reviewed, each with its step. */
  missing: { text: string; href: string }[];
  amendments: { text: string; by: string }[];
  signedBy: string | null;
  history: HistoryEntry[];
  /** An amendment that was typed before, and what is said of entries that were put back. */
  amendment: Amendment;
  unsent: string | null;
}

/** What the form of an amendment holds; empty where nothing is typed. */
export interface Amendment {
  text: string;
  /** `yyyy-MM-dd`. */
  doneOn: string;
}

/** What the page has after a post that did nothing. */
export interface ReviewAnswer {
  /** Null after a post of the whole review. */
  form: OpenedReview | null;
  amendment: Amendment;
  /** What stands at a field, by its name in the form. */
  fieldErrors: Partial<Record<string, string>>;
  /** All that is wrong, above the form. */
  errors: SummaryError[];
}
