import { afterAll, beforeAll, beforeEach } from "vitest";
import { startFakeHost, type FakeHost } from "./fake-host";
import { PORTAL_START_TIMEOUT_MS, startPortal, type Portal } from "./portal";

/**
 * Starts a portal in front of an API host that answers as each test tells it, for the tests of the block that calls
 * this. Before each of them the host forgets what it was told; both end with the block.
 */
export function onFakeHost(
  take: (started: { host: FakeHost; portal: Portal }) => void,
): void {
  let host: FakeHost;
  let portal: Portal;
  beforeAll(async () => {
    host = await startFakeHost();
    portal = await startPortal({ apiUrl: host.url });
    take({ host, portal });
  }, PORTAL_START_TIMEOUT_MS);
  afterAll(async () => {
    await portal.stop();
    await host.close();
  });
  beforeEach(() => host.reset());
}
