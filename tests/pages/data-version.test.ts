import { beforeEach, describe, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import { type FakeHost, says } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";
import { idleFor, lastUse } from "./support/stored-sessions";

const ADDRESS = "/data-version?level=facility&id=101&facility_id=101";
const CALL = "/data-version";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

let browser: Browser;
beforeEach(async () => {
  browser = await portal.browser().loggedIn("company");
  host.calls.length = 0;
});

describe("the version of the data, for a page that is open", () => {
  it("is told as the host tells it, and asking does not prolong the session", async () => {
    says(host, CALL, { data: { version: "3.7" } });
    idleFor(portal, 60_000);
    const usedAt = lastUse(portal);
    const page = await browser.get(ADDRESS);
    expect(JSON.parse(page.text)).toEqual({ version: "3.7" });
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(lastUse(portal)).toBe(usedAt);
    expect(host.callsTo(CALL)[0]?.path).toBe(
      `${CALL}?level=facility&id=101&facility_id=101`,
    );
  });

  it("is asked of a host that does not serve it once", async () => {
    says(host, CALL, {}, 501);
    for (let asked = 0; asked < 2; asked += 1) {
      const page = await browser.get(ADDRESS);
      expect([page.status, page.text]).toEqual([204, ""]);
    }
    expect(host.callsTo(CALL)).toHaveLength(1);
  });

  it("is nothing for a place that is gone, and asked of others", async () => {
    says(host, CALL, {}, 404);
    expect((await browser.get(ADDRESS)).status).toBe(204);
    says(host, CALL, { data: { version: "3.8" } });
    const other = "/data-version?level=facility&id=102";
    expect(JSON.parse((await browser.get(other)).text)).toEqual({
      version: "3.8",
    });
  });

  it("is not known where the host fails, and asked for again", async () => {
    says(host, CALL, {}, 500);
    const page = await browser.get(ADDRESS);
    expect(JSON.parse(page.text)).toEqual({ version: null });
    says(host, CALL, { data: { version: "3.8" } });
    const next = await browser.get(ADDRESS);
    expect(JSON.parse(next.text)).toEqual({ version: "3.8" });
  });

  it.each(["/data-version", "/data-version?level=facility&id=x"])(
    "is nothing for %s",
    async (address) => {
      expect((await browser.get(address)).status).toBe(204);
      expect(host.callsTo(CALL)).toEqual([]);
    },
  );

  it("is told to nobody who is not signed in", async () => {
    const page = await portal.browser().get(ADDRESS);
    expect([page.status, page.text]).toEqual([204, ""]);
    expect(host.callsTo(CALL)).toEqual([]);
  });
});
