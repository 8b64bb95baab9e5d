import type { DeepReadonly } from "~/contract/deep-readonly";
import {
  mergeAnswers,
  REVIEW_FIELD_NAMES,
  type ReviewAnswers,
} from "./rules/answers";
import { answersWhenOpened, changesSince, lastChange } from "./rules/history";
import { reviewWords } from "./rules/words";
import type { Review } from "~server/reviews/service";
import { fieldLines } from "~/ui/error-summary";
import type { OpenedReview, ReviewAnswer } from "./view";

const { form: words } = reviewWords;

type Conflict = Pick<ReviewAnswer, "form" | "fieldErrors" | "errors">;

/**
 * The form of a step after somebody else came first (R342): what was typed stays, and goes on from what they wrote. Each answer that both have changed
 * says what they wrote. Those that only they have changed are put in: saving again does not take them back.
 *
 * @param text what is said of it
 */
export function conflictOf(
  { values: typed, version }: OpenedReview,
  stored: DeepReadonly<Review>,
  text: string,
): Conflict {
  const { history, causes, answers: now } = stored;
  const opened = answersWhenOpened(stored.first_answers, history, version);
  const disputed = mergeAnswers(opened, typed, now).conflicts;
  const fieldErrors = Object.fromEntries(
    disputed.flatMap((name) => {
      const change = lastChange(history, version, name, causes);
      return change === null ? [] : [[name, change]];
    }),
  );
  const others = changesSince(history, version, causes).filter(
    (line) => !Object.values(fieldErrors).includes(line),
  );
  return {
    form: {
      values: valuesOf(opened, typed, now),
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
  opened: ReviewAnswers,
  typed: OpenedReview["values"],
  now: ReviewAnswers,
): OpenedReview["values"] {
  return Object.fromEntries(
    REVIEW_FIELD_NAMES.filter((name) => typed[name] !== undefined).map(
      (name) => [name, typed[name] === opened[name] ? now[name] : typed[name]],
    ),
  );
}
