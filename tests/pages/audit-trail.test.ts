import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import type { Page } from "./support/browser";
import { all, documentOf, nameOf, textsOf } from "./support/document";
import { onOwnPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import { inStore, withoutTable } from "./support/store-of-portal";

const PAGE = "/users/audit-trail";
const FILE = "/audit-file";
const RANGE = "startDate=2026-03-01&endDate=2026-03-04";
const FAILED = "Error: Something went wrong on the server.";

const EVENT: AuditRecord = {
  at: new Date("2026-03-04T05:00:09.000Z"),
  action: "view_patients",
  user: { id: 7, username: "Ada <b>" },
  details: { level: "physician", subject_id: 7, facility_id: null, rows: 12 },
  address: "192.0.2.1",
  requestId: null,
};
const EVENTS: AuditRecord[] = [
  { ...EVENT, residents: [5001] },
  {
    ...EVENT,
    action: "delete_user",
    user: null,
    target: { id: 8, username: "bo" },
    details: { via: "import" },
    address: null,
  },
  {
    ...EVENT,
    action: "sign_in_failed",
    user: null,
    details: { reason: "username" },
    address: null,
  },
];
/** Three more than a page has. */
const FORMER: AuditRecord[] = Array.from({ length: 103 }, (_, minute) => ({
  ...EVENT,
  at: new Date(Date.UTC(2026, 1, 2, 12, minute)),
}));
const FORMER_RANGE = "startDate=2026-02-02&endDate=2026-02-02";

let portal: Portal;
onOwnPortal((started) => (portal = started));

const browserOf = (username = "accounts") =>
  portal.browser().loggedIn(username);

beforeAll(() =>
  inStore(portal, ({ db }) => insertAuditEvents(db, [...FORMER, ...EVENTS])),
);

const rowsOf = ({ text }: Page) =>
  all(documentOf(text), "tbody tr").map((row) =>
    all(row, "th, td").map((cell) => cell.textContent?.trim()),
  );

/** What the page does while the trail cannot be read. */
const withoutTrail = (work: () => Promise<void>) =>
  withoutTable(portal, "audit_events", work);

function alertsOf({ text }: Page): string[] {
  return textsOf(documentOf(text), "[role=alert] li, [aria-live=polite] li");
}

describe("the audit trail", () => {
  it("shows each event in words, with the time for machines", async () => {
    const browser = await browserOf();
    const users = documentOf((await browser.get("/users")).text);
    expect(users.querySelector(`nav a[href="${PAGE}"]`)).not.toBeNull();
    const shown = await browser.get(`${PAGE}?${RANGE}`);
    expect(shown.status).toBe(200);
    expect(shown.headers.get("cache-control")).toContain("no-store");
    const page = documentOf(shown.text);
    expect(page.title).toBe("Audit Trail – Sojourn");
    expect(rowsOf(shown)).toEqual([
      [
        "03/04/2026 12:00 AM ET",
        "Not logged in",
        "Login failed",
        "",
        "Unknown username",
        "",
      ],
      [
        "03/04/2026 12:00 AM ET",
        "Command on the server",
        "Deleted a user",
        "bo",
        "By import",
        "",
      ],
      [
        "03/04/2026 12:00 AM ET",
        "Ada <b>",
        "Viewed patients",
        "",
        "12 patients of Physician 7",
        "192.0.2.1",
      ],
    ]);
    expect(page.querySelector("tbody time")?.getAttribute("datetime")).toBe(
      EVENT.at.toISOString(),
    );
    expect(page.querySelector("main nav a")?.getAttribute("href")).toBe(
      "/users",
    );
  });

  it("shows the last seven days, and what the filters say", async () => {
    const browser = await browserOf();
    const recent = rowsOf(await browser.get(PAGE));
    expect(recent.map(([, who]) => who)).toContain("accounts");
    expect(recent.map(([, who]) => who)).not.toContain("Ada <b>");
    const days = documentOf((await browser.get(PAGE)).text);
    const dayIn = (name: string) =>
      Date.parse(
        days.querySelector(`[name=${name}]`)?.getAttribute("value") ?? "",
      );
    expect((dayIn("endDate") - dayIn("startDate")) / 86_400_000).toBe(6);
    for (const filter of ["user=BO", "action=delete_user"]) {
      const filtered = await browser.get(`${PAGE}?${RANGE}&${filter}`);
      expect(rowsOf(filtered).map((row) => row[3])).toEqual(["bo"]);
    }
    const seen = await browser.get(`${PAGE}?${RANGE}&resident=5001`);
    expect(rowsOf(seen).map(([, who]) => who)).toEqual(["Ada <b>"]);
  });

  it("leads from an MRN to the events of the resident who has it", async () => {
    const browser = await browserOf();
    await inStore(portal, ({ db }) =>
      db
        .insertInto("patients")
        .values(
          ["AX-9", "AX-10", "ax-10"].map((mrn, at) => ({
            ...{ id: 5001 + at, mrn, first_name: "A", last_name: "B" },
            frailty_score: null,
          })),
        )
        .execute(),
    );
    const found = await browser.get(
      `${PAGE}?mrn=+ax-9&user=ADA+%3Cb%3E&${RANGE}`,
    );
    // The MRN is in no address that stays.
    const address = `${PAGE}?user=ADA+%3Cb%3E&resident=5001&${RANGE}`;
    expect([found.status, found.location]).toEqual([302, address]);
    const seen = await browser.get(address);
    expect(rowsOf(seen).map(([, who]) => who)).toEqual(["Ada <b>"]);
  });

  it.each([
    ["mrn=none", "No resident has this MRN."],
    [
      "mrn=AX-10",
      "Several residents have this MRN. Enter one of these resident numbers: 5002, 5003.",
    ],
    ["resident=abc", "A resident number has digits only."],
  ])(
    "keeps an entry for %s with its error, and lists nobody's events",
    async (entry, error) => {
      const browser = await browserOf();
      const shown = await browser.get(`${PAGE}?${entry}&${RANGE}`);
      const page = documentOf(shown.text);
      const [name, value] = entry.split("=");
      const field = page.querySelector(`[name=${name}]`);
      expect(field?.getAttribute("value")).toBe(value);
      expect(textsOf(page, `#${name}-error`)).toEqual([error]);
      expect(rowsOf(shown)).toEqual([]);
      expect(page.querySelector(`a[href^="${FILE}"]`)).toBeNull();
    },
  );

  it("puts right what it does not understand, and says so", async () => {
    const browser = await browserOf();
    const page = await browser.get(
      `${PAGE}?startDate=2026-03-05&endDate=2026-03-04&action=constructor&before=x`,
    );
    expect(page.status).toBe(200);
    expect(textsOf(documentOf(page.text), "#filter-notes p")).toEqual([
      "From Date was after To Date, so it was set to 03/04/2026.",
      "The action was not understood, so all actions are shown.",
      "The page was not understood, so the newest entries are shown.",
    ]);
    expect(rowsOf(page)).toHaveLength(3);
  });

  it("leads to older events and back, to a user's events and to the file, under the same filters", async () => {
    const browser = await browserOf();
    const hrefOf = ({ text }: Page, words: string) =>
      all(documentOf(text), "main a")
        .find((link) => nameOf(link) === words)
        ?.getAttribute("href");
    const query = `action=view_patients&${FORMER_RANGE}`;
    const first = await browser.get(`${PAGE}?${query}`);
    const [, before] =
      /before=(\d+)/.exec(hrefOf(first, "Older entries") ?? "") ?? [];
    expect(hrefOf(first, "Older entries")).toBe(
      `${PAGE}?${query}&before=${before}#events`,
    );
    expect(hrefOf(first, "Download as CSV")).toBe(`${FILE}?${query}`);
    const older = await browser.get(`${PAGE}?${query}&before=${before}`);
    expect(rowsOf(older)).toHaveLength(3);
    expect(hrefOf(older, "Newest entries")).toBe(`${PAGE}?${query}#events`);
    const deleted = await browser.get(`${PAGE}?action=delete_user&${RANGE}`);
    expect(hrefOf(deleted, "Events of bo")).toBe(
      `${PAGE}?user=bo&action=delete_user&${RANGE}`,
    );
  });

  it("says that there are no events, and how to see others", async () => {
    const browser = await browserOf();
    const filtered = await browser.get(`${PAGE}?user=nobody`);
    expect(filtered.status).toBe(200);
    expect(filtered.text).toContain("No entries match these filters.");
    expect(filtered.text).toContain("Clear filters");
    expect((await browser.get(PAGE)).text).not.toContain("Clear filters");
    const former = await inStore(portal, ({ db }) =>
      db
        .selectFrom("audit_events")
        .where("at", "=", FORMER[0]?.at.toISOString() ?? "")
        .select("id")
        .executeTakeFirstOrThrow(),
    );
    const older = await browser.get(`${PAGE}?${RANGE}&before=${former.id}`);
    expect(older.text).toContain("There are no older entries.");
  });

  it("says that it cannot be read, in the title too, and leads to itself", async () => {
    const browser = await browserOf();
    await withoutTrail(async () => {
      const page = await browser.get(`${PAGE}?${RANGE}`);
      expect(page.status).toBe(200);
      const document = documentOf(page.text);
      expect(document.title).toBe("Error: Audit Trail – Sojourn");
      expect(alertsOf(page).join()).toContain(FAILED);
      expect(
        all(document, "main a").map((link) => link.getAttribute("href")),
      ).toContain(`${PAGE}?${RANGE}`);
    });
  });
});

describe("the file of the audit trail", () => {
  it("has all that the filters find, under the days' name, kept by no cache", async () => {
    const browser = await browserOf();
    const { status, headers, text } = await browser.get(
      `${FILE}?user=bo&${RANGE}`,
    );
    expect(status).toBe(200);
    expect(
      parse<Record<string, string>>(text, { bom: true, columns: true }),
    ).toMatchObject([{ action: "delete_user", target_username: "bo" }]);
    expect(headers.get("content-disposition")).toBe(
      'attachment; filename="audit-trail-from-2026-03-01-2026-03-04.csv"',
    );
    expect(headers.get("content-type")).toContain("text/csv");
    expect(headers.get("cache-control")).toContain("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
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
  });

  it("leads back where there is nothing, or where it cannot be made", async () => {
    const browser = await browserOf();
    const leadsBackWith = async (words: string) => {
      const query = `user=nobody&${RANGE}`;
      const { status, location } = await browser.get(`${FILE}?${query}`);
      expect([status, location]).toEqual([302, `${PAGE}?${query}`]);
      const back = await browser.get(`${PAGE}?${query}`);
      expect(alertsOf(back).join()).toContain(words);
    };
    await leadsBackWith("No entries match these filters.");
    await withoutTrail(() => leadsBackWith(FAILED));
  });
});
