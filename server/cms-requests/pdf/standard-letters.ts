import { PLAIN_LETTERS } from "~/features/search/rules/folded";

/** Replacements for characters that the fonts lack. */
const NEAREST: Record<string, string> = {
  "\u2212": "-",
  "\u2010": "-",
  "\u2011": "-",
  "\u02bb": "‘",
  "\u02bc": "’",
  "\u2032": "'",
};

/** Windows-1252, the characters of PDF's standard fonts. */
const KNOWN = /[ -~\u00a1-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/** Drops unsupported accents; a question mark replaces other characters. */
export function inStandardLetters(text: string): string {
  return lettersOf(text)
    .map((letter) => standardLetter(letter) ?? "?")
    .join("");
}

export function hasStandardLetters(text: string): boolean {
  return lettersOf(text).every((letter) => standardLetter(letter) !== null);
}

function lettersOf(text: string): string[] {
  return Array.from(
    text
      .normalize("NFC")
      .replace(/\s+/g, " ")
      .replace(/\p{Cf}/gu, ""),
  );
}

function standardLetter(letter: string): string | null {
  if (KNOWN.test(letter)) return letter;
  const plain = letter.normalize("NFD").replace(/\p{M}/gu, "");
  const lower = plain.toLowerCase();
  const instead = NEAREST[plain] ?? PLAIN_LETTERS[lower] ?? plain;
  const nearest = plain === lower ? instead : instead.toUpperCase();
  return nearest !== "" && Array.from(nearest).every((one) => KNOWN.test(one))
    ? nearest
    : null;
}
