import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.server";

/** Where a finished report is: at the API host, or at another allowed host, which never learns who asks. */
export type ReportAddress =
  | { at: "api"; path: string }
  | { at: "outside"; origin: string; path: string };

const LONGEST_ADDRESS = 4_000;
const ODD = /[\\\s\p{Cc}\p{Zl}\p{Zp}]/u;
const HTTPS_PORT = ":443";

/**
 * Where a `report_url` leads; null for an address that must not be asked.
 *
 * - A path is one of the API host, as all paths of the contract are.
 * - An absolute address is the API host's by its very origin; the data server in this process has none.
 * - Any other must be https, at a host of REPORT_HOSTS: with the port that stands there, else the usual one.
 * - Names and passwords in it, and what parsers read in different ways, are refused.
 */
export function reportAddress(
  reportUrl: string,
  {
    apiUrl,
    reportHosts = [],
  }: { apiUrl?: string | undefined; reportHosts?: readonly string[] },
): ReportAddress | null {
  if (reportUrl.length > LONGEST_ADDRESS || ODD.test(reportUrl)) return null;
  const api = apiUrl === undefined ? null : new URL(apiUrl);
  if (reportUrl.startsWith("/")) {
    if (reportUrl.startsWith("//")) return null;
    const base = api?.pathname.replace(/\/+$/, "") ?? "";
    return pathAtApi(base + reportUrl);
  }
  const url = parsed(reportUrl);
  if (!url || url.username !== "" || url.password !== "") return null;
  if (api && url.origin === api.origin) return pathAtApi(pathOf(url));
  if (url.protocol !== "https:" || !isAllowed(url, reportHosts)) return null;
  return { at: "outside", origin: url.origin, path: pathOf(url) };
}

function pathAtApi(path: string): ReportAddress | null {
  const url = parsed(`http://api.invalid${path}`);
  if (!url || url.host !== "api.invalid" || url.pathname.startsWith("//")) {
    return null;
  }
  return { at: "api", path: pathOf(url) };
}

function isAllowed({ host, hostname }: URL, allowed: readonly string[]) {
  const isListed = allowed.some((one) =>
    one.endsWith(HTTPS_PORT)
      ? one.slice(0, -HTTPS_PORT.length) === host
      : one === host,
  );
  const address = hostname.replace(/^\[|\]$/g, "");
  return isListed && (isIP(address) === 0 || isPublicAddress(address));
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function pathOf({ pathname, search }: URL): string {
  return pathname + search;
}
