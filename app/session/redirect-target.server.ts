import { screenAt } from "~/screens.server";

const LONGEST_TARGET = 1000;
/** Any origin does: a target that leaves it is refused. */
const ORIGIN = "http://portal.invalid";
const CONTROL = /\p{Cc}|\p{Zl}|\p{Zp}/u;
const ENCODED_TRICK = /%(?:[01][0-9a-f]|7f|5c|2f|25)/i;

/**
 * Null unless the text is the path of a page in the table of screens, with its query (R132). It has one leading slash
 * and no backslash or control character, plain or percent-encoded. Login and page data (`_data`) are refused; a
 * fragment is dropped.
 */
export function safeRedirectTarget(
  text: string | null | undefined,
): string | null {
  if (!text || text.length > LONGEST_TARGET) return null;
  if (!text.startsWith("/") || text.startsWith("//") || text.includes("\\")) {
    return null;
  }
  if (CONTROL.test(text)) return null;
  if (!URL.canParse(text, ORIGIN)) return null;
  const url = new URL(text, ORIGIN);
  if (url.origin !== ORIGIN) return null;
  if (url.pathname.includes("//") || ENCODED_TRICK.test(url.pathname)) {
    return null;
  }
  if (/%(?:[01][0-9a-f]|7f)/i.test(url.search)) return null;
  if (screenAt(url.pathname)?.screen.kind !== "page") return null;
  return url.searchParams.has("_data") ? null : url.pathname + url.search;
}
