import { failureWords } from "~/data/call-failure.server";
import type { Outcome } from "~/data/call.server";
import type { Notice } from "./session-record.server";

/** What is said after somebody ended something, or after others came first. */
export function noticeOfEnd(
  outcome: Outcome<unknown>,
  words: { ended: string; conflict: string },
): Notice {
  if (outcome.kind !== "failure") return { tone: "success", text: words.ended };
  return outcome.status === 409 || outcome.status === 404
    ? { tone: "info", text: words.conflict }
    : { tone: "error", text: failureWords(outcome) };
}
