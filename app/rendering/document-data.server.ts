import { createHash } from "node:crypto";
import { defer } from "@remix-run/node";

/** Characters of a key that is sent, of six bits each: they are in each document, and tell apart what one browser gets. */
const SENT_LENGTH = 14;

/**
 * A key for each content, which differs where the content does. The server has it whole, for it shows by it what it has
 * drawn for others; scripts are sent its beginning.
 */
export function contentKeys<Contents extends object>(
  contents: Contents,
): { [Name in keyof Contents]: string } {
  const keys = mapped(contents as Record<string, unknown>, digestOf);
  const sent = () => mapped(keys, (key) => key.slice(0, SENT_LENGTH));
  Object.defineProperty(keys, "toJSON", { value: sent });
  return keys as { [Name in keyof Contents]: string };
}

function digestOf(content: unknown): string {
  const text = JSON.stringify(content) ?? "";
  return createHash("sha256").update(text).digest("base64url");
}

function mapped<Value>(
  values: Record<string, Value>,
  change: (value: Value) => string,
): Record<string, string> {
  const changed = Object.entries(values).map(([name, value]) => [
    name,
    change(value),
  ]);
  return Object.fromEntries(changed) as Record<string, string>;
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
  sent: Partial<Data> = {},
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
