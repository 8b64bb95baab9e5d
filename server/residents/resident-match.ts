import { folded } from "~/features/search/rules/folded";

interface Searched {
  mrn: string | null;
  first_name: string | null;
  last_name: string | null;
  unit: string | null;
  /** Units match only for open stays. */
  isOpen: boolean;
}

/** Each word must start a name, be the MRN, or belong to a unit that the text names in full (R554). */
export function residentMatcher(text: string): (resident: Searched) => boolean {
  const words = wordsOf(text);
  const isNamed = rememberUnits(words);
  return ({ mrn, first_name, last_name, unit, isOpen }) => {
    const names = folded(` ${last_name ?? ""} ${first_name ?? ""}`);
    const number = folded(mrn ?? "");
    const place = isOpen && unit !== null ? isNamed(unit) : NOWHERE;
    return (
      words.length > 0 &&
      words.every(
        (word) =>
          names.includes(` ${word}`) ||
          names.includes(`-${word}`) ||
          word === number ||
          place.includes(word),
      )
    );
  };
}

/** All words as one line: if {@link lineMatcher} rejects it, the text does not match. */
export function matchedLine(resident: Omit<Searched, "isOpen">): string {
  const { mrn, first_name, last_name, unit } = resident;
  const all = [last_name, first_name, mrn, unit];
  return ` ${wordsOf(all.map((one) => one ?? "").join(" ")).join(" ")}`;
}

export function lineMatcher(text: string): (line: string) => boolean {
  const words = wordsOf(text);
  return (line) =>
    words.every(
      (word) => line.includes(` ${word}`) || line.includes(`-${word}`),
    );
}

const NOWHERE: readonly string[] = [];

/** The unit's words, if the text has all of them. Cached: there are few units and many residents. */
function rememberUnits(words: readonly string[]) {
  const known = new Map<string, readonly string[]>();
  return (unit: string): readonly string[] => {
    let named = known.get(unit);
    if (!named) {
      const own = wordsOf(unit);
      named = own.every((word) => words.includes(word)) ? own : NOWHERE;
      known.set(unit, named);
    }
    return named;
  };
}

/** Results write numbers as 'MRN V0700679', and are copied. */
function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[\s,]+/)
    .filter((word) => word !== "" && word !== "mrn");
}
