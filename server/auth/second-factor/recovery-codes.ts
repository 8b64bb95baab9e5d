import { createHmac, randomInt, type KeyObject } from "node:crypto";
import {
  inGroups,
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
} from "~/features/second-factor/rules/typed-code";

/** New codes as they are shown, once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, newLongCode);
}

/** A code that nobody guesses, as it is shown. */
export function newLongCode(): string {
  const letters = Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)] ?? "",
  );
  return inGroups(letters.join(""), "-");
}

/**
 * What is kept of a code, without its hyphens. The codes are random and long, so that a digest with a secret key is enough:
 * a password's slow hash would help nobody.
 */
export function recoveryHash(
  key: KeyObject,
  userId: number,
  code: string,
): string {
  return createHmac("sha256", key)
    .update(`${userId} ${code.replaceAll("-", "")}`)
    .digest("base64url");
}
