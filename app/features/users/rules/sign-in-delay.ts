import { counted } from "~/domain/lists/counted-words";

/**
 * An account from one address, an address, an account from anywhere, a session that confirms the password, and a
 * user's codes.
 */
export type FailureKind = "pair" | "address" | "account" | "session" | "code";

interface Steps {
  /** Failures without a delay. */
  free: number;
  firstSeconds: number;
  longestSeconds: number;
}

/**
 * Staff share addresses, and anybody can fail at another's account, so these two are patient. Only somebody with the
 * password gets to try codes.
 */
const STEPS: Readonly<Record<FailureKind, Steps>> = {
  pair: { free: 4, firstSeconds: 5, longestSeconds: 15 * 60 },
  address: { free: 20, firstSeconds: 5, longestSeconds: 5 * 60 },
  account: { free: 20, firstSeconds: 5, longestSeconds: 60 },
  session: { free: 4, firstSeconds: 5, longestSeconds: 15 * 60 },
  code: { free: 4, firstSeconds: 5, longestSeconds: 15 * 60 },
};

const HOUR_MS = 3_600_000;

/** Quiet time since the last failure, and the divisor of the count, longest first. */
export const FORGETTING: readonly { quietMs: number; divisor: number }[] = [
  { quietMs: 18 * HOUR_MS, divisor: 8 },
  { quietMs: 12 * HOUR_MS, divisor: 4 },
  { quietMs: 6 * HOUR_MS, divisor: 2 },
];

export const FORGOTTEN_AFTER_MS = 24 * HOUR_MS;

/** How long a sign-in's address and browser count as known. */
export const KNOWN_FOR_MS = 30 * 24 * HOUR_MS;

/** Seconds to wait after a number of failures; doubles with each. */
export function delayAfter(failures: number, kind: FailureKind): number {
  const { free, firstSeconds, longestSeconds } = STEPS[kind];
  if (failures <= free) return 0;
  return Math.min(firstSeconds * 2 ** (failures - free - 1), longestSeconds);
}

/** More failures bring no longer delay, so they do not count. */
export function mostFailures(kind: FailureKind): number {
  const { free, firstSeconds, longestSeconds } = STEPS[kind];
  return free + 1 + Math.ceil(Math.log2(longestSeconds / firstSeconds));
}

/** Half after six quiet hours, none after a day. */
export function failuresLeft(failures: number, quietMs: number): number {
  if (quietMs >= FORGOTTEN_AFTER_MS) return 0;
  const step = FORGETTING.find((one) => quietMs >= one.quietMs);
  return Math.floor(failures / (step?.divisor ?? 1));
}

/** Zero if the next attempt may come now. Clocks of two servers differ: a failure in the future counts as just now. */
export function secondsToWait(
  { failures, lastFailedAt }: { failures: number; lastFailedAt: Date },
  kind: FailureKind,
  now: Date,
): number {
  const quietMs = Math.max(0, now.getTime() - lastFailedAt.getTime());
  const delayMs = delayAfter(failuresLeft(failures, quietMs), kind) * 1000;
  return Math.max(0, Math.ceil((delayMs - quietMs) / 1000));
}

/** Says the same whether or not the account exists. */
export function waitWords(seconds: number): string {
  return `There were too many failed attempts. Please try again in ${durationWords(seconds)}.`;
}

/** Rounds up to whole minutes. */
function durationWords(seconds: number): string {
  if (seconds <= 60) return counted(String(seconds), "seconds");
  return counted(String(Math.ceil(seconds / 60)), "minutes");
}
