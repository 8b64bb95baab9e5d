/** How long a session lives after the last sign of life (design.md, decisions). */
export const SESSION_TIMEOUT_MS = 15 * 60_000;

/** The stay-logged-in dialog opens when less than this remains (shell spec §9). */
const SESSION_WARNING_MS = 60_000;

/** How far ahead the check takes time to be while `timemeoutnow` is in the query (shell spec §9). */
const TIMEOUT_TEST_OFFSET_MS = 13 * 60_000 + 55_000;

export type SessionPhase = "active" | "warning" | "expired";

/** When a session ends that shows a sign of life at `now`: the timeout slides. */
export function slidTimeout(now: Date): Date {
  return new Date(now.getTime() + SESSION_TIMEOUT_MS);
}

/**
 * What is left of a session in milliseconds, never below 0. With `isTimeoutTest` time counts as 13 min 55 s ahead,
 * which can only shorten a session.
 */
export function remainingMs(
  timeout: Date,
  now: Date,
  isTimeoutTest = false,
): number {
  const ahead = isTimeoutTest ? TIMEOUT_TEST_OFFSET_MS : 0;
  return Math.max(0, timeout.getTime() - now.getTime() - ahead);
}

/** Where a session stands (shell spec §4): over at its timeout, warned about with fewer than 60 seconds left. */
export function sessionPhase(
  timeout: Date,
  now: Date,
  isTimeoutTest = false,
): SessionPhase {
  const remaining = remainingMs(timeout, now, isTimeoutTest);
  if (remaining === 0) return "expired";
  return remaining < SESSION_WARNING_MS ? "warning" : "active";
}
