/** At most so many options of a list are shown (R188). */
const MOST_OPTIONS = 80;

/** A minus and three to five digits: those that are listed have four. */
const ERROR_NUMBER = /^-[1-9]\d{2,4}$/;

/** True for a text of the form of an MDS error number, be it listed or not (R188). */
export function isErrorNumber(text: string): boolean {
  return ERROR_NUMBER.test(text);
}

/** A minus as a keyboard, a text processor or a web page writes it. */
const MINUS = /^[-\u2010-\u2015\u2212]/;

/**
 * The numbers of a text, with blanks, commas or semicolons between them. All of them are negative, so the minus may be
 * left out; what is no number comes back as it is.
 */
export function splitErrorNumbers(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter((part) => part !== "")
    .map((part) => {
      const digits = part.replace(MINUS, "");
      return /^\d/.test(digits) ? `-${digits}` : part;
    });
}

/**
 * The listed numbers that hold a text, up to 80 of them, and how many there are in all. With its minus the text is how
 * they begin.
 */
export function matchingErrorNumbers(
  listed: readonly string[],
  text: string,
): { shown: string[]; total: number } {
  const wanted = text.trim().replace(MINUS, "-");
  const found = listed.filter((number) => number.includes(wanted));
  return { shown: found.slice(0, MOST_OPTIONS), total: found.length };
}
