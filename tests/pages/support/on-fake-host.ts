import { beforeAll, beforeEach, vi } from "vitest";
import type { FakeHost } from "./fake-host";
import { PORTAL_START_TIMEOUT_MS, type Portal } from "./portal";
import { portalOnFakeHost } from "./shared-portal";
import { placePath } from "~/paths";

/**
 * Gives a portal in front of an API host that answers as each test tells it to the tests of the block that calls this.
 * Before each of them the host forgets what it was told. Other blocks have the same portal before and after.
 */
export function onFakeHost(
  take: (shared: { host: FakeHost; portal: Portal }) => void,
): void {
  let host: FakeHost;
  beforeAll(async () => {
    const shared = await portalOnFakeHost();
    host = shared.host;
    host.reset();
    await haveHostAnswer(shared);
    host.reset();
    take(shared);
  }, PORTAL_START_TIMEOUT_MS);
  beforeEach(() => host.reset());
}

/** After ten failures in a row, which tests of another file may have made, a portal leaves its host alone for a while. */
async function haveHostAnswer({
  host,
  portal,
}: {
  host: FakeHost;
  portal: Portal;
}): Promise<void> {
  host.on("/api/metricdatacsv/", (_, response) => {
    response.writeHead(200, { "content-type": "text/csv" }).end("a,b\r\n");
  });
  const days = { startDate: "2025-01-01", endDate: "2025-12-31" };
  const path = placePath("metric-data", "company", 0, {
    measure: "rth",
    ...days,
  });
  const isAnswered = async () => {
    const browser = portal.browser();
    await browser.logIn("company");
    return (await browser.get(path)).status === 200;
  };
  await vi.waitUntil(isAnswered, { timeout: PORTAL_START_TIMEOUT_MS });
}
