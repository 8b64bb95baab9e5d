import type { Review } from "~/contract/reviews";
import {
  answersOf,
  fieldOf,
  mergeAnswers,
  REVIEW_FIELD_NAMES,
} from "~/domain/reviews/review-answers";
import { answerText } from "~/domain/reviews/review-answer-text";
import type { ReviewFieldName } from "~/domain/reviews/review-fields.data";
import {
  answersWhenOpened,
  changesSince,
  lastChange,
} from "~/domain/reviews/review-history";
import { reviewWords } from "~/domain/reviews/review-words";
import { fieldLines } from "~/ui/error-summary";
import type { OpenedReview, ReviewAnswer } from "./review-view";

const { form: words } = reviewWords;

type Conflict = Pick<ReviewAnswer, "form" | "fieldErrors" | "errors">;

/**
 * The form of a step after somebody else came first (R342): what was typed stays, and goes on from what they wrote. Each answer that both have changed
 * says what they wrote. Those that only they have changed are put in: saving again does not take them back.
 *
 * @param text what the host says of it
 */
export function conflictOf(
  { values: typed, version }: OpenedReview,
  stored: Review,
  text: string,
): Conflict {
  const { history, causes } = stored;
  const now = answersOf(stored.answers);
  const opened = answersWhenOpened(stored.first_answers, history, version);
  const isTyped = (name: ReviewFieldName) =>
    typed[name] !== undefined && typed[name] !== now[name];
  const disputed = opened
    ? mergeAnswers(opened, typed, now).conflicts
    : REVIEW_FIELD_NAMES.filter(isTyped);
  const fieldErrors = Object.fromEntries(
    disputed.map((name) => [
      name,
      (opened && lastChange(history, version, name, causes)) ??
        saysNow(name, stored),
    ]),
  );
  const others = changesSince(history, version, causes).filter(
    (line) => !Object.values(fieldErrors).includes(line),
  );
  return {
    form: {
      values: opened ? valuesOf(opened, typed, now) : typed,
      version: stored.version,
    },
    fieldErrors,
    errors: [
      { text },
      ...fieldLines(REVIEW_FIELD_NAMES, fieldErrors),
      ...others.map((line) => ({ text: line })),
      ...(disputed.length > 0 ? [{ text: words.saveAgain }] : []),
    ],
  };
}

/** What was typed where somebody typed; what is stored by now in the other fields of the form. */
function valuesOf(
  opened: ReturnType<typeof answersOf>,
  typed: OpenedReview["values"],
  now: ReturnType<typeof answersOf>,
): OpenedReview["values"] {
  return Object.fromEntries(
    REVIEW_FIELD_NAMES.filter((name) => typed[name] !== undefined).map(
      (name) => [name, typed[name] === opened[name] ? now[name] : typed[name]],
    ),
  );
}

/** '“Reason for the transfer” says now: Fever'. */
function saysNow(name: ReviewFieldName, { answers, causes }: Review): string {
  const text = answerText(name, answers[name] ?? "", causes) || words.unsaid;
  return `“${fieldOf(name).label}” ${words.saysNow} ${text}`;
}
