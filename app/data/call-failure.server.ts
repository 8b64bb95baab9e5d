import { json } from "@remix-run/node";
import { systemMessages } from "~/domain/system-messages";
import type { CallFailure } from "./call.server";
import { pageError } from "./page-error.server";

/** Why the host did not do it, in its own words where it has any. */
export function failureWords({
  message,
  error,
}: Pick<CallFailure, "message" | "error">): string {
  return message ?? error ?? systemMessages.systemError.unexpected;
}

/** The error page in place of what the host did not give, with its own words where it has any. */
export function failurePage({ status, message, error }: CallFailure): Response {
  return pageError(status >= 400 ? status : 502, message ?? error);
}

/** Status of a form that the host did not take: its own where it refused; 503 for what is not the user's doing. */
export function refusalStatus({ status }: Pick<CallFailure, "status">): number {
  return status >= 400 && status < 500 ? status : 503;
}

/** What the page of such a form has then: why it did nothing. */
export function showRefusal(failure: CallFailure) {
  const answer = { error: failureWords(failure) };
  return json(answer, { status: refusalStatus(failure) });
}
