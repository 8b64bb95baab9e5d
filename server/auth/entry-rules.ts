import { newYorkDay } from "~/domain/calendar";
import { isRequiredOn } from "~/features/second-factor/rules/factor-rule";
import type { SessionRow } from "./session-rows";

export interface EntryRules {
  /** Of the organisation's login; null where there is none. */
  issuer: string | null;
  /** Passwords are for emergency accounts alone. */
  oidcOnly: boolean;
}

/** Whether a password begins no session of this user, right or wrong (R451). */
export function isPasswordClosed(
  { emergency_entry }: Pick<SessionRow, "emergency_entry">,
  { oidcOnly }: Pick<EntryRules, "oidcOnly">,
): boolean {
  return oidcOnly && emergency_entry === 0;
}

/** Whether a session that is within its limits is good for nothing, as its way in is closed by now, or asks for more. */
export function isStopped(
  row: SessionRow,
  rules: EntryRules,
  now: Date,
): boolean {
  return lacksFactor(row, now) || isWayClosed(row, rules);
}

/** Whether a session is good for nothing but to choose one's own password (R536). */
export function needsOwnPassword({
  password_initial_until: until,
  of_organisation,
}: Pick<SessionRow, "password_initial_until" | "of_organisation">): boolean {
  return until !== null && of_organisation === 0;
}

/** Whether an initial password is good no longer. One of an emergency account is kept for a day that nobody knows. */
export function isInitialPasswordOver(
  {
    password_initial_until: until,
    emergency_entry,
  }: Pick<SessionRow, "password_initial_until" | "emergency_entry">,
  now: Date,
): boolean {
  return until !== null && emergency_entry === 0 && until <= now.toISOString();
}

/** From the day on which the level needs a second factor no session is good without one, whenever it began. */
function lacksFactor(row: SessionRow, now: Date): boolean {
  return (
    row.factor_of === null &&
    row.of_organisation === 0 &&
    isRequiredOn(row.factor_required_from, newYorkDay(now))
  );
}

/** What is set up may be another since the session began (R452). */
function isWayClosed(
  session: Pick<
    SessionRow,
    "of_organisation" | "session_issuer" | "emergency_entry"
  >,
  rules: EntryRules,
): boolean {
  if (session.of_organisation === 0) return isPasswordClosed(session, rules);
  // A session from before issuers were kept has none.
  return session.session_issuer === null
    ? rules.issuer === null
    : session.session_issuer !== rules.issuer;
}
