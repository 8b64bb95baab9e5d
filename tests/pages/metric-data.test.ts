import { request as httpRequest } from "node:http";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, it } from "vitest";
import type { Browser, Page } from "./support/browser";
import { documentOf, textOf, textsOf } from "./support/document";
import { type FakeHost, says, sendJson } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { placePath } from "~/paths";

const dataPath = placePath.bind(null, "metric-data");

const RANGE = { startDate: "2025-01-01", endDate: "2025-12-31" };
const SYSTEM = "Metric data was not retrieved due to a system error.";

/** Names of the small census that are in no answer but a file. */
const PATIENTS = /Canarylast|Brown|Clark|Dean/;

function alertsOf({ text }: Page): string[] {
  return textsOf(documentOf(text), "[role=alert] li, [aria-live=polite] li");
}

describe("a download of the rows behind a figure", () => {
  let portal: Portal;
  onPortal((started) => (portal = started));

  async function rowsOf(browser: Browser, path: string) {
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    return parse<Record<string, string>>(page.text, {
      columns: true,
      bom: true,
    });
  }

  it("is a file named by its figure, place and days, kept by no cache", async () => {
    const browser = await portal.browser().loggedIn("facility");
    const path = dataPath("facility", 101, { measure: "rth", ...RANGE });
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition":
        'attachment; filename="rth-facility-101-from-2025-01-01-2025-12-31.csv"',
      "x-content-type-options": "nosniff",
    });
    expect(page.headers.get("cache-control")).toContain("no-store");
    const found = await rowsOf(browser, path);
    expect(found.map((row) => [row.patient_last_name, row.event_on])).toEqual([
      ["Canarylast", "2025-01-20"],
    ]);
  });

  it("of a physician is narrowed to a facility; a place's is not", async () => {
    const browser = await portal.browser().loggedIn("company");
    const query = { measure: "patient_count", "facility-id": 102, ...RANGE };
    const stone = dataPath("physician", 1000000002, query);
    expect((await rowsOf(browser, stone)).map((row) => row.patient_id)).toEqual(
      ["3"],
    );
    const place = await rowsOf(browser, dataPath("facility", 101, query));
    expect(place).toHaveLength(2);
  });

  it("is refused as the profile is, in words", async () => {
    const browser = await portal.browser().loggedIn("facility");
    const query = { measure: "patient_count", ...RANGE };
    const page = await browser.get(dataPath("facility", 102, query));
    expect(page.status).toBe(403);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.headers.get("content-disposition")).toBeNull();
    const document = documentOf(page.text);
    expect(textsOf(document, "h1")[0]).toContain("(403)");
    expect(textsOf(document, "a")).toEqual(["Back to Home"]);
    expect(page.text).not.toMatch(PATIENTS);
  });

  it.each([
    "/metric-data/facility/101?measure=everything",
    "/metric-data/facility/101",
    "/metric-data/facility/101?measure=rth&measure=ed",
    "/metric-data/facility/abc?measure=rth",
    "/metric-data/galaxy/101?measure=rth",
    "/metric-data/company/1?measure=rth",
  ])("is not there for %s", async (path) => {
    const browser = await portal.browser().loggedIn("company");
    const page = await browser.get(path);
    expect(page.status).toBe(404);
    expect(textsOf(documentOf(page.text), "h1")).toEqual([
      "Sorry, we couldn't find this page. (404)",
    ]);
  });

  it.each([
    "startDate=2025-13-01&endDate=2025-12-31",
    "startDate=2025-12-31&endDate=2025-01-01",
    "startDate=2125-01-01&endDate=2125-12-31",
    "startDate=1990-01-01&endDate=2025-12-31",
    "startDate=2025-01-01&startDate=2025-02-01&endDate=2025-12-31",
    "isnp=yes",
  ])("is not made of other filters than %s", async (query) => {
    const browser = await portal.browser().loggedIn("facility");
    const page = await browser.get(
      `/metric-data/facility/101?measure=rth&${query}`,
    );
    expect(page.status).toBe(400);
    const document = documentOf(page.text);
    expect(textsOf(document, "h1")).toEqual([
      "No file was made, because the dates or filters were not understood. (400)",
    ]);
    const back = document.querySelector("a")?.getAttribute("href") ?? "";
    expect(back.startsWith("/facility-profile/101?")).toBe(true);
    expect((await browser.get(back)).status).toBe(302);
  });

  it("leads to login, and then to the inspector, where nobody is signed in", async () => {
    const browser = portal.browser();
    const query = { measure: "rth", isnp: true, ...RANGE };
    const page = await browser.get(dataPath("facility", 101, query));
    expect([page.status, page.location]).toEqual([302, "/login"]);
    expect((await browser.logIn("facility")).location).toBe(
      "/facility-profile/101?isnp=true&startDate=2025-01-01&endDate=2025-12-31&inspect=rth",
    );
  });

  it("of nothing leads back to the inspector of the profile, which says so once", async () => {
    const browser = await portal.browser().loggedIn("facility");
    const query = { startDate: "2020-01-01", endDate: "2020-12-31" };
    const page = await browser.get(
      dataPath("facility", 101, { measure: "rth", ...query }),
    );
    expect([page.status, page.location]).toEqual([
      302,
      "/facility-profile/101?startDate=2020-01-01&endDate=2020-12-31&inspect=rth",
    ]);
    const text = "No results found for this search.";
    expect(alertsOf(await browser.get(page.location ?? "")).join()).toContain(
      text,
    );
    expect(
      alertsOf(await browser.get(page.location ?? "")).join(),
    ).not.toContain(text);
  });

  it("has no head without a body, for anybody", async () => {
    const before = (await portal.log()).length;
    for (const id of [101, 102]) {
      const browser = await portal.browser().loggedIn("facility");
      const path = dataPath("facility", id, { measure: "rth", ...RANGE });
      const cookie = browser.cookieHeader();
      const head = await fetch(portal.origin + path, {
        method: "HEAD",
        headers: { cookie },
      });
      expect(head.status).toBe(405);
      expect(head.headers.get("allow")).toBe("GET");
      expect(head.headers.get("content-disposition")).toBeNull();
    }
    expect((await portal.log()).slice(before).join()).not.toContain(
      "export_rows",
    );
  });
});

interface Transfer {
  status: number;
  encoding: string | undefined;
  text: string;
  /** False where the transfer broke off. */
  isWhole: boolean;
}

/** A download byte by byte, as a browser's network stack sees it. */
function transfer(
  origin: string,
  path: string,
  headers: Record<string, string>,
): Promise<Transfer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(origin + path, { headers, agent: false });
    sent.once("error", reject);
    sent.once("response", (response) => {
      const encoding = response.headers["content-encoding"];
      const body =
        encoding === "gzip" ? response.pipe(createGunzip()) : response;
      let text = "";
      body.setEncoding("utf8");
      body.on("data", (part: string) => (text += part));
      const settle = () =>
        resolve({
          status: response.statusCode ?? 0,
          encoding,
          text,
          isWhole: response.complete,
        });
      body.once("end", settle);
      body.once("error", settle);
      response.once("error", settle);
    });
    sent.end();
  });
}

describe("a download from the operator's API host", () => {
  const PATH = dataPath("company", 0, { measure: "rth", ...RANGE });
  const CALL = "/api/metricdatacsv/company/0/2025-01-01/2025-12-31/";
  const AGAIN =
    "/metric-data/company/0?measure=rth&startDate=2025-01-01&endDate=2025-12-31";
  const PROFILE =
    "/company-overview?startDate=2025-01-01&endDate=2025-12-31&inspect=rth";
  const HEAD = { "content-type": "text/csv" };

  let host: FakeHost;
  let portal: Portal;
  onFakeHost((started) => ({ host, portal } = started));

  let browser: Browser;
  beforeEach(async () => {
    browser = await portal.browser().loggedIn("company");
    host.calls.length = 0;
  });

  function transferred(acceptEncoding: string): Promise<Transfer> {
    const cookie = browser.cookieHeader();
    return transfer(portal.origin, PATH, {
      cookie,
      "accept-encoding": acceptEncoding,
    });
  }

  it("is asked for with the figure's tag and filters, and passed on byte by byte", async () => {
    const csv = `\uFEFFa,b\r\n"ä, ö",'=1\r\n`;
    host.on(CALL, (_, response) => response.writeHead(200, HEAD).end(csv));
    for (const encoding of ["identity", "gzip"]) {
      const found = await transferred(encoding);
      expect(found).toEqual({
        status: 200,
        encoding: encoding === "gzip" ? "gzip" : undefined,
        text: csv,
        isWhole: true,
      });
    }
    const [call] = host.callsTo(CALL);
    expect(call?.path).toBe(`${CALL}?measure_name=rth&isnp=false`);
    expect(call?.headers["x-access-token"]).toMatch(/^eyJ/);
  });

  it.each<[string, string, Parameters<FakeHost["on"]>[1]]>([
    [
      "fails with words",
      "The warehouse is closed.",
      (_, response) =>
        sendJson(response, { message: "The warehouse is closed." }, 500),
    ],

    ["resets the connection", SYSTEM, (_, response) => response.destroy()],
    [
      "sends a page",
      "Metrics data format error",
      (_, response) =>
        void response
          .writeHead(200, { "content-type": "text/html" })
          .end("<h1>Canary</h1>"),
    ],

    [
      "has nothing",
      "No results found for this search.",
      (_, response) => void response.writeHead(204).end(),
    ],
  ])(
    "leads back to the inspector, which says why, when the host %s",
    async (_, words, answer) => {
      host.on(CALL, answer);
      const page = await browser.get(PATH);
      expect([page.status, page.location]).toEqual([302, PROFILE]);
      expect(page.text).not.toContain("Canary");
      const profile = await browser.get(PROFILE);
      expect(alertsOf(profile).join()).toContain(words);
      const again = documentOf(profile.text).querySelector(
        '#panel a[href^="/metric-data/"]',
      );
      expect(textOf(again)).toBe("Export metric data");
      expect(again?.getAttribute("href")).toBe(AGAIN);
    },
  );

  it("leads back to the page as it was shown", async () => {
    const asShown = "sort=name&dir=desc&mom=rth_30,ed_30";
    const shown = await browser.get(`${PROFILE}&${asShown}`);
    const link = documentOf(shown.text).querySelector(
      '#panel a[href^="/metric-data/"]',
    );
    host.on(CALL, (_, response) => void response.writeHead(500).end());
    const page = await browser.get(link?.getAttribute("href") ?? "");
    const back = new URL(page.location ?? "", portal.origin);
    expect(back.pathname).toBe("/company-overview");
    expect(Object.fromEntries(back.searchParams)).toEqual({
      ...RANGE,
      ...Object.fromEntries(new URLSearchParams(asShown)),
      inspect: "rth",
    });
  });

  it("leads to login and back to the profile when the host says 401", async () => {
    says(host, CALL, {}, 401);
    expect((await browser.get(PATH)).location).toBe("/login");
    host.reset();
    expect((await browser.logIn("company")).location).toBe(PROFILE);
  });

  it.each(["identity", "gzip"])(
    "breaks off, and does not end as if whole, when the host dies in the middle (%s)",
    async (encoding) => {
      host.on(CALL, (_, response) => {
        response.writeHead(200, HEAD);
        const part = "a,b,c\r\n".repeat(20_000);
        response.write(part, () => setTimeout(() => response.destroy(), 100));
      });
      const found = await transferred(encoding).catch(() => null);
      // A head that never came is a failure that browsers show as well.
      expect(found?.isWhole ?? false).toBe(false);
    },
  );

  it("is ended at the host when the browser gives up", async () => {
    let closed: (how: string) => void = () => undefined;
    const ending = new Promise<string>((resolve) => (closed = resolve));
    host.on(CALL, (_, response) => {
      response.once("close", () =>
        closed(response.writableFinished ? "finished" : "cut off"),
      );
      response.writeHead(200, HEAD);
      response.write("a,b\r\n");
    });
    const cookie = browser.cookieHeader();
    const controller = new AbortController();
    const response = await fetch(portal.origin + PATH, {
      headers: { cookie, "accept-encoding": "identity" },
      signal: controller.signal,
    });
    await response.body?.getReader().read();
    controller.abort();
    expect(await ending).toBe("cut off");
  });

  it("that the browser gives up before it begins is told on no later page", async () => {
    const asker = new AbortController();
    const ended = new Promise<void>((resolve) => {
      host.on(CALL, (_, response) => {
        response.once("close", resolve);
        asker.abort();
      });
    });
    const cookie = browser.cookieHeader();
    const asked = fetch(portal.origin + PATH, {
      headers: { cookie },
      signal: asker.signal,
    });
    await expect(asked).rejects.toThrow();
    await ended;
    // Told or not, that is decided before the next page is answered.
    await new Promise((soon) => setTimeout(soon, 200));
    expect(alertsOf(await browser.get(PROFILE))).toEqual([]);
  });

  it("reads no more from the host than a slow browser takes", async () => {
    const part = Buffer.alloc(64 * 1024, "a,b,c\r\n");
    const parts = 800;
    let sent = 0;
    host.on(CALL, (_, response) => {
      response.writeHead(200, HEAD);
      const more = () => {
        while (sent < parts * part.length && !response.destroyed) {
          sent += part.length;
          if (!response.write(part)) {
            response.once("drain", more);
            return;
          }
        }
        response.end();
      };
      more();
    });
    const cookie = browser.cookieHeader();
    const [status, resume] = await new Promise<[number, () => Promise<number>]>(
      (resolve, reject) => {
        const asked = httpRequest(
          portal.origin + PATH,
          { headers: { cookie, "accept-encoding": "identity" }, agent: false },
          (response) => {
            response.pause();
            resolve([
              response.statusCode ?? 0,
              () =>
                new Promise((whole) => {
                  let bytes = 0;
                  response.on("data", (some: Buffer) => (bytes += some.length));
                  response.once("end", () => whole(bytes));
                  response.resume();
                }),
            ]);
          },
        );
        asked.once("error", reject);
        asked.end();
      },
    );
    expect(status).toBe(200);
    await new Promise((soon) => setTimeout(soon, 1_500));
    // What sockets on the way hold is some megabytes at most.
    expect(sent).toBeLessThan(0.5 * parts * part.length);
    expect(await resume()).toBe(parts * part.length);
  });
});
