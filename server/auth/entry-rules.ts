import { newYorkDay } from "~/domain/calendar";
import { isRequiredOn } from "~/features/second-factor/rules/factor-rule";
import type { SessionRow } from "./session-rows";

export interface EntryRules {
  /** Issuer of the organisation's login; null if there is none. */
  issuer: string | null;
  /** Only emergency accounts may use a password. */
  oidcOnly: boolean;
}

/** True if a password, right or wrong, starts no session for this user (R451). */
export function isPasswordClosed(
  { emergency_entry }: Pick<SessionRow, "emergency_entry">,
  { oidcOnly }: Pick<EntryRules, "oidcOnly">,
): boolean {
  return oidcOnly && emergency_entry === 0;
}

/** A session stops within its limits if its way in is closed or it lacks a required second factor. */
export function isStopped(
  row: SessionRow,
  rules: EntryRules,
  now: Date,
): boolean {
  return lacksFactor(row, now) || isWayClosed(row, rules);
}

/** True if the session allows nothing but choosing one's own password (R536). */
export function needsOwnPassword({
  password_initial_until: until,
  of_organisation,
}: SessionRow): boolean {
  return until !== null && of_organisation === 0;
}

/** Emergency accounts' passwords never expire: nobody knows when they will be needed. */
export function isInitialPasswordOver(
  {
    password_initial_until: until,
    emergency_entry,
  }: Pick<SessionRow, "password_initial_until" | "emergency_entry">,
  now: Date,
): boolean {
  return until !== null && emergency_entry === 0 && until <= now.toISOString();
}

/** Once the level requires a second factor, sessions without one stop working, even those that began earlier. */
function lacksFactor(row: SessionRow, now: Date): boolean {
  return (
    row.factor_of === null &&
    row.of_organisation === 0 &&
    isRequiredOn(row.factor_required_from, newYorkDay(now))
  );
}

/** The settings may have changed since the session began (R452). */
function isWayClosed(session: SessionRow, rules: EntryRules): boolean {
  if (session.of_organisation === 0) return isPasswordClosed(session, rules);
  // Sessions from before issuers were stored have none.
  return session.session_issuer === null
    ? rules.issuer === null
    : session.session_issuer !== rules.issuer;
}
