import { json } from "@remix-run/node";
import { systemMessages } from "~/domain/system-messages";
import type { CallFailure } from "./call.server";
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
