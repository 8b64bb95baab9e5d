import { createHmac, type KeyObject } from "node:crypto";
import type { FailureKind } from "~/features/users/rules/sign-in-delay";
import { networkOf } from "~/runtime/network-of.server";

/** What a failure counts against, under the digest that the database knows it by. */
export interface FailureKey {
  kind: FailureKind;
  key: string;
}

/** Keys of an attempt to sign in; `userKey` is what was typed as a username, whether or not somebody has it. */
export function signInKeys(
  signInKey: KeyObject,
  { userKey, address }: { userKey: string; address: string | null },
): FailureKey[] {
  const network = networkOf(address);
  return [
    keyOf(signInKey, "pair", [userKey, network]),
    keyOf(signInKey, "address", [network]),
    keyOf(signInKey, "account", [userKey]),
  ];
}

/**
 * Key of a session whose user proves their password. A stolen session gets no second one without the password, and
 * the user's own next session begins with nothing against it.
 */
export function sessionKey(
  signInKey: KeyObject,
  sessionId: string,
): FailureKey {
  return keyOf(signInKey, "session", [sessionId]);
}

export function codeKey(signInKey: KeyObject, userId: number): FailureKey {
  return keyOf(signInKey, "code", [String(userId)]);
}

/** Key of what an address sends as answers of the organisation's login: many people may share it, as of passwords. */
export function answerKey(
  signInKey: KeyObject,
  address: string | null,
): FailureKey {
  return keyOf(signInKey, "address", ["organisation", networkOf(address)]);
}

/** A digest with a secret key: of what was typed nothing is kept, and nobody can try usernames against it. */
function keyOf(
  signInKey: KeyObject,
  kind: FailureKind,
  parts: readonly string[],
): FailureKey {
  const key = createHmac("sha256", signInKey)
    .update(JSON.stringify([kind, ...parts]))
    .digest("base64url");
  return { kind, key };
}
