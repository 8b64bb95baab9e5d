import { pageError } from "~/data/page-error.server";

export const MAX_FIELDS = 300;

const MAX_NAME_LENGTH = 100;
const NAME = /^[A-Za-z_][\w-]*(?:\[\d{1,2}\]|\.[A-Za-z_][\w-]*)*$/;
const POISONED = /(^|[.[])(__proto__|constructor|prototype)([.[\]]|$)/;

/**
 * 400 for no form, too many fields, odd field names, invalid UTF-8 or NUL characters, before any parser sees it. A
 * file arrives as base64, only in `fileField`.
 */
export async function readForm(
  request: Request,
  fileField: string | null = null,
): Promise<FormData> {
  const bytes = await request.arrayBuffer();
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    return formOf(urlEncodedEntries(decode(bytes)));
  }
  if (type.startsWith("multipart/form-data")) {
    const body = fileField === null ? decode(bytes) : bytes;
    return formOf(await multipartEntries(body, type, fileField));
  }
  throw pageError(400);
}

/** An entry as it was typed; empty if it is missing. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

export function textsIn<Name extends string>(
  form: FormData,
  names: readonly Name[],
): Record<Name, string> {
  const texts = names.map((name) => [name, textIn(form, name)]);
  return Object.fromEntries(texts) as Record<Name, string>;
}

function decode(bytes: ArrayBuffer): string {
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

/** URLSearchParams would replace invalid UTF-8 instead of refusing it. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw pageError(400);
  }
}

async function multipartEntries(
  body: string | ArrayBuffer,
  type: string,
  fileField: string | null,
): Promise<Entry[]> {
  const form = await new Request("http://form.invalid/", {
    method: "POST",
    headers: { "content-type": type },
    body,
  })
    .formData()
    .catch(() => {
      throw pageError(400);
    });
  return Promise.all(
    [...form.entries()].map(async ([name, value]): Promise<Entry> => {
      if (typeof value === "string") return [name, value];
      if (name !== fileField) throw pageError(400);
      return [name, Buffer.from(await value.arrayBuffer()).toString("base64")];
    }),
  );
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

/** The form library throws if one field is a text and holds others. */
function hasFieldInField(entries: Entry[]): boolean {
  const names = new Set(entries.map(([name]) => name));
  return [...names].some((name) =>
    [...name.slice(0, MAX_NAME_LENGTH).matchAll(/[[.]/g)].some(({ index }) =>
      names.has(name.slice(0, index)),
    ),
  );
}
