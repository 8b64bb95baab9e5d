import { Refusal } from "~server/refusal";

const MAX_BODY_BYTES = 64 * 1024;
const MAX_QUERY_LENGTH = 4_096;
const MAX_FIELDS = 300;

const CONTENT_TYPES = {
  form: "application/x-www-form-urlencoded",
  json: "application/json",
} as const;

/** Fields of the query. Throws 400 for text that is not UTF-8, holds NUL or names a field twice. */
export function readQuery(url: string): Record<string, string> {
  const start = url.indexOf("?");
  if (start < 0) return {};
  const query = url.slice(start + 1).split("#", 1)[0] ?? "";
  if (query.length > MAX_QUERY_LENGTH) throw bad("The query is too long.");
  return readFields(query);
}

/**
 * The body in the form that an endpoint takes. Throws 413 above 64 KB, 400 for another content type, text that is
 * not UTF-8, holds NUL, or is not what its content type says.
 */
export async function readBody(
  request: Request,
  bodyType: "none" | "form" | "json",
): Promise<unknown> {
  if (bodyType === "none") return {};
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim();
  if (type?.toLowerCase() !== CONTENT_TYPES[bodyType]) {
    throw bad(`Expected a body of type ${CONTENT_TYPES[bodyType]}.`);
  }
  const text = await readText(request);
  return bodyType === "form" ? readFields(text) : readJson(text);
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw bad("The body is not UTF-8.");
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > MAX_BODY_BYTES) throw tooLarge();
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

function readFields(text: string): Record<string, string> {
  const pairs = text.split("&").filter((pair) => pair !== "");
  if (pairs.length > MAX_FIELDS) throw bad("There are too many fields.");
  const fields = new Map<string, string>();
  for (const pair of pairs) {
    const [name = "", ...rest] = pair.split("=");
    const key = decode(name);
    if (fields.has(key)) throw bad("A field is given twice.");
    fields.set(key, decode(rest.join("=")));
  }
  return Object.fromEntries(fields);
}

function decode(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw bad("A field is not UTF-8.");
  }
  if (decoded.includes("\0")) throw bad("A field holds a NUL character.");
  return decoded;
}

function readJson(text: string): unknown {
  if (text.includes("\0") || /\\u0000/i.test(text)) {
    throw bad("The body holds a NUL character.");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw bad("The body is not JSON.");
  }
}

function bad(words: string): Refusal {
  return new Refusal(400, words);
}

function tooLarge(): Refusal {
  return new Refusal(413, "The body is larger than 64 KB.");
}
