import { isSameText, sealed } from "./session-storage.server";

/** Name of the hidden field that signed-in forms send their token in. */
export const CSRF_FIELD = "csrf";

/** The token of a session's forms: bound to the session id, so that a new sign-in has a new one. */
export function csrfTokenOf(sessionId: string): string {
  return sealed("csrf", sessionId);
}

export function isCsrfToken(sessionId: string, token: unknown): boolean {
  return typeof token === "string" && isSameText(token, csrfTokenOf(sessionId));
}
