import type { FileContent } from "~server/qies/report-files";

const MAGIC = Buffer.from("%PDF-");

/** The content as it is; throws where it does not begin as a PDF does, such as the error page of a host. */
export async function* startsAsPdf(
  content: FileContent,
): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0);
  const parts = content instanceof Uint8Array ? [content] : content;
  for await (const part of parts) {
    if (head.length >= MAGIC.length) {
      yield part;
      continue;
    }
    head = Buffer.concat([head, part]);
    if (head.length < MAGIC.length) continue;
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) break;
    yield head;
  }
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new Error("what came is no PDF");
  }
}
