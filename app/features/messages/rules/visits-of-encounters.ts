import type { Word } from "./words";

/**
 * The words with one visit number for all that are of one visit. An Encounter is its id, whatever numbers it has; where HL7 names one of
 * these in PV1-19, both tell of the same visit.
 *
 * @param words of one role
 */
export function byEncounter(words: readonly Word[]): Word[] {
  if (!words.some(({ encounterId }) => encounterId)) return [...words];
  const firstOf = new Map<string, string>();
  const find = (key: string): string => {
    const before = firstOf.get(key) ?? key;
    return before === key ? key : find(before);
  };
  const keys = words.map(({ visitNumber, encounterId }) =>
    [
      ...(visitNumber === null ? [] : [`number ${visitNumber}`]),
      ...(encounterId ? [`encounter ${encounterId}`] : []),
    ].map(String),
  );
  for (const own of keys) {
    const found = own.map(find).sort();
    for (const key of found) firstOf.set(key, found[0] ?? key);
  }
  return words.map((word, at) => {
    const [first] = keys[at] ?? [];
    return first ? { ...word, visitNumber: find(first) } : word;
  });
}
