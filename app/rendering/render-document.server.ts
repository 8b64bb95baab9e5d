import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";

/** A stream brings it by itself. */
const DOCTYPE = "<!DOCTYPE html>";

/** What React leaves where a part had to wait for something, or failed. */
export const NOT_RENDERED = "<!--$!-->";
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
