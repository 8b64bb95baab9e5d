import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { NOT_RENDERED } from "./render-document.server";
import type { RenderCache } from "./static-part";

const MAX_BYTES = 24_000_000;

/** Marks between texts and around boundaries, which only hydration reads. */
const MARKS = /<!--(?: |\/?\$)-->/g;

/**
 * Keeps markup by content and layout. Both come from the user's own authorised answers, so nobody gets markup beyond
 * them. Drops the least recently used beyond `maxBytes`.
 */
export function renderCache(maxBytes = MAX_BYTES): RenderCache {
  const cache = new LRUCache<string, string>({
    maxSize: maxBytes,
    // V8 takes two bytes for each character of a text that has one beyond Latin-1.
    sizeCalculation: (markup, key) => 2 * (key.length + markup.length) + 1,
  });
  return (id, version, children, isHydrated = false) => {
    const key = `${id} ${version}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const markup = render(id, children, isHydrated);
    if (markup !== null) cache.set(key, markup);
    return markup;
  };
}

/** Null for a part that waits for its code, fails, or reads a context: React renders it with its page. */
function render(
  id: string,
  children: ReactNode,
  isHydrated: boolean,
): string | null {
  try {
    const html = renderToString(children as React.ReactElement, {
      identifierPrefix: id,
    });
    if (html.includes(NOT_RENDERED)) return null;
    return isHydrated ? html : html.replace(MARKS, "");
  } catch {
    return null;
  }
}
