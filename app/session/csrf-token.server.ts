import { isSameText, sealed } from "./session-storage.server";

export const CSRF_FIELD = "csrf";

/** Bound to the session id, so that a new sign-in has a new one. */
export function csrfTokenOf(sessionId: string): string {
  return sealed("csrf", sessionId);
}

export function isCsrfToken(sessionId: string, token: unknown): boolean {
  return typeof token === "string" && isSameText(token, csrfTokenOf(sessionId));
}
