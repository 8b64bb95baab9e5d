import type { DetailTaker } from "./detail-taker";

/** 'By password and code'. */
export function auditedSignIn(take: DetailTaker): string {
  const how = take.text("how");
  return how === null ? "" : `By ${how}`;
}

/** 'Had to set it up first'; empty where a code was asked for. */
export function auditedFirstStep(take: DetailTaker): string {
  const wanted = take.text("wanted");
  return wanted === null || wanted === "code"
    ? ""
    : wanted === "set_up"
      ? "Had to set it up first"
      : wanted;
}

/** Why a sign-in failed; a reason that a newer host knows and this does not is said as it is. */
export function auditedFailure(take: DetailTaker): string {
  const reason = take.text("reason");
  if (reason === null) return "";
  return Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? reason) : reason;
}

/** Why a session has ended; empty where its refresh token was used twice. */
export function auditedEnd(take: DetailTaker): string {
  const reason = take.text("reason");
  if (reason === "groups") return "By groups that let them in no more";
  return reason === "organisation_account"
    ? "By the organisation's login, which lets them in no more"
    : (reason ?? "");
}

const REASONS: Readonly<Record<string, string>> = {
  password: "Wrong password",
  username: "Unknown username",
  current_password: "Wrong current password when changing what is theirs",
  code: "Wrong code",
  organisation_account: "Answer of the organisation's login that did not pass",
  link_code: "Wrong code for an organisation account",
  passkey: "Wrong passkey",
  groups: "No group of the organisation lets them in",
};
