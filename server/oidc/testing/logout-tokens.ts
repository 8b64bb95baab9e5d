import { randomUUID } from "node:crypto";
import { CLIENT, type TestProvider } from "./test-provider";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Claims of a logout token that is good, but for `sub` and `sid`, of which it has those that `changes` name. */
export function logoutClaims(
  { issuer }: Pick<TestProvider, "issuer">,
  now: Date,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  const iat = Math.floor(now.getTime() / 1000);
  return {
    iss: issuer,
    aud: CLIENT.client_id,
    iat,
    exp: iat + 120,
    jti: randomUUID(),
    events: { [EVENT]: {} },
    ...changes,
  };
}

/** A token without a signature, or with one of ours. */
export function unsigned(
  header: Record<string, unknown>,
  claims: Record<string, unknown>,
  signature = "",
): string {
  const encode = (part: object) =>
    Buffer.from(JSON.stringify(part)).toString("base64url");
  return `${encode(header)}.${encode(claims)}.${signature}`;
}
