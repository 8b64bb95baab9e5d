import { counted } from "~/domain/lists/counted-words";

/**
 * What failed sign-ins count against: an account from one address, an address whatever the account, an account from
 * anywhere; a session whose user proves their password again; and the codes of a user, from anywhere.
 */
export type FailureKind = "pair" | "address" | "account" | "session" | "code";

interface Steps {
  /** This many failures bring no delay. */
  free: number;
  firstSeconds: number;
  longestSeconds: number;
}

/**
 * Many staff share one address, and anybody can fail at another's account, so these two are patient. One address at
 * one account is narrow enough to be strict with. Codes are tried by nobody who does not know the password.
 */
const STEPS: Readonly<Record<FailureKind, Steps>> = {
  pair: { free: 4, firstSeconds: 5, longestSeconds: 15 * 60 },
  address: { free: 20, firstSeconds: 5, longestSeconds: 5 * 60 },
  account: { free: 20, firstSeconds: 5, longestSeconds: 60 },
  session: { free: 4, firstSeconds: 5, longestSeconds: 15 * 60 },
  code: { free: 4, firstSeconds: 5, longestSeconds: 15 * 60 },
};

const HOUR_MS = 3_600_000;

/** Quiet time after the last failure, longest first, and by what the count of failures is divided then. */
export const FORGETTING: readonly { quietMs: number; divisor: number }[] = [
  { quietMs: 18 * HOUR_MS, divisor: 8 },
  { quietMs: 12 * HOUR_MS, divisor: 4 },
  { quietMs: 6 * HOUR_MS, divisor: 2 },
];

/** After so much quiet time nothing is left of the failures. */
export const FORGOTTEN_AFTER_MS = 24 * HOUR_MS;

/** A sign-in makes its address and its browser known to the account for so long. */
export const KNOWN_FOR_MS = 30 * 24 * HOUR_MS;

/** Seconds that have to pass after the last of so many failures: none, then twice as long after each. */
export function delayAfter(failures: number, kind: FailureKind): number {
  const { free, firstSeconds, longestSeconds } = STEPS[kind];
  if (failures <= free) return 0;
  return Math.min(firstSeconds * 2 ** (failures - free - 1), longestSeconds);
}

/** Failures above this number do not count: they bring no longer delay, and would take longer to forget. */
export function mostFailures(kind: FailureKind): number {
  const { free, firstSeconds, longestSeconds } = STEPS[kind];
  return free + 1 + Math.ceil(Math.log2(longestSeconds / firstSeconds));
}

/** How many of the failures are left when none has come for a time: half after six hours, none after a day. */
export function failuresLeft(failures: number, quietMs: number): number {
  if (quietMs >= FORGOTTEN_AFTER_MS) return 0;
  const step = FORGETTING.find((one) => quietMs >= one.quietMs);
  return Math.floor(failures / (step?.divisor ?? 1));
}

/**
 * Seconds until the next attempt is looked at, 0 for at once. The clocks of two machines may differ: a last failure in
 * the future counts as just now.
 */
export function secondsToWait(
  { failures, lastFailedAt }: { failures: number; lastFailedAt: Date },
  kind: FailureKind,
  now: Date,
): number {
  const quietMs = Math.max(0, now.getTime() - lastFailedAt.getTime());
  const delayMs = delayAfter(failuresLeft(failures, quietMs), kind) * 1000;
  return Math.max(0, Math.ceil((delayMs - quietMs) / 1000));
}

/** Said to whoever has to wait, whether or not the account exists. */
export function waitWords(seconds: number): string {
  return `There were too many failed attempts. Please try again in ${durationWords(seconds)}.`;
}

/** Never shorter than it is: whole minutes are rounded up. */
function durationWords(seconds: number): string {
  if (seconds <= 60) return counted(String(seconds), "seconds");
  return counted(String(Math.ceil(seconds / 60)), "minutes");
}
