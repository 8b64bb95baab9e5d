import type * as MswNode from "msw/node";
import type * as Handlers from "./handlers";
import type { MockHost } from "./mock-host";

/** Keeps msw, a development dependency, out of bundles: they cannot follow what is not a literal. */
function opaque(specifier: string): string {
  return specifier;
}

/**
 * Answers this process's own requests to any API host with the mocks. Where the portal is under test it needs
 * API_URL: calls in process never reach the network, and so never msw.
 */
export async function startMocks(
  host: MockHost,
): Promise<{ stop: () => void }> {
  const { setupServer } = (await import(opaque("msw/node"))) as typeof MswNode;
  const { makeHandlers } = (await import(
    opaque("./handlers")
  )) as typeof Handlers;
  const server = setupServer(...makeHandlers(host));
  server.listen({ onUnhandledRequest: "bypass" });
  return { stop: () => server.close() };
}
