import type { DetailTaker } from "./detail-taker";
import { counts } from "./phrases";

/** What the trail says of sign-ins and of the ends of sessions. */
export const SIGN_IN_SENTENCES: Readonly<
  Record<string, (take: DetailTaker) => string>
> = {
  sign_in: auditedSignIn,
  emergency_entry: auditedSignIn,
  prove_password: auditedFirstStep,
  sign_in_failed: auditedFailure,
  session_revoked: auditedEnd,
  end_organisation_session: auditedSessions,
};

/** 'By password and code'. */
function auditedSignIn(take: DetailTaker): string {
  const how = take.text("how");
  return how === null ? "" : `By ${how}`;
}

/** 'Had to set it up first'; empty where a code was asked for. */
function auditedFirstStep(take: DetailTaker): string {
  const wanted = take.text("wanted");
  return wanted === null || wanted === "code"
    ? ""
    : wanted === "set_up"
      ? "Had to set it up first"
      : wanted;
}

/** '2 sessions': how many ended at once. */
function auditedSessions(take: DetailTaker): string {
  return counts(take.number("sessions"), "sessions");
}

/** Why a sign-in failed; a reason that a newer host knows and this does not is said as it is. */
function auditedFailure(take: DetailTaker): string {
  const reason = take.text("reason");
  if (reason === null) return "";
  return Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? reason) : reason;
}

/** Why a session has ended; empty where its refresh token was used twice. */
function auditedEnd(take: DetailTaker): string {
  const reason = take.text("reason");
  if (reason === "groups") return "By groups that let them in no more";
  return reason === "organisation_account"
    ? "By the organisation's login, which lets them in no more"
    : (reason ?? "");
}

const REASONS: Readonly<Record<string, string>> = {
  password: "Wrong password",
  username: "Unknown username",
  not_emergency: "Right password, but no emergency account",
  current_password: "Wrong current password when changing what is theirs",
  code: "Wrong code",
  organisation_account: "Answer of the organisation's login that did not pass",
  link_code: "Wrong code for an organisation account",
  passkey: "Wrong passkey",
  groups: "No group of the organisation lets them in",
};
