import type { FileContent } from "~server/qies/cms-connector";

const MAGIC = "%PDF-";

/** More than any report has; a host that sends without end must not fill memory and disk. */
const MAX_REPORT_BYTES = 50_000_000;

/** All that comes. Throws where it has more than 50 MB, or does not begin as a PDF does, such as the error page of a host. */
export async function wholePdf(
  content: FileContent,
  signal: AbortSignal,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of content instanceof Uint8Array
    ? [content]
    : content) {
    signal.throwIfAborted();
    bytes += part.byteLength;
    if (bytes > MAX_REPORT_BYTES) throw new Error("the report is too large");
    parts.push(part);
  }
  const whole = Buffer.concat(parts);
  if (whole.subarray(0, MAGIC.length).toString("latin1") !== MAGIC) {
    throw new Error("what came is no PDF");
  }
  return whole;
}
