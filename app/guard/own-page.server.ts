import { settings } from "~/env.server";

type ReadHeader = (name: string) => string | null | undefined;

/**
 * True where a page of this portal made the request. Judged by Origin; where there is none by
 * Sec-Fetch-Site; where there is neither, as with text browsers, by Referer.
 */
export function isFromOwnPage(header: ReadHeader): boolean {
  const site = header("sec-fetch-site");
  if (site != null && site !== "same-origin") return false;
  const origin = header("origin");
  if (origin != null) return isOwn(origin, header("host"));
  if (site != null) return true;
  const referer = header("referer");
  return referer != null && isOwn(referer, header("host"));
}

/** Path and query of the portal's page that made the request, where the browser says which; else null. */
export function ownPageOf(header: ReadHeader): string | null {
  const referer = header("referer");
  if (referer == null || !isOwn(referer, header("host"))) return null;
  const { pathname, search } = new URL(referer);
  return pathname + search;
}

function isOwn(address: string, host: string | null | undefined): boolean {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  if (url.origin === new URL(settings.PUBLIC_URL).origin) return true;
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return !settings.PUBLIC_URL_GIVEN && isWeb && url.host === host;
}
