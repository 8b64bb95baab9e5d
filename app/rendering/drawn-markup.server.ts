import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { DrawnMarkup } from "./server-drawn";
import { NOT_RENDERED } from "./render-document.server";

const MAX_BYTES = 24_000_000;

/** Marks between texts and around boundaries, for scripts that take over. */
const MARKS = /<!--(?: |\/?\$)-->/g;

/**
 * Draws each part once, and keeps its markup by what it shows. A part is shown to whoever has the same answers, so nobody
 * gets what their own answers do not say; only `maxBytes` are kept, those used last.
 */
export function drawnMarkup(maxBytes = MAX_BYTES): DrawnMarkup {
  const kept = new LRUCache<string, string>({
    maxSize: maxBytes,
    // V8 takes two bytes for each character of a text that has one beyond Latin-1.
    sizeCalculation: (markup, key) => 2 * (key.length + markup.length) + 1,
  });
  return (id, version, children, isTakenOver = false) => {
    const key = `${id} ${version}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const markup = markupOf(id, children, isTakenOver);
    if (markup !== null) kept.set(key, markup);
    return markup;
  };
}

/** Null for a part that has to wait for its code, fails, or reads its page: that is drawn as a part of the page. */
function markupOf(
  id: string,
  children: ReactNode,
  isTakenOver: boolean,
): string | null {
  try {
    const html = renderToString(children as React.ReactElement, {
      identifierPrefix: id,
    });
    if (html.includes(NOT_RENDERED)) return null;
    return isTakenOver ? html : html.replace(MARKS, "");
  } catch {
    return null;
  }
}
