import { describe, expect, it } from "vitest";
import { onFakeHost } from "./support/on-fake-host";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { withoutTable } from "./support/store-of-portal";
import { idleFor, lastUse } from "./support/stored-sessions";

const ADDRESS = "/data-version?level=facility&id=101&facility_id=101";

describe("the version of the data, for a page that is open", () => {
  let portal: Portal;
  onOwnPortal((started) => (portal = started));

  it("is that of the page, and asking does not prolong the session", async () => {
    const browser = await portal.browser().loggedIn("company");
    const { text } = await browser.get("/facility-profile/101");
    idleFor(portal, 60_000);
    const usedAt = lastUse(portal);
    const page = await browser.get(ADDRESS);
    const { version } = JSON.parse(page.text) as { version: string };
    expect(text).toContain(`"dataVersion":"${version}"`);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(lastUse(portal)).toBe(usedAt);
  });

  it("is not known where it cannot be read, and asked for again", async () => {
    const browser = await portal.browser().loggedIn("company");
    const page = await withoutTable(portal, "place_versions", () =>
      browser.get(ADDRESS),
    );
    expect(JSON.parse(page.text)).toEqual({ version: null });
    const next = await browser.get(ADDRESS);
    expect(JSON.parse(next.text)).toEqual({
      version: expect.any(String) as string,
    });
  });

  it.each([
    "",
    "?level=facility&id=x",
    "?level=facility&id=999",
    "?level=facility&id=102",
    "?level=company&id=0",
  ])("is nothing for a facility that asks %s", async (query) => {
    const browser = await portal.browser().loggedIn("facility");
    const page = await browser.get(`/data-version${query}`);
    expect([page.status, page.text]).toEqual([204, ""]);
  });
});

describe("with an API host", () => {
  let portal: Portal;
  onFakeHost((started) => ({ portal } = started));

  it("there is nothing to ask", async () => {
    const browser = await portal.browser().loggedIn("company");
    const page = await browser.get(ADDRESS);
    expect([page.status, page.text]).toEqual([204, ""]);
  });
});
