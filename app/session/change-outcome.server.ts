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
export function problemsOf(
  failure: CallFailure,
  fields: readonly string[],
  prefix = "",
) {
  const { problems = [] } = failure;
  const found = fields.flatMap(
    (name) => problems.find(({ field }) => field === name) ?? [],
  );
  return {
    errors:
      found.length > 0
        ? found.map(({ field, text }) => ({ text, fieldId: prefix + field }))
        : [{ text: failureWords(failure) }],
    fieldErrors: Object.fromEntries(
      found.map(({ field, text }) => [field, text]),
    ) as Partial<Record<string, string>>,
  };
}
