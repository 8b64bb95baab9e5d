import { pipeline, Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { roomToSend } from "~/guard/room-to-send.server";
import { accepts } from "./compress.server";
import { NO_STORE } from "./no-store.server";

export interface FileToSend {
  /** Must not contain control characters or path separators. */
  name: string;
  contentType: string;
  /** It would not get smaller. */
  isCompact?: boolean;
  body: ReadableStream<Uint8Array>;
}

/** If the body fails, so does the transfer: the browser then keeps no part of the file. */
export function fileResponse(request: Request, file: FileToSend): Response {
  const { name, contentType, body } = file;
  const encodings = request.headers.get("accept-encoding") ?? "";
  // Only text browsers still name `compress`, and lynx saves what is packed as it comes.
  const isZipped =
    !file.isCompact &&
    accepts(encodings, "gzip") &&
    !accepts(encodings, "compress");
  return new Response(paced(isZipped ? zipped(body) : body, request), {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": attachment(name),
      // remix-serve would compress it without back-pressure.
      "Cache-Control": `${NO_STORE}, no-transform`,
      Vary: "Accept-Encoding, Cookie",
      ...(isZipped ? { "Content-Encoding": "gzip" } : {}),
    },
  });
}

function zipped(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const zip = createGzip();
  const plain = Readable.fromWeb(body as NodeStream, { highWaterMark: 1 });
  pipeline(plain, zip, () => undefined);
  // None ahead: what a slow browser waits for stays unread.
  const strategy = new CountQueuingStrategy({ highWaterMark: 0 });
  return Readable.toWeb(zip, { strategy }) as ReadableStream<Uint8Array>;
}

function paced(
  body: ReadableStream<Uint8Array>,
  request: Request,
): ReadableStream<Uint8Array> {
  const room = roomToSend(request);
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await room().catch((error: unknown) => {
          stop();
          throw error;
        });
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
}

const LONGEST_NAME = 255;
/** What browsers may not take as it stands, besides all that is not ASCII: lynx ends a name at its first space. */
const QUOTED = /[ "\\%]/g;
const NOT_ASCII = /[^\x20-\x7e]/gu;
/** What `encodeURIComponent` leaves, and RFC 5987 does not. */
const LEFT_BY_URI = /['()*]/g;

/**
 * A plain name for every browser, and the name in UTF-8 if that differs (RFC 6266, RFC 5987). Throws for an invalid
 * name.
 */
export function attachment(name: string): string {
  const isOdd =
    name === "" ||
    name.length > LONGEST_NAME ||
    /[\p{Cc}\p{Cs}/\\]/u.test(name);
  if (isOdd) throw new Error("not a file name");
  const plain = name.replace(NOT_ASCII, "_").replace(QUOTED, "_");
  const quoted = `attachment; filename="${plain}"`;
  if (plain === name) return quoted;
  const encoded = encodeURIComponent(name).replace(
    LEFT_BY_URI,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${quoted}; filename*=UTF-8''${encoded}`;
}
