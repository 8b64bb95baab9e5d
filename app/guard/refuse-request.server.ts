import type { IncomingMessage } from "node:http";
import { settings } from "~/env.server";
import { isOwnHost } from "~/domain/hosts/own-hosts";
import { isFromOwnPage } from "./own-page.server";

const METHODS = new Set(["GET", "HEAD", "POST"]);
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** Control characters and backslashes, which browsers read as slashes. */
const ODD = /[\p{Cc}\\]/u;
const MAX_URL_LENGTH = 4_096;
const MAX_BODY_BYTES = 64 * 1024;
/** Asked by machines that reach this process by its own address. */
const PROBES = /^\/(?:healthcheck|readiness)\/?(?:\?|$)/;

const UNKNOWN_HOST = settings.PUBLIC_URL_GIVEN
  ? "Unknown host"
  : "Unknown host. PUBLIC_URL has to name the address that browsers use.";

export interface RequestRefusal {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

/** Why a request is answered before any page sees it, or null. */
export function requestRefusalOf(
  request: Pick<
    IncomingMessage,
    "method" | "url" | "headers" | "headersDistinct" | "socket"
  >,
): RequestRefusal | null {
  const { method = "", url = "", headers } = request;
  if (!METHODS.has(method)) {
    return {
      status: 405,
      text: "Method not allowed",
      headers: { Allow: [...METHODS].join(", ") },
    };
  }
  if (url.length > MAX_URL_LENGTH) {
    return { status: 414, text: "Address too long" };
  }
  if (!isPlainPath(url)) return { status: 400, text: "Bad address" };
  // Of two Node takes the first; a proxy may have looked at the second.
  const isOneHost = request.headersDistinct.host?.length === 1;
  const { localAddress } = request.socket;
  if (!isOneHost || !isKnownHost(headers.host, url, localAddress)) {
    return { status: 400, text: UNKNOWN_HOST };
  }
  // Remix compares Origin and Host as well, but answers 500.
  if (method === "POST" && !isFromOwnPage((name) => single(headers[name]))) {
    return { status: 403, text: "This form was not sent from our own page" };
  }
  // Browsers tell how long a form is; so nothing has to count it.
  if (headers["transfer-encoding"] !== undefined) {
    return { status: 411, text: "This form does not say how long it is" };
  }
  if (Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES) {
    return { status: 413, text: "This form is too long" };
  }
  return null;
}

function isPlainPath(url: string): boolean {
  if (!url.startsWith("/")) return false;
  try {
    return !ODD.test(decodeURIComponent(url));
  } catch {
    return false;
  }
}

function isKnownHost(
  host: string | undefined,
  url: string,
  localAddress: string | undefined,
): boolean {
  if (host === undefined || !HOST.test(host)) return false;
  if (PROBES.test(url)) return true;
  if (!settings.PUBLIC_URL_GIVEN) {
    return isOwnHost(host, settings.HOST, localAddress);
  }
  return (
    host.toLowerCase().replace(/:(?:80|443)$/, "") ===
    new URL(settings.PUBLIC_URL).host.replace(/:(?:80|443)$/, "")
  );
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}
