import { createHash } from "node:crypto";
import { defer } from "@remix-run/node";

/** Characters of a key, of six bits each: short, for they are in each document, and too many to meet or to try out. */
const KEY_LENGTH = 14;

/** Differs for contents that differ: what is drawn of an answer is known by it. */
export function contentKey(content: unknown): string {
  const text = JSON.stringify(content) ?? "";
  return createHash("sha256")
    .update(text)
    .digest("base64url")
    .slice(0, KEY_LENGTH);
}

/** False for scripts, which take data as they come, and for whoever does not say. */
export function asksForDocument(request: Request): boolean {
  return request.headers.get("Accept")?.includes("text/html") ?? false;
}

/**
 * Data of a document: the server renders it from `data`; its scripts get the fields of `sent` in place of those, because what
 * is left out stands in the document already, drawn.
 */
export function documentData<Data extends object>(
  data: Data,
  sent: Partial<Data>,
): Data {
  const fields = new Map<string, unknown>(Object.entries(data));
  for (const [name, value] of Object.entries(sent)) {
    const own = fields.get(name);
    // Nothing has nothing to leave out.
    if (own) fields.set(name, sentAs(own, value));
  }
  // Remix would write data down and read them anew before a page is rendered from them; not those that may follow it.
  return defer(Object.fromEntries(fields)) as unknown as Data;
}

function sentAs(value: object, sent: unknown): object {
  return Object.defineProperty({ ...value }, "toJSON", { value: () => sent });
}
