import { auditTimeText } from "../audit/audit-event-words";
import { fieldOf, REVIEW_FIELD_NAMES } from "./review-answers";
import type { ReviewFieldName } from "./review-fields.data";
import type { ReviewAction } from "./review-rules";

/** One write of a review. */
export interface ReviewVersion {
  version: number;
  action: ReviewAction;
  author: string;
  /** ISO 8601. */
  at: string;
  /** Fields whose answers it changed; a newer host may have others. */
  fields: readonly string[];
}

const DONE: Record<Exclude<ReviewAction, "save">, string> = {
  review: "marked the review as reviewed",
  sign: "signed the review",
  amend: "amended the review",
};

/** What somebody has done, 'Ada Reed changed Reason for the transfer at 03/04/2026 10:15:00 AM ET.', a sentence for each field (R343). */
export function versionTexts({
  action,
  author,
  at,
  fields,
}: ReviewVersion): string[] {
  const { day, time } = auditTimeText(at);
  const when = `at ${day} ${time}.`;
  const changed = fields.map(
    (name) => `${author} changed “${fieldLabel(name)}” ${when}`,
  );
  return action === "save"
    ? changed
    : [...changed, `${author} ${DONE[action]} ${when}`];
}

/** What others have done since a version, oldest first. */
export function changesSince(
  history: readonly ReviewVersion[],
  version: number,
): string[] {
  return history
    .filter((one) => one.version > version)
    .sort((one, other) => one.version - other.version)
    .flatMap(versionTexts);
}

function fieldLabel(name: string): string {
  return isFieldName(name) ? fieldOf(name).label : name;
}

function isFieldName(name: string): name is ReviewFieldName {
  return REVIEW_FIELD_NAMES.some((one) => one === name);
}
