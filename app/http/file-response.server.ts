import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { attachment } from "./attachment.server";
import { accepts } from "./compress.server";
import { NO_STORE } from "./no-store.server";
import { roomToSend } from "~/guard/room-to-send.server";

export interface FileToSend {
  /** Without control characters and path separators. */
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
