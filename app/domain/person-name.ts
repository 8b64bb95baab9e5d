import { messages } from "./messages";

function clean(part: string | null | undefined): string {
  return part?.trim() ?? "";
}

/**
 * A person's name as lists and trails write it, 'last, first' (R65). A missing part is left out with its
 * comma; a name without any part is 'Unknown'.
 */
export function lastFirst(
  last: string | null | undefined,
  first: string | null | undefined,
): string {
  return (
    [clean(last), clean(first)].filter(Boolean).join(", ") || messages.unknown
  );
}

/** A person's name as headings write it, 'first last'; 'Unknown' where there is none. */
export function firstLast(
  first: string | null | undefined,
  last: string | null | undefined,
): string {
  return (
    [clean(first), clean(last)].filter(Boolean).join(" ") || messages.unknown
  );
}

/** 'Last, First, credentials'. */
export function credentialedName(
  last: string | null | undefined,
  first: string | null | undefined,
  credentials: string | null | undefined,
): string {
  const name = lastFirst(last, first);
  const after = clean(credentials);
  return after && name !== messages.unknown ? `${name}, ${after}` : name;
}
