/** A phrase as it would be spoken. */
export interface Phrase {
  /** In answer to something, as a piece of a page that is read whole, or as the mark of such a reading's end. */
  how: "say" | "all" | "end" | "stop";
  words: string;
}

const HOWS = ["say", "all", "end", "stop"] as const;

/** What Orca's voice has written; a line that it is still writing is not heard yet. */
export function phrasesOf(written: string): Phrase[] {
  const whole = written.slice(0, written.lastIndexOf("\n") + 1);
  return whole
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [how, words] = line.split("\t");
      const known = HOWS.find((one) => one === how);
      if (!known || words === undefined) {
        throw new Error(`Orca's voice has written '${line}'`);
      }
      return { how: known, words };
    });
}
