import { messages } from "./messages";

function clean(part: string | null | undefined): string {
  return part?.trim() ?? "";
}

/** 'last, first' (R65); a missing part is left out with its comma. */
export function lastFirst(
  last: string | null | undefined,
  first: string | null | undefined,
): string {
  return (
    [clean(last), clean(first)].filter(Boolean).join(", ") || messages.unknown
  );
}

export function firstLast(
  first: string | null | undefined,
  last: string | null | undefined,
): string {
  return (
    [clean(first), clean(last)].filter(Boolean).join(" ") || messages.unknown
  );
}

export function credentialedName(
  last: string | null | undefined,
  first: string | null | undefined,
  credentials: string | null | undefined,
): string {
  const name = lastFirst(last, first);
  const after = clean(credentials);
  return after && name !== messages.unknown ? `${name}, ${after}` : name;
}

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
