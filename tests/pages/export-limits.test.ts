import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Browser } from "./support/browser";
import { documentOf, textsOf } from "./support/document";
import { type FakeHost, startFakeHost } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import { startPortal, type Portal } from "./support/portal";
import { placePath } from "~/paths";

const RANGE = { startDate: "2025-01-01", endDate: "2025-12-31" };
const PATH = placePath("metric-data", "company", 0, {
  measure: "rth",
  ...RANGE,
});
const CALL = "/api/metricdatacsv/company/0/2025-01-01/2025-12-31/";
const HEAD = { "content-type": "text/csv" };
const WORDS =
  "Two exports are already being made for you. Please wait until they have finished.";

describe("downloads at once", () => {
  let host: FakeHost;
  let portal: Portal;
  onFakeHost((started) => ({ host, portal } = started));

  let browser: Browser;
  beforeEach(async () => {
    browser = await portal.browser().loggedIn("company");
    host.calls.length = 0;
  });

  /** Begins a download that its host does not end. */
  async function begin(who: Browser) {
    const cookie = who.cookieHeader();
    const asker = new AbortController();
    const response = await fetch(portal.origin + PATH, {
      headers: { cookie, "accept-encoding": "identity" },
      signal: asker.signal,
    });
    expect(response.status).toBe(200);
    return { response, asker };
  }

  function slowHost(): ServerResponse[] {
    const open: ServerResponse[] = [];
    host.on(CALL, (_, response) => {
      open.push(response);
      response.writeHead(200, HEAD);
      response.write("a,b\r\n");
    });
    return open;
  }

  /** What the profile says that a refused download leads back to. */
  async function toldOnProfile(): Promise<string> {
    const page = await browser.get(PATH);
    expect(page.status).toBe(302);
    const profile = await browser.get(page.location ?? "");
    expect(profile.status).toBe(200);
    const panel = documentOf(profile.text).querySelector("#panel");
    expect(panel?.querySelector("h2")?.textContent).toBe("RTH/RTH%");
    return textsOf(documentOf(profile.text), "[role=alert] li").join();
  }

  it("are two for a session; a third leads back to the profile, which says so, and the host is not asked", async () => {
    const open = slowHost();
    const [first, second] = [await begin(browser), await begin(browser)];
    expect(await toldOnProfile()).toContain(WORDS);
    expect(host.callsTo(CALL)).toHaveLength(2);
    const other = await begin(await portal.browser().loggedIn("company"));
    other.asker.abort();

    open[0]?.end("1,2\r\n");
    expect(await first.response.text()).toBe("a,b\r\n1,2\r\n");
    const third = await begin(browser);
    expect(await toldOnProfile()).toContain(WORDS);
    for (const { asker } of [second, third]) asker.abort();
    host.on(CALL, (_, response) => void response.writeHead(200, HEAD).end("a"));
    await vi.waitFor(
      async () => expect((await browser.get(PATH)).status).toBe(200),
      10_000,
    );
  });

  it("are had again after some that failed", async () => {
    host.on(CALL, (_, response) => void response.writeHead(500).end());
    for (let time = 0; time < 3; time += 1) {
      expect((await browser.get(PATH)).status).toBe(302);
    }
    host.on(CALL, (_, response) => void response.writeHead(204).end());
    for (let time = 0; time < 3; time += 1) {
      expect((await browser.get(PATH)).status).toBe(302);
    }
    host.on(CALL, (_, response) => void response.writeHead(200, HEAD).end("a"));
    expect((await browser.get(PATH)).status).toBe(200);
  });

  it.each(["The warehouse makes two files at a time.", WORDS])(
    "that the host refuses for now lead back to the profile with its words: %s",
    async (words) => {
      host.on(CALL, (_, response) => {
        response.writeHead(429, {
          "content-type": "application/json",
          "retry-after": "10",
        });
        response.end(JSON.stringify({ error: words }));
      });
      expect(await toldOnProfile()).toContain(words);
    },
  );

  it("that fail one after the other do not close the pages", async () => {
    host.on(CALL, (_, response) => response.destroy());
    for (let time = 0; time < 12; time += 1) await browser.get(PATH);
    const page = await browser.get("/company-overview");
    expect(page.status).toBe(200);
    expect(host.callsTo("/api/metrics/company/0/").length).toBeGreaterThan(0);
    expect((await portal.browser().logIn("company")).status).toBe(302);
  });
});

describe("a comparison that nobody waits for", () => {
  it("asks the host for no more children", async () => {
    const host = await startFakeHost();
    const portal = await startPortal({ apiUrl: host.url });
    try {
      const browser = await portal.browser().loggedIn("company");
      const rows = Array.from({ length: 200 }, (_, at) => ({
        id: at + 1,
        name: `Division ${at + 1}`,
        physician_count: 1,
        patient_count: 1,
        long_stay_patient_count: 1,
        admit_from_hospital_count: 1,
      }));
      host.on("/api/summary/company/0/", (_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(
          JSON.stringify({ data: rows, token: null, lastUpdated: null }),
        );
      });
      // The first are answered, so that more are asked for; the others wait for the test.
      const held: ServerResponse[] = [];
      host.on("/api/metrics/division/", (_, response) => {
        if (childCalls() > 10) held.push(response);
        else response.writeHead(204).end();
      });
      const cookie = browser.cookieHeader();
      const asker = new AbortController();
      const asked = fetch(`${portal.origin}/company-overview?compare=rth`, {
        headers: { cookie },
        signal: asker.signal,
      }).catch(() => null);
      const childCalls = () => host.callsTo("/api/metrics/division/").length;
      await vi.waitFor(() => expect(held).not.toHaveLength(0), 10_000);
      asker.abort();
      await asked;
      // The host is told for each call that it no longer need answer.
      const cutOff = () => held.every(({ destroyed }) => destroyed);
      await vi.waitFor(() => expect(cutOff()).toBe(true), 10_000);
      const soonAfter = childCalls();
      expect(soonAfter).toBeLessThan(100);
      await new Promise((soon) => setTimeout(soon, 400));
      expect(childCalls()).toBe(soonAfter);
    } finally {
      await portal.stop();
      await host.close();
    }
  });
});
