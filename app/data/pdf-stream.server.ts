import { withinLimit } from "./file-body.server";
import type { FileStream } from "./download.server";
import { UpstreamFailure } from "./upstream-failure.server";

/** Every PDF begins with it (ISO 32000-1, 7.5.2). */
const FIRST_BYTES = Buffer.from("%PDF-");

/** Throws if the file is no PDF. Fails on the way if it turns out longer than `maxBytes`. */
export async function pdfStream(
  stream: FileStream,
  { maxBytes, idleMs }: { maxBytes: number; idleMs: number },
): Promise<FileStream> {
  if ((stream.length ?? 0) > maxBytes) throw new UpstreamFailure("too-large");
  const head = await readHead(stream, idleMs);
  if (!head.subarray(0, FIRST_BYTES.length).equals(FIRST_BYTES)) {
    throw new UpstreamFailure("odd");
  }
  let waiting: Uint8Array | null = head;
  let bytes = 0;
  return {
    ...stream,
    async next() {
      const part = waiting ?? (await stream.next());
      waiting = null;
      bytes += part?.byteLength ?? 0;
      if (bytes > maxBytes) throw new UpstreamFailure("too-large");
      return part;
    },
  };
}

async function readHead(stream: FileStream, idleMs: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < FIRST_BYTES.length) {
    const part = await withinLimit(stream.next(), idleMs);
    if (!part) break;
    parts.push(part);
    bytes += part.byteLength;
  }
  return Buffer.concat(parts);
}
