import { createHash } from "node:crypto";
import { defer } from "@remix-run/node";

/** Characters of a key sent to browsers, six bits each: enough to distinguish the few contents one browser has. */
const SENT_LENGTH = 8;

/** The server uses whole digests, because all users share its render cache; browsers get the beginning. */
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

export function asksForDocument(request: Request): boolean {
  return request.headers.get("Accept")?.includes("text/html") ?? false;
}

/** Renders a document from `data`, but sends scripts only `sent`, because the markup shows the rest. */
export function partialDocument<Data extends object>(
  data: Data,
  sent: Partial<Data> = {},
): Data {
  const fields = new Map<string, unknown>(Object.entries(data));
  for (const [name, value] of Object.entries(sent)) {
    const own = fields.get(name);
    if (own) fields.set(name, sentAs(own, value));
  }
  // `defer` skips the serialisation that Remix does before it renders.
  return defer(Object.fromEntries(fields)) as unknown as Data;
}

function sentAs(value: object, sent: unknown): object {
  return Object.defineProperty({ ...value }, "toJSON", { value: () => sent });
}
