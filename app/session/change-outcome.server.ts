import { json } from "@remix-run/node";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import type { CallFailure, Outcome } from "~/data/call.server";
import { redirectWithNotice } from "./redirect-with-notice.server";
import type { SignedIn } from "./require-user.server";
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

export interface FormAnswer<Entries> extends ReturnType<typeof problemsOf> {
  entries: Entries;
}

/** A refused form keeps its entries and says what is wrong with each; else leads to a page that says it is done. */
export function answerForm<Entries extends object>(
  signedIn: SignedIn,
  outcome: Outcome<unknown>,
  typed: { entries: Entries; fields?: readonly string[]; prefix?: string },
  done: { page: string; text: string },
) {
  if (outcome.kind === "failure") {
    const { entries, fields = Object.keys(entries), prefix } = typed;
    const problems = problemsOf(outcome, fields, prefix);
    const answer: FormAnswer<Entries> = { entries, ...problems };
    return json(answer, { status: refusalStatus(outcome) });
  }
  const notice = { tone: "success", text: done.text } as const;
  return redirectWithNotice(signedIn, done.page, notice, 303);
}
