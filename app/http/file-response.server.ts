import { pipeline, Readable } from "node:stream";
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

/**
 * Answers with a file to save, sent as fast as the browser takes it. Where the body fails so does the transfer: the
 * browser then keeps no part of it.
 */
export function fileResponse(request: Request, file: FileToSend): Response {
  const { name, contentType, body } = file;
  const encodings = request.headers.get("accept-encoding") ?? "";
  // Only text browsers still name `compress`, and lynx saves what is packed as it comes.
  const isZipped =
    !file.isCompact &&
    accepts(encodings, "gzip") &&
    !accepts(encodings, "compress");
  return new Response(paced(isZipped ? zipped(body) : body), {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": attachment(name),
      // remix-serve would compress it in a way that knows no back-pressure.
      "Cache-Control": `${NO_STORE}, no-transform`,
      Vary: "Accept-Encoding, Cookie",
      ...(isZipped ? { "Content-Encoding": "gzip" } : {}),
    },
  });
}

/** The parts of a body as an iteration that can be ended before its first part. */
interface Parts {
  next(): Promise<Uint8Array | null>;
  stop(): void;
}

function partsOf(body: ReadableStream<Uint8Array>): Parts {
  const reader = body.getReader();
  return {
    next: async () => (await reader.read()).value ?? null,
    stop: () => void reader.cancel().catch(() => undefined),
  };
}

function zipped(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const source = partsOf(body);
  const plain = new Readable({
    highWaterMark: 1,
    read() {
      source.next().then(
        (part) => this.push(part),
        (error: unknown) => this.destroy(asError(error)),
      );
    },
    destroy(error, done) {
      source.stop();
      done(error);
    },
  });
  // A failure reaches the reader through the iteration.
  const zip = pipeline(plain, createGzip(), () => undefined);
  const chunks = zip[Symbol.asyncIterator]() as AsyncIterator<
    Buffer,
    undefined
  >;
  return streamOf({
    next: async () => (await chunks.next()).value ?? null,
    stop: () => void zip.destroy(),
  });
}

function paced(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const room = roomToSend();
  const source = partsOf(body);
  return streamOf({
    ...source,
    async next() {
      await room();
      return source.next();
    },
  });
}

function streamOf({ next, stop }: Parts): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const part = await next();
          if (part) controller.enqueue(part);
          else controller.close();
        } catch (error) {
          stop();
          throw error;
        }
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

const LONGEST_NAME = 255;
/** What browsers may not take as it stands, besides all that is not ASCII: lynx ends a name at its first space. */
const QUOTED = /[ "\\%]/g;
const NOT_ASCII = /[^\x20-\x7e]/gu;
/** What `encodeURIComponent` leaves, and RFC 5987 does not. */
const LEFT_BY_URI = /['()*]/g;

/**
 * `Content-Disposition` of a file to save (RFC 6266): a plain name for every browser, and where that differs the name
 * itself in UTF-8 (RFC 5987). Throws for a name that is none: with control characters, path separators, or nothing in it.
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
