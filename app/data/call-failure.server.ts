import { json } from "@remix-run/node";
import { systemMessages } from "~/domain/system-messages";
import type { CallFailure, Outcome } from "./call.server";
import { pageError } from "./page-error.server";

export function failureWords({
  message,
  error,
}: Pick<CallFailure, "message" | "error">): string {
  return message ?? error ?? systemMessages.systemError.unexpected;
}

/** The error page of a call that failed; 502 where the host gave no status of its own. */
export function failurePage({ status, message, error }: CallFailure): Response {
  return pageError(status >= 400 ? status : 502, message ?? error);
}

/** The status of a refused form: the host's 4xx, else 503. */
export function refusalStatus({ status }: Pick<CallFailure, "status">): number {
  return status >= 400 && status < 500 ? status : 503;
}

export function showRefusal(failure: CallFailure) {
  const answer = { error: failureWords(failure) };
  return json(answer, { status: refusalStatus(failure) });
}

/** Throws the error page if there is no answer. */
export function answerOf<Answer>(outcome: Outcome<Answer>): Answer {
  if (outcome.kind === "data") return outcome.answer;
  throw outcome.kind === "empty" ? pageError(404) : failurePage(outcome);
}

/** Throws the error page for what the viewer may not do. */
export function refusalOf(failure: CallFailure) {
  const { status } = failure;
  if (status === 403 || status === 404) throw failurePage(failure);
  return { text: failureWords(failure), status: refusalStatus(failure) };
}
