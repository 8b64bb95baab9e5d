import { auditTimeText } from "../audit/audit-event-words";
import { answerText } from "./review-answer-text";
import {
  answersOf,
  fieldOf,
  isFieldName,
  type ReviewAnswers,
} from "./review-answers";
import type { ReviewCause } from "./review-causes.data";
import type { ReviewFieldName } from "./review-fields.data";
import type { ReviewAction } from "./review-rules";
import { reviewWords } from "./review-words";

/** One write of a review. */
export interface ReviewVersion {
  version: number;
  action: ReviewAction;
  author: string;
  /** ISO 8601. */
  at: string;
  /** Fields whose answers it changed; a newer host may have others. */
  fields: readonly string[];
  /** What it changed them to, empty where it cleared them; some hosts do not tell. */
  changes?: Readonly<Record<string, string>> | undefined;
}

/** What somebody has done with a review, and the answers that they changed with it. */
export interface HistoryEntry {
  text: string;
  answers: { label: string; value: string }[];
}

const { form: words } = reviewWords;

const DONE: Record<ReviewAction, string> = {
  save: "saved the review",
  review: "marked the review as reviewed",
  sign: "signed the review",
  amend: "amended the review",
};

/** What somebody has done, 'Ada Reed saved the review at 03/04/2026 10:15:00 AM ET.', with each answer that they changed (R343). */
export function historyEntry(
  version: ReviewVersion,
  causes: readonly ReviewCause[],
): HistoryEntry {
  return {
    text: actionText(version),
    answers: version.fields.map((name) => {
      const value = changedText(version, name, causes);
      return { label: fieldLabel(name), value: value ?? words.changed };
    }),
  };
}

/** What was known before anybody wrote, as the start of the history; null where nothing was. */
export function firstEntry(
  first: Readonly<Record<string, string>>,
  causes: readonly ReviewCause[],
): HistoryEntry | null {
  const answers = Object.entries(first).flatMap(([name, value]) =>
    value === ""
      ? []
      : [{ label: fieldLabel(name), value: textOf(name, value, causes) }],
  );
  return answers.length === 0 ? null : { text: words.knownFirst, answers };
}

/**
 * What others have done since a version, oldest first, a sentence for each field: 'Ada Reed changed “Reason for the transfer” to “Fever” at 03/04/2026
 * 10:15:00 AM ET.'
 *
 * @param causes null: without what the answers were changed to
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
      ...one.fields.map((name) => changeText(one, name, causes)),
      ...(one.action === "save" ? [] : [actionText(one)]),
    ]);
}

/** Who was the last to change an answer since a version, to what and when; null where nobody has. */
export function lastChange(
  history: readonly ReviewVersion[],
  version: number,
  name: ReviewFieldName,
  causes: readonly ReviewCause[],
): string | null {
  const [last] = history
    .filter((one) => one.version > version && one.fields.includes(name))
    .sort((one, other) => other.version - one.version);
  return last ? changeText(last, name, causes) : null;
}

/** What a review said when it had a version; null where its host does not tell. */
export function answersWhenOpened(
  first: Readonly<Record<string, string>> | undefined,
  history: readonly ReviewVersion[],
  version: number,
): ReviewAnswers | null {
  if (!first || history.some(({ changes }) => !changes)) return null;
  const changes = history
    .filter((one) => one.version <= version)
    .sort((one, other) => one.version - other.version)
    .map((one) => one.changes);
  return answersOf(
    Object.assign({}, first, ...changes) as Record<string, string>,
  );
}

function actionText(version: ReviewVersion): string {
  return `${version.author} ${DONE[version.action]} ${whenText(version)}`;
}

function changeText(
  version: ReviewVersion,
  name: string,
  causes: readonly ReviewCause[] | null,
): string {
  const value = causes && changedText(version, name, causes);
  const to = value === null ? "" : ` to “${value}”`;
  return `${version.author} changed “${fieldLabel(name)}”${to} ${whenText(version)}`;
}

/** What an answer was changed to, in words; null where the host does not tell. */
function changedText(
  { changes }: ReviewVersion,
  name: string,
  causes: readonly ReviewCause[],
): string | null {
  const value = changes?.[name];
  return value === undefined ? null : textOf(name, value, causes);
}

function textOf(
  name: string,
  value: string,
  causes: readonly ReviewCause[],
): string {
  const text = isFieldName(name) ? answerText(name, value, causes) : value;
  return text || words.unsaid;
}

function whenText({ at }: ReviewVersion): string {
  const { day, time } = auditTimeText(at);
  return `at ${day} ${time}.`;
}

function fieldLabel(name: string): string {
  return isFieldName(name) ? fieldOf(name).label : name;
}
