import type { Settings } from "~/contract/settings";

/** Whom passkeys are for, in the words of WebAuthn. */
export interface RelyingParty {
  id: string;
  /** What browsers say where they are used; nothing else is believed. */
  origin: string;
}

const ADDRESS = /^[\d.]+$|^\[/;

/**
 * The relying party of an installation, from its settings alone: what a request says of its host is the word of whoever
 * sends it. Browsers have passkeys for domains, at https or on this machine. Null where PUBLIC_URL names no such place, and
 * where others reach the portal by a name that no setting tells.
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
    // Browsers leave out the port that a scheme has anyway.
    const { origin } = new URL(`http://localhost:${PORT}`);
    return { id: "localhost", origin };
  }
  const { protocol, hostname, origin } = new URL(PUBLIC_URL);
  const isSecure = protocol === "https:" || hostname === "localhost";
  return isSecure && !ADDRESS.test(hostname) ? { id: hostname, origin } : null;
}
