import {
  ABSOLUTE_LIMIT_MS,
  IDLE_LIMIT_MS,
} from "~/features/sign-in/rules/session-clock";
import type { SessionRow } from "./session-rows";

type Limited = Pick<SessionRow, "created_at" | "good_until">;

export function endOfSession(row: Limited, now: Date): Date {
  return new Date(
    Math.min(
      now.getTime() + IDLE_LIMIT_MS,
      Date.parse(row.created_at) + ABSOLUTE_LIMIT_MS,
      row.good_until === null ? Infinity : Date.parse(row.good_until),
    ),
  );
}

/** True if a session is not revoked, not too old, and confirmed recently enough. */
export function isStanding(
  row: Limited & Pick<SessionRow, "revoked_at">,
  now: Date,
): boolean {
  return (
    row.revoked_at === null &&
    (row.good_until === null || now.toISOString() < row.good_until) &&
    now.getTime() < Date.parse(row.created_at) + ABSOLUTE_LIMIT_MS
  );
}

export function isIdle(lastSeenAt: string, now: Date): boolean {
  return now.getTime() >= Date.parse(lastSeenAt) + IDLE_LIMIT_MS;
}
