import { failureWords } from "~/data/call-failure.server";
import type { CallFailure, Outcome } from "~/data/call.server";
import type { Notice } from "./session-record.server";

export function noticeOfEnd(
  outcome: Outcome<unknown>,
  words: { ended: string; conflict: string },
): Notice {
  if (outcome.kind !== "failure") return { tone: "success", text: words.ended };
  return outcome.status === 409 || outcome.status === 404
    ? { tone: "info", text: words.conflict }
    : { tone: "error", text: failureWords(outcome) };
}

/** The id of a field is its name after `prefix`. */
export function problemOf(
  failure: CallFailure,
  fields: readonly string[],
  prefix = "",
) {
  const text = failureWords(failure);
  const field = fields.find((name) => name === failure.field);
  const fieldErrors: Partial<Record<string, string>> = field
    ? { [field]: text }
    : {};
  return {
    errors: [{ text, ...(field && { fieldId: prefix + field }) }],
    fieldErrors,
  };
}
