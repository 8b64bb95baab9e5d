const LETTER = /\p{L}|\p{N}/u;

/** 'Last, First' is turned round; a name without letters gives '?' (R145). */
export function initialsOf(name: string): string {
  const [last, first] = name.split(",", 2);
  const ordered = first === undefined ? name : `${first} ${last}`;
  const letters = ordered
    .split(/\s+/)
    .map((word) => LETTER.exec(word)?.[0])
    .filter((letter) => letter !== undefined);
  const [head] = letters;
  if (head === undefined) return "?";
  const tail = letters.length > 1 ? (letters[letters.length - 1] ?? "") : "";
  return (head + tail).toLocaleUpperCase("en-US");
}
