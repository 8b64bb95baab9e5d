import * as client from "openid-client";
import { Refusal, type RefusalStatus } from "~server/refusal";

/** away: not reached. denied: refused the user. over: answer used or too old. not-trusted: answer failed our checks. */
export type FailureKind = "away" | "denied" | "over" | "not-trusted";

/** A failure at the provider; `code` is for the log and identifies nobody. */
export class ProviderFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly code: string,
  ) {
    super(`provider: ${kind}, ${code}`);
    this.name = "ProviderFailure";
  }
}

const REFUSALS: Readonly<
  Record<FailureKind, [status: RefusalStatus, words: string]>
> = {
  away: [503, "Your organisation's login cannot be reached right now."],
  denied: [403, "Your organisation's login did not let you in."],
  over: [
    400,
    "This login took too long, or was started in another window. Please start again.",
  ],
  "not-trusted": [
    403,
    "The answer from your organisation's login could not be checked, so you are not logged in. Contact your account manager.",
  ],
};

export function refusalOf(kind: FailureKind): Refusal {
  return new Refusal(...REFUSALS[kind]);
}

/** Error codes for a refused user, and for a provider that cannot answer now (RFC 6749, OpenID Connect). */
const DENIALS: readonly string[] = [
  "access_denied",
  "login_required",
  "consent_required",
  "interaction_required",
  "account_selection_required",
];
const BUSY: readonly string[] = ["temporarily_unavailable", "server_error"];

export function failureOf(error: unknown): ProviderFailure {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof ProviderFailure) return one;
  }
  if (error instanceof client.AuthorizationResponseError) {
    return new ProviderFailure(kindOfError(error.error), toCode(error.error));
  }
  if (error instanceof client.ResponseBodyError) {
    // The code was used before or has expired.
    if (error.error === "invalid_grant") {
      return new ProviderFailure("over", error.error);
    }
    // Entra ID answers so if the user must log in again, for example with a second factor.
    if (DENIALS.includes(error.error)) {
      return new ProviderFailure("denied", toCode(error.error));
    }
    const kind = error.status >= 500 ? "away" : "not-trusted";
    return new ProviderFailure(kind, toCode(error.error));
  }
  const code = codeOf(error);
  const isAway = code === "OAUTH_TIMEOUT" || code === "OAUTH_ABORT";
  return new ProviderFailure(isAway ? "away" : "not-trusted", code);
}

function kindOfError(error: string): FailureKind {
  if (DENIALS.includes(error)) return "denied";
  return BUSY.includes(error) ? "away" : "not-trusted";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error
    ? toCode(String(error.code))
    : "unknown";
}

/** Parts of it come from the browser. */
function toCode(text: string): string {
  return text.replaceAll(/[^\w-]/g, "").slice(0, 60);
}
