import { pageError } from "~/data/page-error.server";

export const MAX_BODY_BYTES = 64 * 1024;
export const MAX_FIELDS = 300;

/** So much of a body that is too long is read and dropped, and for so long, so that its sender comes to read the answer. */
export const MAX_DROPPED_BYTES = 1024 * 1024;
const DROP_WITHIN_MS = 1_000;

const MAX_NAME_LENGTH = 100;
const NAME = /^[A-Za-z_][\w-]*(?:\[\d{1,2}\]|\.[A-Za-z_][\w-]*)*$/;
const POISONED = /(^|[.[])(__proto__|constructor|prototype)([.[\]]|$)/;

/**
 * The form in a request's body, bounded before any parser or form library sees it: 413 when it is too long, 400
 * when it is not a form, has too many fields, odd field names, invalid UTF-8 or NUL characters (quality: odd input).
 */
export async function readForm(request: Request): Promise<FormData> {
  const text = decode(await readBytes(request));
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    return formOf(urlEncodedEntries(text));
  }
  if (type.startsWith("multipart/form-data")) {
    return formOf(await multipartEntries(text, type));
  }
  throw pageError(400);
}

async function readBytes(request: Request): Promise<Buffer> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  const reader = request.body?.getReader();
  if (announced > MAX_BODY_BYTES) {
    if (reader) await dropRest(reader);
    throw pageError(413);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > MAX_BODY_BYTES) {
      await dropRest(reader);
      throw pageError(413);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

async function dropRest(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), DROP_WITHIN_MS);
  });
  try {
    let dropped = 0;
    while (dropped < MAX_DROPPED_BYTES) {
      const read = await Promise.race([reader.read(), late]);
      if (read?.done) return;
      if (read === null) break;
      dropped += read.value.byteLength;
    }
  } finally {
    clearTimeout(timer);
  }
  // Not cancelled: that would end the connection before the answer is out. The server's guard deals with what is left.
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw pageError(400);
  }
}

type Entry = [name: string, value: string];

function urlEncodedEntries(text: string): Entry[] {
  const pairs = text.split("&").filter((pair) => pair !== "");
  if (pairs.length > MAX_FIELDS) throw pageError(400);
  return pairs.map((pair) => {
    const at = pair.indexOf("=");
    return at < 0
      ? [unescaped(pair), ""]
      : [unescaped(pair.slice(0, at)), unescaped(pair.slice(at + 1))];
  });
}

/** Unlike URLSearchParams this refuses escapes that are no UTF-8 instead of putting a mark in their place. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw pageError(400);
  }
}

async function multipartEntries(text: string, type: string): Promise<Entry[]> {
  const form = await new Request("http://form.invalid/", {
    method: "POST",
    headers: { "content-type": type },
    body: text,
  })
    .formData()
    .catch(() => {
      throw pageError(400);
    });
  return [...form.entries()].map(([name, value]) => {
    // No form of the portal sends files.
    if (typeof value !== "string") throw pageError(400);
    return [name, value];
  });
}

function formOf(entries: Entry[]): FormData {
  if (entries.length > MAX_FIELDS) throw pageError(400);
  if (hasFieldInField(entries)) throw pageError(400);
  const form = new FormData();
  for (const [name, value] of entries) {
    const isOdd =
      name.length > MAX_NAME_LENGTH || !NAME.test(name) || POISONED.test(name);
    if (isOdd || value.includes("\0")) throw pageError(400);
    form.append(name, value);
  }
  return form;
}

/** `a` beside `a[0]` or `a.b` says that one field is a text and holds others, at which the form library throws. */
function hasFieldInField(entries: Entry[]): boolean {
  const names = new Set(entries.map(([name]) => name));
  return [...names].some((name) =>
    [...name.slice(0, MAX_NAME_LENGTH).matchAll(/[[.]/g)].some(({ index }) =>
      names.has(name.slice(0, index)),
    ),
  );
}
