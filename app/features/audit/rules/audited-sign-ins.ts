import { type DetailTaker, counts } from "./phrases";

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

function auditedSignIn(take: DetailTaker): string {
  const how = take.text("how");
  return how === null ? "" : `By ${how}`;
}

function auditedFirstStep(take: DetailTaker): string {
  const wanted = take.text("wanted");
  return wanted === null || wanted === "code"
    ? ""
    : wanted === "set_up"
      ? "Setup required first"
      : wanted;
}

function auditedSessions(take: DetailTaker): string {
  return counts(take.number("sessions"), "sessions");
}

function auditedFailure(take: DetailTaker): string {
  const reason = take.text("reason");
  if (reason === null) return "";
  return Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? reason) : reason;
}

/** Says nothing if the refresh token was used twice. */
function auditedEnd(take: DetailTaker): string {
  const reason = take.text("reason");
  if (reason === "groups") return "Groups no longer give access";
  return reason === "organisation_account"
    ? "Organisation's login no longer gives access"
    : (reason ?? "");
}

const REASONS: Readonly<Record<string, string>> = {
  password: "Wrong password",
  username: "Unknown username",
  initial_over: "Correct first password, but it has expired",
  not_emergency: "Correct password, but not an emergency account",
  current_password: "Wrong current password when changing own settings",
  code: "Wrong code",
  organisation_account: "Organisation's login answer was rejected",
  link_code: "Wrong code for an organisation account",
  passkey: "Wrong passkey",
  groups: "No group of the organisation lets them in",
};
