import { Writable } from "node:stream";
import type { ReactElement, ReactNode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { LRUCache } from "lru-cache";
import type { RenderCache } from "./static-part";

/** A stream brings it by itself. */
const DOCTYPE = Buffer.from("<!DOCTYPE html>");

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
  render: (cache: RenderCache) => ReactElement,
  cache: MarkupCache,
  nonce: string,
  onError: (error: unknown) => void,
): Promise<RenderedDocument> {
  const { leaveOut, putIn } = cachedParts(cache, nonce);
  const element = render(leaveOut);
  const html = renderAtOnce(element);
  if (html !== null) {
    return { html: Buffer.concat([DOCTYPE, ...putIn(html)]), failed: false };
  }
  const streamed = await renderStream(element, nonce, onError);
  const parts = putIn(streamed.html.toString());
  return { html: Buffer.concat(parts), failed: streamed.failed };
}

function renderAtOnce(element: ReactElement): string | null {
  try {
    const html = renderToString(element);
    return html.includes(NOT_RENDERED) ? null : html;
  } catch {
    return null;
  }
}

/**
 * Leaves cached markup out while React renders, and puts it in as bytes: V8 takes a millisecond or two to join a text
 * beyond 64,000 characters. Content cannot forge a mark, because it has the nonce of the document.
 */
function cachedParts(cache: MarkupCache, nonce: string) {
  const parts: Buffer[] = [];
  const mark = `<!--${nonce}:`;
  const leaveOut: RenderCache = (...part) => {
    const markup = cache(...part);
    return markup && `${mark}${parts.push(markup) - 1}-->`;
  };
  const putIn = (html: string): Buffer[] => {
    const [head = "", ...rest] = html.split(mark);
    return [
      Buffer.from(head),
      ...rest.flatMap((text) => {
        const end = text.indexOf("-->");
        const part = parts[Number(text.slice(0, end))] as Buffer;
        return [part, Buffer.from(text.slice(end + 3))];
      }),
    ];
  };
  return { leaveOut, putIn };
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

/** Returns UTF-8; see {@link RenderCache}. */
export type MarkupCache = (...part: Parameters<RenderCache>) => Buffer | null;

export function asText(cache: MarkupCache): RenderCache {
  return (...part) => cache(...part)?.toString() ?? null;
}

const MAX_BYTES = 24_000_000;

/** Marks between texts and around boundaries, which only hydration reads. */
const MARKS = /<!--(?: |\/?\$)-->/g;

/**
 * Keeps markup by content and layout. Both come from the user's own authorised answers, so nobody gets markup beyond
 * them. Drops the least recently used beyond `maxBytes`.
 */
export function renderCache(maxBytes = MAX_BYTES): MarkupCache {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (markup, key) => 2 * key.length + markup.length + 1,
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
): Buffer | null {
  try {
    const html = renderToString(children as React.ReactElement, {
      identifierPrefix: id,
    });
    if (html.includes(NOT_RENDERED)) return null;
    return Buffer.from(isHydrated ? html : html.replace(MARKS, ""));
  } catch {
    return null;
  }
}
