import { screenAt } from "~/screens.server";

const LONGEST_TARGET = 1000;
/** Any origin does: a target that leaves it is refused. */
const ORIGIN = "http://portal.invalid";
const CONTROL = /\p{Cc}|\p{Zl}|\p{Zp}/u;
const ENCODED_TRICK = /%(?:[01][0-9a-f]|7f|5c|2f|25)/i;

/**
 * The path and query to go to after login, or null where the text is not a page of this portal (R132): one leading
 * slash, no backslash, no control character, plain or percent-encoded, and the path of a page in
 * the table of screens. Login is none, and neither is a page's data (`_data`). A fragment is dropped.
 */
export function safeRedirectTarget(
  text: string | null | undefined,
): string | null {
  if (!text || text.length > LONGEST_TARGET) return null;
  if (!text.startsWith("/") || text.startsWith("//") || text.includes("\\")) {
    return null;
  }
  if (CONTROL.test(text)) return null;
  const url = resolve(text);
  if (url === null || url.origin !== ORIGIN) return null;
  if (url.pathname.includes("//") || ENCODED_TRICK.test(url.pathname)) {
    return null;
  }
  if (/%(?:[01][0-9a-f]|7f)/i.test(url.search)) return null;
  if (screenAt(url.pathname)?.screen.kind !== "page") return null;
  return url.searchParams.has("_data") ? null : url.pathname + url.search;
}

function resolve(text: string): URL | null {
  try {
    return new URL(text, ORIGIN);
  } catch {
    return null;
  }
}
