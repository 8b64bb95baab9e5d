import { LRUCache } from "lru-cache";

const MAX_PAGES_KEPT = 1_000;
const KEPT_MS = 60_000;

const kept = new LRUCache<string, string[]>({
  max: MAX_PAGES_KEPT,
  ttl: KEPT_MS,
});

/**
 * Keeps what was put right in the filters for the page that the redirect leads to, where it shows once, beside the
 * dates. It is lost with the process, and then only the note is missing: the page shows the dates in force.
 */
export function keepNotes(
  session: string,
  href: string,
  notes: string[],
): void {
  if (notes.length > 0) kept.set(keyOf(session, href), notes);
}

/** The notes kept for a page, which are then gone. */
export function takeNotes(session: string, href: string): string[] {
  const key = keyOf(session, href);
  const notes = kept.get(key) ?? [];
  kept.delete(key);
  return notes;
}

function keyOf(session: string, href: string): string {
  return `${session} ${href}`;
}
