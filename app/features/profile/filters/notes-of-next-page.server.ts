import { LRUCache } from "lru-cache";

const MAX_PAGES_KEPT = 1_000;
const KEPT_MS = 60_000;

const kept = new LRUCache<string, string[]>({
  max: MAX_PAGES_KEPT,
  ttl: KEPT_MS,
});

/** Kept for the page that the redirect leads to. They are lost with the process: then the page shows the dates without the note. */
export function keepNotes(
  session: string,
  href: string,
  notes: string[],
): void {
  if (notes.length > 0) kept.set(keyOf(session, href), notes);
}

export function takeNotes(session: string, href: string): string[] {
  const key = keyOf(session, href);
  const notes = kept.get(key) ?? [];
  kept.delete(key);
  return notes;
}

function keyOf(session: string, href: string): string {
  return `${session} ${href}`;
}
