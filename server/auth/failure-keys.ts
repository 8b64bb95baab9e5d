import { createHmac, type KeyObject } from "node:crypto";
import type { FailureKind } from "~/features/users/rules/sign-in-delay";
import { networkOf } from "~/runtime/network-of.server";

/** What a failure counts against, by the digest stored in the database. */
export interface FailureKey {
  kind: FailureKind;
  key: string;
}

/** Keys of a sign-in attempt. `userKey` is the typed username, whether or not it exists. */
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
 * Key of a session in which the user proves their password. A thief of the session cannot start another without the
 * password, and the user's next session starts with no failures.
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

/** Key for failed answers of the organisation's login from an address. Many people may share one, as with passwords. */
export function answerKey(
  signInKey: KeyObject,
  address: string | null,
): FailureKey {
  return keyOf(signInKey, "address", ["organisation", networkOf(address)]);
}

/** A keyed digest: the typed text is not stored, and usernames cannot be guessed from it. */
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
