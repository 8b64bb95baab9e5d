import { decodeJwt } from "jose";
import { tokenClaims, type TokenClaims } from "~/contract/auth";
import type { SessionUser } from "./session-record.server";

/** Null for a token that is not the contract's. The API host itself checks the signature on every call. */
export function claimsOf(token: string): TokenClaims | null {
  try {
    const parsed = tokenClaims.safeParse(decodeJwt(token));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function viewerOf({
  role,
  levels,
  isnp_only,
}: TokenClaims): SessionUser["viewer"] {
  return { accessLevel: role, accessLevelIds: levels, isnpOnly: isnp_only };
}

/** When a token ends, milliseconds since 1970: its `exp`, or the host's `timeout` (UTC) where that is sooner. */
export function tokenEndOf(claims: TokenClaims, timeout?: string): number {
  const expiresAt = claims.exp * 1000;
  const timeoutAt = timeout
    ? Date.parse(`${timeout.slice(0, 19).replace(" ", "T")}Z`)
    : Number.NaN;
  return Number.isNaN(timeoutAt) ? expiresAt : Math.min(expiresAt, timeoutAt);
}
