import * as client from "openid-client";
import { organisationWords as words } from "~/features/sign-in/rules/organisation-account/organisation-account-words";
import { Refusal, type RefusalStatus } from "~server/refusal";

/**
 * Why nobody was signed in: the provider cannot be reached, it let nobody in, its answer was used or is too old, or it did
 * not pass our checks.
 */
export type FailureKind = "away" | "denied" | "over" | "not-trusted";

/** A failure at the provider; `code` is for the log and says nothing of anybody. */
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
  away: [503, words.away],
  denied: [403, words.denied],
  over: [400, words.over],
  "not-trusted": [403, words.notTrusted],
};

export function refusalOf(kind: FailureKind): Refusal {
  return new Refusal(...REFUSALS[kind]);
}

/** Errors with which a provider says that somebody was not let in, and that it cannot answer now (RFC 6749, OpenID Connect). */
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
    return new ProviderFailure(kindOfError(error.error), plain(error.error));
  }
  if (error instanceof client.ResponseBodyError) {
    // The code was used before, or waited too long.
    if (error.error === "invalid_grant") {
      return new ProviderFailure("over", error.error);
    }
    // Entra ID says so where somebody has to log in again, with a second factor for instance.
    if (DENIALS.includes(error.error)) {
      return new ProviderFailure("denied", plain(error.error));
    }
    const kind = error.status >= 500 ? "away" : "not-trusted";
    return new ProviderFailure(kind, plain(error.error));
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
    ? plain(String(error.code))
    : "unknown";
}

/** Some of it comes by the browser. */
function plain(text: string): string {
  return text.replaceAll(/[^\w-]/g, "").slice(0, 60);
}
