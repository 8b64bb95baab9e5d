import type { Settings } from "~/contract/settings";

export interface RelyingParty {
  id: string;
  /** The only origin accepted from browsers. */
  origin: string;
}

const ADDRESS = /^[\d.]+$|^\[/;

/**
 * Reads the settings alone, because a request's host header cannot be trusted. Null unless PUBLIC_URL is a domain over
 * https or this machine, as browsers require.
 */
export function relyingPartyOf({
  PUBLIC_URL,
  PUBLIC_URL_GIVEN,
  REACHABLE_BY_OTHERS,
  PORT,
}: Pick<
  Settings,
  "PUBLIC_URL" | "PUBLIC_URL_GIVEN" | "REACHABLE_BY_OTHERS" | "PORT"
>): RelyingParty | null {
  if (!PUBLIC_URL_GIVEN) {
    if (REACHABLE_BY_OTHERS) return null;
    // `origin` drops a scheme's default port, as browsers do.
    const { origin } = new URL(`http://localhost:${PORT}`);
    return { id: "localhost", origin };
  }
  const { protocol, hostname, origin } = new URL(PUBLIC_URL);
  const isSecure = protocol === "https:" || hostname === "localhost";
  return isSecure && !ADDRESS.test(hostname) ? { id: hostname, origin } : null;
}
