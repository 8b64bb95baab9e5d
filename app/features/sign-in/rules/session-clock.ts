/** A session ends after this long without use; the data server ends its own by the same (R135). */
export const IDLE_LIMIT_MS = 15 * 60_000;

/** A session is over this long after sign-in, whatever its user does. */
export const ABSOLUTE_LIMIT_MS = 12 * 60 * 60_000;

/** The stay-logged-in dialog opens below this (R137). */
const SESSION_WARNING_MS = 60_000;

const TIMEOUT_TEST_OFFSET_MS = 13 * 60_000 + 55_000;

export const TIMEOUT_TEST_PARAMETER = "timemeoutnow";

const SIGN_OF_LIFE_EVERY_MS = 30_000;

export const REFRESH_ERROR = "Refresh token error";

export type SessionPhase = "active" | "warning" | "expired";

/** Whole milliseconds since 1970. The timeout slides. */
export function sessionEnd({
  usedAt,
  signedInAt,
}: {
  usedAt: number;
  signedInAt: number;
}): number {
  return Math.floor(
    Math.min(usedAt + IDLE_LIMIT_MS, signedInAt + ABSOLUTE_LIMIT_MS),
  );
}

/** Milliseconds, never below 0. With `isTimeoutTest` time is 13 min 55 s ahead, which can only shorten a session. */
export function remainingMs(
  endsAt: number,
  now: number,
  isTimeoutTest = false,
): number {
  const ahead = isTimeoutTest ? TIMEOUT_TEST_OFFSET_MS : 0;
  return Math.max(0, endsAt - now - ahead);
}

/** The phase of a session (R135, R137): ended at its timeout, warned with fewer than 60 seconds left. */
export function sessionPhase(remaining: number): SessionPhase {
  if (remaining <= 0) return "expired";
  return remaining < SESSION_WARNING_MS ? "warning" : "active";
}

/** True after activity since the last sign of life, unless that was just now. */
export function isSignOfLifeDue(
  { pressedAt, sentAt }: { pressedAt: number; sentAt: number },
  now: number,
): boolean {
  return pressedAt > sentAt && now - sentAt >= SIGN_OF_LIFE_EVERY_MS;
}

/** Changes at the minute and then every 20 seconds: nobody wants a clock read out by the second. */
export function remainingWords(remaining: number): string {
  if (remaining > 40_000) return "About a minute is left.";
  if (remaining > 20_000) return "40 seconds are left.";
  return "20 seconds are left.";
}
