import { beforeEach, describe, expect, it } from "vitest";
import type { AuditEvent } from "~/contract/audit";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, nameOf, textsOf } from "./support/document";
import { type FakeHost, says, sendJson, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const PAGE = "/users/audit-trail";
const FILE = "/audit-file";
const CALL = "/auth/audit";
const RANGE = "startDate=2026-03-01&endDate=2026-03-04";
const FAILED = "The audit trail was not retrieved due to a system error.";
const MISSING = /Your data source has no audit trail/;

const EVENT: AuditEvent = {
  id: 1,
  at: "2026-03-04T05:00:09.000Z",
  action: "view_patients",
  user_id: 7,
  username: "Ada <b>",
  target_user_id: null,
  target_username: null,
  details: { level: "physician", subject_id: 7, facility_id: null, rows: 12 },
  address: "192.0.2.1",
};
const EVENTS: AuditEvent[] = [
  { ...EVENT, id: 4, action: "merge_users", details: { into: 3 } },
  {
    ...EVENT,
    id: 3,
    action: "sign_in_failed",
    user_id: null,
    username: null,
    details: { reason: "username" },
    address: null,
  },
  {
    ...EVENT,
    id: 2,
    action: "delete_user",
    user_id: null,
    username: null,
    target_user_id: 8,
    target_username: "bo",
    details: { via: "import" },
    address: null,
  },
  EVENT,
];

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

/** A browser of that level. */
async function browserOf(role = "account_manager"): Promise<Browser> {
  signsIn(host, { role });

  return portal.browser().loggedIn(role);
}

/** What the host says of the trail from now on. */
function answer(body: object, status = 200): void {
  says(host, CALL, body, status);
}

function asked(): Record<string, string>[] {
  return host
    .callsTo(CALL)
    .map(({ path }) =>
      Object.fromEntries(new URL(path, host.url).searchParams),
    );
}

function alertsOf({ text }: Page): string[] {
  return textsOf(documentOf(text), "[role=alert] li, [aria-live=polite] li");
}

describe("the audit trail", () => {
  beforeEach(() => answer({ data: EVENTS, next: null }));

  it("shows each event in words, with the time for machines", async () => {
    const browser = await browserOf();
    const { status, text, headers } = await browser.get(`${PAGE}?${RANGE}`);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toContain("no-store");
    const page = documentOf(text);
    expect(page.title).toBe("Audit Trail – Sojourn");
    expect(
      all(page, "tbody tr").map((row) =>
        all(row, "th, td").map((cell) => cell.textContent?.trim()),
      ),
    ).toEqual([
      [
        "03/04/2026 12:00:09 AM ET",
        "Ada <b>",
        "merge_users",
        "",
        "into: 3",
        "192.0.2.1",
      ],
      [
        "03/04/2026 12:00:09 AM ET",
        "Nobody signed in",
        "Sign-in failed",
        "",
        "Unknown username",
        "",
      ],
      [
        "03/04/2026 12:00:09 AM ET",
        "Command on the server",
        "Deleted a user",
        "bo",
        "By import",
        "",
      ],
      [
        "03/04/2026 12:00:09 AM ET",
        "Ada <b>",
        "Viewed patients",
        "",
        "12 patients of Physician 7",
        "192.0.2.1",
      ],
    ]);
    expect(page.querySelector("tbody time")?.getAttribute("datetime")).toBe(
      EVENT.at,
    );
    expect(page.querySelector("main nav a")?.getAttribute("href")).toBe(
      "/users",
    );
  });

  it("asks for the last seven days, and for what the filters say", async () => {
    const browser = await browserOf();
    await browser.get(PAGE);
    await browser.get(
      `${PAGE}?${RANGE}&user=Ada&action=view_patients&before=9`,
    );
    const [first, second] = asked();
    const days =
      (Date.parse(first?.to ?? "") - Date.parse(first?.from ?? "")) /
      86_400_000;
    expect(days).toBe(6);
    expect(Object.keys(first ?? {}).sort()).toEqual(["from", "to"]);
    expect(second).toEqual({
      user: "Ada",
      action: "view_patients",
      from: "2026-03-01",
      to: "2026-03-04",
      before: "9",
    });
  });

  it("puts right what it does not understand, and says so", async () => {
    const browser = await browserOf();
    const { status, text } = await browser.get(
      `${PAGE}?startDate=2026-03-05&endDate=2026-03-04&action=constructor&before=x`,
    );
    expect(status).toBe(200);
    expect(textsOf(documentOf(text), "#filter-notes p")).toEqual([
      "From Date was after To Date, so it was set to 03/04/2026.",
      "The action was not understood, so all actions are shown.",
      "The page was not understood, so the newest events are shown.",
    ]);
    expect(asked()).toEqual([{ from: "2026-03-04", to: "2026-03-04" }]);
  });

  it("leads to older events and back, to a user's events and to the file, under the same filters", async () => {
    answer({ data: EVENTS, next: 40 });
    const browser = await browserOf();
    const { text } = await browser.get(
      `${PAGE}?${RANGE}&action=view_patients&before=90`,
    );
    const page = documentOf(text);
    const hrefOf = (words: string) =>
      all(page, "main a")
        .find((link) => nameOf(link) === words)
        ?.getAttribute("href");
    const query = `action=view_patients&${RANGE}`;
    expect(hrefOf("Older events")).toBe(`${PAGE}?${query}&before=40#events`);
    expect(hrefOf("Newest events")).toBe(`${PAGE}?${query}#events`);
    expect(hrefOf("Events of bo")).toBe(`${PAGE}?user=bo&${query}`);
    expect(hrefOf("Download as CSV")).toBe(`${FILE}?${query}`);
  });

  it("says that there are no events, and how to see others", async () => {
    host.on(CALL, (_, response) => void response.writeHead(204).end());
    const browser = await browserOf();
    const filtered = await browser.get(`${PAGE}?user=nobody`);
    expect(filtered.status).toBe(200);
    expect(filtered.text).toContain("No events were found for these filters.");
    expect(filtered.text).toContain("Clear filters");
    expect((await browser.get(PAGE)).text).not.toContain("Clear filters");
    const older = await browser.get(`${PAGE}?before=3`);
    expect(older.text).toContain("There are no older events.");
  });

  it("says that the host has no such trail", async () => {
    answer({ message: "no such call" }, 404);
    const browser = await browserOf();
    const { status, text } = await browser.get(PAGE);
    expect(status).toBe(200);
    expect(text).toMatch(MISSING);
    expect(textsOf(documentOf(text), "main table")).toEqual([]);
  });

  it("tells of a host that fails, in the title too, and asks again", async () => {
    const browser = await browserOf();
    for (const fail of [
      () => answer({}, 500),
      () => answer({ data: [{ id: "x" }], next: null }),
    ]) {
      fail();
      const page = await browser.get(`${PAGE}?${RANGE}`);
      expect(page.status).toBe(200);
      const document = documentOf(page.text);
      expect(document.title).toBe("Error: Audit Trail – Sojourn");
      expect(alertsOf(page).join()).toContain(FAILED);
      expect(
        all(document, "main a").map((link) => link.getAttribute("href")),
      ).toContain(`${PAGE}?${RANGE}`);
    }
  });

  it("is forbidden to everybody else, page and file", async () => {
    const browser = await browserOf("admin");
    for (const path of [PAGE, `${FILE}?${RANGE}`]) {
      const page = await browser.get(path);
      expect(page.status).toBe(403);
      expect(page.headers.get("content-disposition")).toBeNull();
    }
    const data = `${PAGE}?_data=routes%2Fusers_.audit-trail`;
    expect((await browser.get(data)).status).toBe(403);
    expect(host.callsTo(CALL)).toEqual([]);
  });

  it("takes no post", async () => {
    const browser = await browserOf();
    expect((await browser.post(PAGE, {})).status).toBe(405);
    expect((await browser.post(FILE, {})).status).toBe(405);
  });
});

describe("the file of the audit trail", () => {
  const file = `${FILE}?user=Ada&${RANGE}`;
  const trail = `${PAGE}?user=Ada&${RANGE}`;

  it("is the host's, under the same filters and the days' name, kept by no cache", async () => {
    host.on(`${CALL}/file`, (_, response) => {
      response.writeHead(200, { "content-type": "text/csv; charset=utf-8" });
      response.end("at,what\r\n1,2\r\n");
    });
    const browser = await browserOf();
    const { status, headers, text } = await browser.get(file);
    expect([status, text]).toEqual([200, "at,what\r\n1,2\r\n"]);
    expect(headers.get("content-disposition")).toBe(
      'attachment; filename="audit-trail-from-2026-03-01-2026-03-04.csv"',
    );
    expect(headers.get("cache-control")).toContain("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(asked()).toEqual([
      { user: "Ada", from: "2026-03-01", to: "2026-03-04" },
    ]);
  });

  it("is not made for filters that the page would put right", async () => {
    const browser = await browserOf();
    const page = await browser.get(`${FILE}?startDate=soon`);
    expect(page.status).toBe(400);
    expect(textsOf(documentOf(page.text), "h1")).toEqual([
      "No file was made, because the dates or filters were not understood. (400)",
    ]);
    expect(textsOf(documentOf(page.text), "a")).toContain(
      "Back to the audit trail",
    );
    expect(host.callsTo(CALL)).toEqual([]);
  });

  it.each([
    [204, {}, "No events were found for these filters."],
    [404, { message: "no such call" }, "Your data source has no audit trail."],
    [429, { message: "Wait a little." }, "Wait a little."],
    [503, {}, "The audit trail file was not made due to a system error."],
  ])("leads back where the host says %i %j", async (status, body, words) => {
    answer({ data: EVENTS, next: null });
    host.on(`${CALL}/file`, (_, response) =>
      status === 204
        ? void response.writeHead(204).end()
        : sendJson(response, body, status),
    );
    const browser = await browserOf();
    const { status: redirect, location } = await browser.get(file);
    expect([redirect, location]).toEqual([302, trail]);
    expect(alertsOf(await browser.get(trail)).join()).toContain(words);
  });

  it("is the host's to refuse", async () => {
    says(host, `${CALL}/file`, { message: "not you" }, 403);
    const browser = await browserOf();
    expect((await browser.get(file)).status).toBe(403);
  });

  it("leads to login, and then to the page, where nobody is signed in", async () => {
    expect((await portal.browser().get(file)).location).toBe("/login");
  });
});
