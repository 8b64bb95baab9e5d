import * as client from "openid-client";
import type { Clock } from "~server/clock/clock";
import { callProvider } from "./provider-call";
import { ProviderFailure } from "./provider-failure";

/** Providers keep old addresses for longer than this. */
const METADATA_LASTS_MS = 3_600_000;

/** A provider's metadata (OpenID Connect Discovery 1.0). */
export function openDiscovery({
  issuer,
  clientId,
  clock,
}: {
  issuer: string;
  clientId: string;
  clock: Clock;
}) {
  const isPlain = issuer.startsWith("http:");
  let found: { at: number; metadata: client.ServerMetadata } | null = null;
  let finding: Promise<client.ServerMetadata> | null = null;

  /** Checks an address from the metadata, which cannot be trusted. */
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
    // The library accepts a family of issuers for some addresses.
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
    /** Requested once for concurrent sign-ins; a failure is not cached. Throws a {@link ProviderFailure}. */
    async now(): Promise<client.ServerMetadata> {
      const age = found ? clock().getTime() - found.at : Infinity;
      if (found && age < METADATA_LASTS_MS) return found.metadata;
      finding ??= discover().finally(() => (finding = null));
      return finding;
    },
    isEndpoint,
  };
}
