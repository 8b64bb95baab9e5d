import type { KeyObject } from "node:crypto";
import { CompactSign, compactVerify } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { tokenClaims } from "~/contract/auth";

/** Claims of the tokens that this server signs; times in seconds. */
const ownClaims = tokenClaims.extend({
  sub: z.string().regex(/^\d{1,15}$/),
  sid: z.string().min(1),
  iat: z.number().int(),
});
export type SessionClaims = z.infer<typeof ownClaims>;

const MAX_TOKEN_LENGTH = 16_384;
const MAX_REMEMBERED_BYTES = 8 * 1024 * 1024;

/** A JWT, signed with HS256. */
export function signSessionToken(
  claims: SessionClaims,
  key: KeyObject,
): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(key);
}

/** Reads tokens, and remembers those it has verified: a page makes several calls with the same one. */
export class SessionTokenReader {
  private readonly verified = new LRUCache<string, SessionClaims>({
    maxSize: MAX_REMEMBERED_BYTES,
    sizeCalculation: (_claims, token) => 2 * token.length,
  });

  constructor(private readonly key: KeyObject) {}

  /** The claims of a token that we signed, expired or not; null for anything else. */
  async read(token: string | undefined): Promise<SessionClaims | null> {
    if (!token || token.length > MAX_TOKEN_LENGTH) return null;
    const known = this.verified.get(token);
    if (known) return known;
    const claims = await verify(token, this.key);
    if (claims) this.verified.set(token, claims);
    return claims;
  }
}

async function verify(
  token: string,
  key: KeyObject,
): Promise<SessionClaims | null> {
  try {
    const { payload } = await compactVerify(token, key, {
      algorithms: ["HS256"],
    });
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    return ownClaims.parse(claims);
  } catch {
    return null;
  }
}
