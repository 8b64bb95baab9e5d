import { Writable } from "node:stream";
import type { ReactElement, ReactNode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { LRUCache } from "lru-cache";
import type { RenderCache } from "./static-part";

/** A stream brings it by itself. */
const DOCTYPE = "<!DOCTYPE html>";

/** What React leaves where a part had to wait for something, or failed. */
const NOT_RENDERED = "<!--$!-->";
const ABORT_MS = 10_000;

interface RenderedDocument {
  html: Buffer;
  /** Some part failed, and has nothing in its place. */
  failed: boolean;
}

/**
 * Rejects if the document itself fails. Once its lazy components have loaded, a document renders synchronously, a
 * fifth faster than as a stream; if that fails, the stream reports the error.
 */
export async function renderDocument(
  element: ReactElement,
  nonce: string,
  onError: (error: unknown) => void,
): Promise<RenderedDocument> {
  const html = renderAtOnce(element);
  return html === null
    ? renderStream(element, nonce, onError)
    : { html: Buffer.from(html), failed: false };
}

function renderAtOnce(element: ReactElement): string | null {
  try {
    const html = renderToString(element);
    return html.includes(NOT_RENDERED) ? null : DOCTYPE + html;
  } catch {
    return null;
  }
}

function renderStream(
  element: ReactElement,
  nonce: string,
  onError: (error: unknown) => void,
): Promise<RenderedDocument> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, written) {
        chunks.push(chunk);
        written();
      },
      final(ended) {
        ended();
        resolve({ html: Buffer.concat(chunks), failed });
      },
    });
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      onAllReady() {
        clearTimeout(timer);
        pipe(sink);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
      onError(error) {
        failed = true;
        onError(error);
      },
    });
    const timer = setTimeout(abort, ABORT_MS);
  });
}

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
