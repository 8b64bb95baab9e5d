import { settings } from "~/env.server";

type ReadHeader = (name: string) => string | null | undefined;

/** Judges by Origin, else by Sec-Fetch-Site, else by Referer, as for text browsers. */
export function isFromOwnPage(header: ReadHeader): boolean {
  const site = header("sec-fetch-site");
  if (site != null && site !== "same-origin") return false;
  const origin = header("origin");
  if (origin != null) return isOwn(origin, header("host"));
  if (site != null) return true;
  const referer = header("referer");
  return referer != null && isOwn(referer, header("host"));
}

/** Null if the browser does not say. */
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
