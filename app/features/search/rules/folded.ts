/** Unicode does not decompose these letters. */
export const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ə: "e",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ß: "ss",
  ı: "i",
  ς: "σ",
};

const APOSTROPHES =
  /[\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u2032\u00b4`]/g;
const HYPHENS = /[\u2010-\u2015\u2212]/g;

/** Without case, accents and repeated blanks, with plain letters, apostrophes and hyphens (R483). */
export function folded(text: string): string {
  return text
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, "-")
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/\s+/g, " ")
    .toLowerCase()
    .replace(/[^ -~]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}
