const MOST_OPTIONS = 80;

const ERROR_NUMBER = /^-[1-9]\d{2,4}$/;

/** Listed or not (R188). */
export function isErrorNumber(text: string): boolean {
  return ERROR_NUMBER.test(text);
}

/** The minus of a keyboard, a word processor or a web page. */
const MINUS = /^[-\u2010-\u2015\u2212]/;

/** Splits at spaces, commas and semicolons. Adds a missing minus, because all numbers are negative. */
export function splitErrorNumbers(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter((part) => part !== "")
    .map((part) => {
      const digits = part.replace(MINUS, "");
      return /^\d/.test(digits) ? `-${digits}` : part;
    });
}

/** At most 80 matches, and their total. With a minus the text is a prefix. */
export function matchingErrorNumbers(
  listed: readonly string[],
  text: string,
): { shown: string[]; total: number } {
  const wanted = text.trim().replace(MINUS, "-");
  const found = listed.filter((number) => number.includes(wanted));
  return { shown: found.slice(0, MOST_OPTIONS), total: found.length };
}
