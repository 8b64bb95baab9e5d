import { beforeEach, describe, expect, test } from "vitest";
import { newYorkSqlDatetime } from "~/domain/calendar";
import { type FakeHost, says, signsIn } from "./support/fake-host";
import type { Browser } from "./support/browser";
import { all, documentOf, textOf } from "./support/document";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const PAGE = "/company-overview";
const BAR = "aside[aria-label='Data freshness']";
const HOUR_MS = 3_600_000;

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

let browser: Browser;
beforeEach(async () => {
  browser = await portal.browser().loggedIn("company");
});

/** Makes the host's data so many hours old; returns their time as the host says it. */
function dataOf(hours: number): string {
  const lastUpdated = newYorkSqlDatetime(
    new Date(Date.now() - hours * HOUR_MS),
  );
  host.on("/api/metrics/", (_, response) => {
    response.writeHead(204).end();
  });
  host.on("/api/frailty/", (_, response) => {
    response.writeHead(204).end();
  });
  host.on("/api/new_graphs/", (_, response) => {
    response.writeHead(204).end();
  });
  says(host, "/api/summary/", { data: [], lastUpdated });
  return lastUpdated;
}

/** Their first page reads no data. */
function ofTwoRegions(lastUpdated: string | undefined): void {
  signsIn(host, { role: "region", levels: [3, 4] });
  says(host, "/auth/me/", {
    data: {
      name: "Rita Regions",
      username: "regions",
      access_level: "region",
      access_level_id: [3, 4],
    },
    lastUpdated,
  });
}

async function open(path = PAGE) {
  const { status, text } = await browser.get(path);
  const document = documentOf(text);
  const bar = document.querySelector(BAR);
  const field = (name: string) =>
    bar?.querySelector(`[name=${name}]`)?.getAttribute("value") ?? "";
  return {
    status,
    document,
    words: textOf(bar?.querySelector("p")),
    isShown: bar !== null,
    fields: { csrf: field("csrf"), alert: field("alert"), from: field("from") },
  };
}

function words(lastUpdated: string): RegExp {
  const [, year, month, day] = /^(\d+)-(\d+)-(\d+)/.exec(lastUpdated) ?? [];
  return new RegExp(
    `PCC data was last imported successfully on ${month}/${day}/${year} \\d\\d:\\d\\d [AP]M ET, and the team is working to restore the data feed\\.$`,
  );
}

describe("the freshness bar", () => {
  test("is not there for data of two hours", async () => {
    dataOf(2);
    const page = await open();
    expect([page.status, page.isShown]).toEqual([200, false]);
    expect(textOf(page.document.querySelector("footer"))).toMatch(
      /Data is accurate as of \d\d:\d\d [AP]M ET \d\d\/\d\d\/\d{4}/,
    );
  });

  test("warns of data of four hours, over the header and after the skip link", async () => {
    const lastUpdated = dataOf(4);
    const page = await open();
    expect(page.words).toMatch(/^Warning: /);
    expect(page.words).toMatch(words(lastUpdated));
    const order = all(page.document, `body a, ${BAR}, header`).slice(0, 3);
    expect(order.map(({ tagName }) => tagName)).toEqual([
      "A",
      "ASIDE",
      "HEADER",
    ]);
    expect(textOf(order[0])).toBe("Skip to main content");
  });

  test("calls data of thirteen hours an error, without being one of the page", async () => {
    const lastUpdated = dataOf(13);
    const page = await open();
    expect(page.words).toMatch(/^Error: /);
    expect(page.words).toMatch(words(lastUpdated));
    expect(textOf(page.document.querySelector("title"))).not.toMatch(/^Error/);
  });

  test("is there on the first page of a session already, which reads no data", async () => {
    const lastUpdated = dataOf(13);
    ofTwoRegions(lastUpdated);
    browser = await portal.browser().loggedIn("regions");
    const page = await open("/search");
    expect([page.status, page.isShown]).toEqual([200, true]);
    expect(page.words).toMatch(words(lastUpdated));
  });

  test("is there on it where only data calls say the time", async () => {
    const lastUpdated = dataOf(13);
    ofTwoRegions(undefined);
    says(host, "/api/frailty/region/3/", { data: { high: 1 }, lastUpdated });
    browser = await portal.browser().loggedIn("regions");
    expect((await open("/")).words).toMatch(words(lastUpdated));
  });

  test("is not there where no call says the time, and sign-in waits no longer", async () => {
    dataOf(13);
    ofTwoRegions(undefined);
    host.on("/api/frailty/", () => undefined);
    browser = await portal.browser().loggedIn("regions");
    const page = await open("/");
    expect([page.status, page.isShown]).toEqual([200, false]);
  });

  test("is dismissed by its form", async () => {
    dataOf(4);
    const { document, fields } = await open(`${PAGE}?sort=name`);
    const form = document.querySelector(`${BAR} form`);
    expect(form?.getAttribute("method")).toBe("post");
    expect(form?.getAttribute("action")).toBe("/dismiss");
    expect(fields.from).toBe(`${PAGE}?sort=name`);
    const answer = await browser.post("/dismiss", fields);
    expect([answer.status, answer.location]).toEqual([303, fields.from]);
    expect((await open()).isShown).toBe(false);
  });

  test("is back after the next login", async () => {
    dataOf(4);
    await browser.post("/dismiss", (await open()).fields);
    expect((await open()).isShown).toBe(false);
    browser = await portal.browser().loggedIn("company");
    expect((await open()).isShown).toBe(true);
  });
});

describe("a form that dismisses", () => {
  test("leads a stranger to login, and back to the page afterwards", async () => {
    dataOf(4);
    const { fields } = await open();
    const stranger = portal.browser();
    const answer = await stranger.post("/dismiss", fields);
    expect(answer.location).toBe("/login");
    expect((await stranger.logIn("company")).location).toBe(PAGE);
    expect((await open()).isShown).toBe(true);
  });

  test("that comes from elsewhere leads home", async () => {
    dataOf(4);
    const { fields } = await open();
    const from = "//elsewhere.invalid/";
    const answer = await browser.post("/dismiss", { ...fields, from });
    expect([answer.status, answer.location]).toEqual([303, "/"]);
    expect((await open()).isShown).toBe(false);
  });

  test("for an alert that there is not is refused with 400", async () => {
    dataOf(4);
    const { fields } = await open();
    for (const alert of ["", "everything", "freshness:error", "unread:lots"]) {
      const answer = await browser.post("/dismiss", { ...fields, alert });
      expect(answer.status).toBe(400);
    }
    expect((await open()).isShown).toBe(true);
  });

  test("changes nothing when it is asked for", async () => {
    dataOf(4);
    const { fields } = await open();
    const query = new URLSearchParams(fields);
    const answer = await browser.get(`/dismiss?${query.toString()}`);
    expect(answer.location).toBe("/");
    expect((await open()).isShown).toBe(true);
  });
});
