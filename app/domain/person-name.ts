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
