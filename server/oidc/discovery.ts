import * as client from "openid-client";
import type { Clock } from "~server/clock/clock";
import { callProvider } from "./provider-call";
import { ProviderFailure } from "./provider-failure";

/** A provider that changes its addresses keeps the old ones for longer. */
const METADATA_LASTS_MS = 3_600_000;

/** How a provider describes itself (OpenID Connect Discovery 1.0). */
export interface Discovery {
  /** Asked for once, however many sign in; after a failure the next one asks again. Throws a {@link ProviderFailure}. */
  now(): Promise<client.ServerMetadata>;
  /** The description of a provider is what somebody else has written. */
  isEndpoint(address: unknown): address is string;
}

export function openDiscovery({
  issuer,
  clientId,
  clock,
}: {
  issuer: string;
  clientId: string;
  clock: Clock;
}): Discovery {
  const isPlain = issuer.startsWith("http:");
  let found: { at: number; metadata: client.ServerMetadata } | null = null;
  let finding: Promise<client.ServerMetadata> | null = null;

  function isEndpoint(address: unknown): address is string {
    if (typeof address !== "string" || !URL.canParse(address)) return false;
    const { protocol } = new URL(address);
    return protocol === "https:" || (isPlain && protocol === "http:");
  }

  async function discover(): Promise<client.ServerMetadata> {
    const config = await client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      client.None(),
      {
        [client.customFetch]: callProvider,
        execute: isPlain ? [client.allowInsecureRequests] : [],
      },
    );
    const metadata = config.serverMetadata();
    // The library takes a whole cloud of issuers for some addresses.
    if (
      !URL.canParse(metadata.issuer) ||
      new URL(metadata.issuer).href !== new URL(issuer).href
    ) {
      throw new ProviderFailure("not-trusted", "other-issuer");
    }
    const { authorization_endpoint, token_endpoint, jwks_uri } = metadata;
    const needed = [authorization_endpoint, token_endpoint, jwks_uri];
    if (!needed.every(isEndpoint)) {
      throw new ProviderFailure("not-trusted", "no-endpoints");
    }
    found = { at: clock().getTime(), metadata };
    return metadata;
  }

  return {
    async now() {
      const age = found ? clock().getTime() - found.at : Infinity;
      if (found && age < METADATA_LASTS_MS) return found.metadata;
      finding ??= discover().finally(() => (finding = null));
      return finding;
    },
    isEndpoint,
  };
}
