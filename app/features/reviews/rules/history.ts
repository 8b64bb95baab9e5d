import { auditTimeText } from "~/features/audit/rules/words";
import { answerText, answersOf, fieldOf, type ReviewAnswers } from "./answers";
import type { ReviewCause, ReviewFieldName } from "./fields.data";
import type { ReviewAction } from "./review-rules";
import { reviewWords } from "./words";

export interface ReviewVersion {
  version: number;
  action: ReviewAction;
  author: string;
  /** ISO 8601. */
  at: string;
  /** The answers that it changed, empty where it cleared them. */
  changes: Readonly<Partial<ReviewAnswers>>;
}

const { form: words } = reviewWords;

const DONE: Record<ReviewAction, string> = {
  save: "saved the review",
  review: "marked the review as reviewed",
  sign: "signed the review",
  amend: "amended the review",
};

/** What somebody has done, 'Ada Reed saved the review at 03/04/2026 10:15 AM ET.', with each answer that they changed (R343). */
export function historyEntry(
  version: ReviewVersion,
  causes: readonly ReviewCause[],
) {
  return {
    text: actionText(version),
    answers: saidBy(version.changes).map(([name, value]) => ({
      label: fieldOf(name).label,
      value: textOf(name, value, causes),
    })),
  };
}

/** What was known before anybody wrote, as the start of the history; null where nothing was. */
export function firstEntry(
  first: Readonly<Partial<ReviewAnswers>>,
  causes: readonly ReviewCause[],
) {
  const answers = saidBy(first).flatMap(([name, value]) =>
    value === ""
      ? []
      : [{ label: fieldOf(name).label, value: textOf(name, value, causes) }],
  );
  return answers.length === 0 ? null : { text: words.knownFirst, answers };
}

/**
 * Oldest first, a sentence for each field: 'Ada Reed changed “Reason for the transfer” to “Fever” at 03/04/2026 10:15
 * AM ET.' Null `causes` leaves the answers out.
 */
export function changesSince(
  history: readonly ReviewVersion[],
  version: number,
  causes: readonly ReviewCause[] | null,
): string[] {
  return history
    .filter((one) => one.version > version)
    .sort((one, other) => one.version - other.version)
    .flatMap((one) => [
      ...saidBy(one.changes).map(([name]) => changeText(one, name, causes)),
      ...(one.action === "save" ? [] : [actionText(one)]),
    ]);
}

export function lastChange(
  history: readonly ReviewVersion[],
  version: number,
  name: ReviewFieldName,
  causes: readonly ReviewCause[],
): string | null {
  const [last] = history
    .filter((one) => one.version > version && name in one.changes)
    .sort((one, other) => other.version - one.version);
  return last ? changeText(last, name, causes) : null;
}

export function answersWhenOpened(
  first: Readonly<Partial<ReviewAnswers>>,
  history: readonly ReviewVersion[],
  version: number,
): ReviewAnswers {
  const changes = history
    .filter((one) => one.version <= version)
    .sort((one, other) => one.version - other.version)
    .map((one) => one.changes);
  return answersOf(
    Object.assign({}, first, ...changes) as Partial<ReviewAnswers>,
  );
}

function actionText(version: ReviewVersion): string {
  return `${version.author} ${DONE[version.action]} ${whenText(version)}`;
}

function changeText(
  version: ReviewVersion,
  name: ReviewFieldName,
  causes: readonly ReviewCause[] | null,
): string {
  const value = version.changes[name] ?? "";
  const to = causes ? ` to “${textOf(name, value, causes)}”` : "";
  return `${version.author} changed “${fieldOf(name).label}”${to} ${whenText(version)}`;
}

function saidBy(answers: Readonly<Partial<ReviewAnswers>>) {
  return Object.entries(answers) as [ReviewFieldName, string][];
}

function textOf(
  name: ReviewFieldName,
  value: string,
  causes: readonly ReviewCause[],
): string {
  return answerText(name, value, causes) || words.unsaid;
}

function whenText({ at }: ReviewVersion): string {
  const { day, time } = auditTimeText(at);
  return `at ${day} ${time}.`;
}
