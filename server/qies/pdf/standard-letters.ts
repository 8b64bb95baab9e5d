/** What the letters of other languages become where Unicode takes nothing apart. */
const NEAREST: Record<string, string> = {
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  ı: "i",
  Ħ: "H",
  ħ: "h",
  "\u2212": "-",
  "\u2010": "-",
  "\u2011": "-",
};

/** Windows-1252, which the standard fonts of PDF have. */
const KNOWN = /[ -~\u00a1-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/**
 * A text in the letters that the standard fonts have: accents that they lack are left out, and what remains unknown is a
 * question mark.
 */
export function inStandardLetters(text: string): string {
  return Array.from(text.normalize("NFC").replace(/\s+/g, " "), (letter) => {
    if (KNOWN.test(letter)) return letter;
    const plain = letter.normalize("NFD").replace(/\p{M}/gu, "");
    const nearest = NEAREST[plain] ?? plain;
    return nearest !== "" && KNOWN.test(nearest) ? nearest : "?";
  }).join("");
}
