export const CODE_DIGITS = 6;

/** Letters of a recovery code: digits, and letters that nobody takes for another one. */
export const RECOVERY_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Characters of a recovery code: 80 bits, which nobody guesses. */
export const RECOVERY_LENGTH = 16;

export const RECOVERY_CODES = 10;

export type TypedCode =
  | { kind: "code"; code: string }
  | { kind: "recovery code"; code: string };

/** Ignores blanks, hyphens and case; letters that look like digits are the digits. Null for neither kind of code. */
export function readTypedCode(text: string): TypedCode | null {
  const bare = text.replace(/[\s\-–]+/g, "").toLowerCase();
  if (/^\d+$/.test(bare) && bare.length === CODE_DIGITS) {
    return { kind: "code", code: bare };
  }
  const code = bare.replaceAll("o", "0").replaceAll(/[il]/g, "1");
  const isRecoveryCode =
    code.length === RECOVERY_LENGTH &&
    [...code].every((letter) => RECOVERY_ALPHABET.includes(letter));
  return isRecoveryCode ? { kind: "recovery code", code } : null;
}

/** Groups of four are easy to read and type. */
export function inGroups(text: string, between = " "): string {
  return text.match(/.{1,4}/g)?.join(between) ?? "";
}
