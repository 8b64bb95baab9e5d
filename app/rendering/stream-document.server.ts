import { PassThrough, Readable, type Duplex } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { accepts } from "~/http/compress.server";
import type { EntryContext } from "@remix-run/node";

const ABORT_MS = 10_000;
/** A document in sections is a little larger than at once; beyond this it only takes longer. */
const BROTLI_QUALITY = 5;

interface StreamedDocument {
  body: ReadableStream;
  encoding: "br" | "gzip" | null;
}

/** Rejects if the first part fails. */
export async function streamDocument(
  element: ReactElement,
  nonce: string,
  acceptEncoding: string,
  onError: (error: unknown) => void,
): Promise<StreamedDocument> {
  const { stream, encoding } = encoder(acceptEncoding);
  const { pipe, abort } = await new Promise<
    ReturnType<typeof renderToPipeableStream>
  >((resolve, reject) => {
    const rendering = renderToPipeableStream(element, {
      nonce,
      onShellReady: () => resolve(rendering),
      onShellError: reject,
      onError,
    });
  });
  const timer = setTimeout(abort, ABORT_MS);
  stream.on("close", () => clearTimeout(timer));
  // Gives loaded lazy components time to join the first part.
  await turnOfTheLoop();
  pipe(stream);
  return { body: Readable.toWeb(stream), encoding };
}

/** React flushes it after each section. */
function encoder(acceptEncoding: string): {
  stream: Duplex;
  encoding: StreamedDocument["encoding"];
} {
  if (accepts(acceptEncoding, "br")) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    };
    return { stream: createBrotliCompress({ params }), encoding: "br" };
  }
  return accepts(acceptEncoding, "gzip")
    ? { stream: createGzip({ level: 6 }), encoding: "gzip" }
    : { stream: new PassThrough(), encoding: null };
}

/**
 * Remix makes a router for each document from its routes, so it gets only those shown; scripts read the whole
 * manifest.
 */
export function withShownRoutes(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  const routes: EntryContext["manifest"]["routes"] = {};
  for (const { route } of staticHandlerContext.matches) {
    const known = manifest.routes[route.id];
    if (known) routes[route.id] = known;
  }
  return {
    ...context,
    manifest: { ...manifest, routes },
    serverHandoffString: withoutFlagsOff(context.serverHandoffString),
  };
}

/** Flags of Remix that are off are the same as none, and each document would name them. */
function withoutFlagsOff(handoff: string | undefined): string | undefined {
  return handoff?.replace(/^\{"future":\{[^}]*\}/, (flags) =>
    flags.replace(/"\w+":false,?/g, "").replace(",}", "}"),
  );
}
