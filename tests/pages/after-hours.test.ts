import { beforeEach, describe, expect, test } from "vitest";
import type { Browser } from "./support/browser";
import { all, documentOf, textOf, textsOf } from "./support/document";
import {
  type FakeHost,
  hasFacilities,
  physicianRecord,
  says,
  sendJson,
  signsIn,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import { onOwnPortal } from "./support/on-portal";
import { noticesOf } from "./support/panel-states";
import type { Portal } from "./support/portal";
import { insertAuditEvents } from "~server/audit/audit-events";
import { inStore, withoutTable } from "./support/store-of-portal";

const PAGE = "/reports/after-hours-patient-report/";
const NOTES = "/api/physicianalerts/";
const UNREAD = "/api/physicianalerts/unread/";
const READ = "/api/physicianalerts/read/";
const NPI = 1_003_000_101;
const HOUR_MS = 3_600_000;
const EMPTY =
  "No patient notes from the last 72 hours were found for this physician.";
const FAILED = "Table data was not retrieved due to a system error.";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

beforeEach(() => {
  answerPhysician([]);
  hasFacilities(host, { 1: "Elm 1", 2: "Elm 2" });
});

function answerPhysician(facilities: object[]): void {
  says(host, "/api/physician/", {
    data: physicianRecord(NPI, facilities),
  });
}

interface NoteOptions {
  ago?: number;
  [field: string]: unknown;
}

function note({ ago = 1, ...changes }: NoteOptions = {}) {
  return {
    divisionName: "North",
    regionName: "Coast",
    regionId: 11,
    facilityName: "Elm 1",
    facilityId: 1,
    physicianName: "Lind, Ada",
    physicianNpi: NPI,
    patientName: "Doe, Jane",
    patientId: 501,
    noteEffectiveDate: new Date(Date.now() - ago * HOUR_MS).toISOString(),
    noteType: "Admission Note",
    noteText: "Seen by telehealth.",
    provider: "Night Team",
    isnp: false,
    highRisk: false,
    admissionDate: "2026-01-02",
    dischargeDate: null,
    admissionLocation: "Hospital",
    dischargeLocation: null,
    ...changes,
  };
}

function answerNotes(notes: object[], status = 200) {
  host.on(NOTES, (_, response) =>
    notes.length > 0
      ? sendJson(response, { data: notes }, status)
      : void response.writeHead(204).end(),
  );
  says(host, UNREAD, { data: { unread: 2 } });
}

async function signedIn(role = "company", levels = [0]): Promise<Browser> {
  signsIn(host, { role, levels });
  return portal.browser().loggedIn(role);
}

async function open(path = PAGE, who?: Browser) {
  const browser = who ?? (await signedIn());
  const { status, text, location } = await browser.get(path);
  const document = documentOf(text);
  return {
    browser,
    status,
    location,
    document,
    title: document.title,
    main: textOf(document.querySelector("main")),
    heads: textsOf(document, "#notes thead a"),
    patients: all(document, "#notes tbody th").map(textOf),
    notices: noticesOf(document),
  };
}

function linkTo(page: Awaited<ReturnType<typeof open>>, text: string) {
  return all(page.document, "main a")
    .find((link) => textOf(link) === text)
    ?.getAttribute("href");
}

describe("the after hours report", () => {
  test("shows the notes of the last 24 hours, the newest first, with links and all upstream text as text", async () => {
    answerNotes([
      note({
        ago: 5,
        mrn: "M-1",
        patientName: "</script><b>Old",
      }),
      note({
        ago: 2,
        noteText: "First line\n<img src=x onerror=alert(1)>",
        highRisk: true,
      }),
      note({ ago: 30, patientName: "Late, Lea" }),
    ]);
    const page = await open();
    expect([page.status, page.title]).toEqual([
      200,
      "After Hours Patient Report – Sojourn",
    ]);
    expect(page.heads).toEqual([
      "Region",
      "Facility",
      "Physician",
      "Patient",
      "Date/time",
      "Plan/status",
    ]);
    expect(page.patients).toEqual([
      "Doe, Jane MRN# 501",
      "</script><b>Old MRN# M-1",
    ]);
    expect(page.main).toContain("2 notes from the last 24 hours");
    expect(textOf(page.document.querySelector("details.note"))).toContain(
      "First line <img src=x onerror=alert(1)>Written by: Night Team",
    );
    expect(page.document.querySelector("main img, main b")).toBeNull();
    const hrefsOf = (row: string) =>
      all(page.document, `#notes tbody tr:${row}-child a`).map((link) =>
        link.getAttribute("href"),
      );
    const places = [
      "/region-profile/11",
      "/facility-profile/1",
      `/physician-profile/${NPI}`,
    ];
    expect(hrefsOf("first")).toEqual(places);
    expect(hrefsOf("last")).toEqual(places);
  });

  test("writes what was sent into the address, and filters by it", async () => {
    answerNotes([
      note({ patientName: "Elsewhere", facilityId: 2, highRisk: true }),
      note({ patientName: "Here", highRisk: true }),
      note({ patientName: "Safe" }),
    ]);
    const browser = await signedIn();
    const sent = await browser.get(
      `${PAGE}?hours=48&division=&region=&facility=1&highRisk=true`,
    );
    expect([sent.status, sent.location]).toEqual([
      302,
      expect.stringMatching(
        /\?hours=48&highRisk=true&isnp=false&startDate=[\d-]{10}&endDate=[\d-]{10}&facility=1$/,
      ),
    ]);
    expect(host.callsTo(NOTES)).toEqual([]);
    const page = await open(sent.location ?? "", browser);
    expect(page.patients).toEqual([expect.stringContaining("Here")]);
    expect(page.main).toContain("1 of 3 notes from the last 48 hours");
    expect(
      page.document.querySelector("[name=highRisk]")?.hasAttribute("checked"),
    ).toBe(true);
    expect(linkTo(page, "Clear filters")).toBe(PAGE);
  });

  test("lets a physician of several facilities choose one", async () => {
    answerPhysician(
      [1, 2].map((id) => ({
        facility_id: id,
        facility_name: `Elm ${id}`,
        region_id: 11,
        region_name: "Coast",
        division_id: 1,
        division_name: "North",
      })),
    );
    answerNotes([
      note({ patientName: "Here", facilityId: 1 }),
      note({ patientName: "There", facilityId: 2 }),
    ]);
    const browser = await signedIn("physician", [NPI]);
    const all = await open(PAGE, browser);
    expect(textsOf(all.document, "#facility option")).toEqual([
      "All facilities",
      "Elm 1",
      "Elm 2",
    ]);
    expect(all.document.querySelector("#division, #region")).toBeNull();
    const sent = await browser.get(`${PAGE}?hours=24&facility=2`);
    const chosen = await open(sent.location ?? "", browser);
    expect(chosen.patients).toEqual([expect.stringContaining("There")]);
  });

  test("is sorted as its address says, with the sorted column marked", async () => {
    answerNotes([
      note({ patientName: "Zed, Zoe" }),
      note({ patientName: "Ames, Ada" }),
    ]);
    const page = await open(`${PAGE}?sort=patient&dir=asc`);
    expect(page.patients.map((name) => name.replace(/ MRN.*/, ""))).toEqual([
      "Ames, Ada",
      "Zed, Zoe",
    ]);
    const sorted = all(page.document, "#notes th[aria-sort]");
    expect(sorted.map((head) => head.getAttribute("aria-sort"))).toEqual([
      "ascending",
    ]);
  });

  test("has no choice for ISNP-only users, whatever their address says", async () => {
    answerNotes([
      note({ patientName: "Insured", isnp: true }),
      note({ patientName: "Other" }),
    ]);
    signsIn(host, { role: "company", isnpOnly: true });
    const browser = await portal.browser().loggedIn("isnp");
    const { location } = await browser.get(`${PAGE}?hours=72&isnp=false`);
    expect(location).toContain("&isnp=true&");
    const page = await open(location ?? "", browser);
    expect(page.patients).toEqual([expect.stringContaining("Insured")]);
    expect(page.document.querySelector("[name=highRisk]")).not.toBeNull();
    expect(
      page.document.querySelector("[type=checkbox][name=isnp]"),
    ).toBeNull();
  });

  test("opens its help by the address", async () => {
    answerNotes([note()]);
    const page = await open(`${PAGE}?help=open&sort=patient`);
    const help = page.document.querySelector("#help");
    expect(textOf(help?.querySelector("h2"))).toBe(
      "Convergence Telehealth Encounters",
    );
    expect(textOf(help)).toContain("within the last 30 days");
    expect(linkTo(page, "OK")).toBe(`${PAGE}?sort=patient#open-help`);
  });
});

describe("an after hours report without notes", () => {
  test.each([
    ["sends none", []],
    ["sends older ones alone", [note({ ago: 73 })]],
  ])("says so where the host %s", async (_, notes) => {
    answerNotes(notes);
    const page = await open();
    expect(page.main).toContain(EMPTY);
    expect(page.title).not.toMatch(/^Error/);
  });

  test("leads out of the filters that hide them", async () => {
    answerNotes([note({ ago: 40 })]);
    const opened = await open();
    expect(opened.main).toContain("No results found for this search.");
    expect(linkTo(opened, "Clear filters")).toBeUndefined();
    const longest = linkTo(opened, "Show 1 note from the last 72 hours");
    const shown = await open(longest ?? "", opened.browser);
    expect([shown.status, shown.patients.length]).toEqual([200, 1]);

    const { location } = await opened.browser.get(`${PAGE}?isnp=true`);
    const hidden = await open(location ?? "", opened.browser);
    expect(linkTo(hidden, "Clear filters")).toBe(PAGE);
    expect(hidden.main).not.toContain("from the last 72 hours");
  });
});

describe("an after hours report that does not come", () => {
  test.each<[string, unknown, number, string]>([
    ["fails", {}, 500, FAILED],
    [
      "fails with words",
      { message: "Down for a while" },
      503,
      "Down for a while",
    ],
    ["answers in another shape", { data: [{ a: 1 }] }, 200, FAILED],
  ])("has a placeholder where the host %s", async (_, body, status, words) => {
    answerNotes([]);
    host.on(NOTES, (call, response) =>
      call.path === UNREAD
        ? sendJson(response, { data: { unread: 0 } })
        : sendJson(response, body, status),
    );
    const page = await open();
    expect([page.status, page.title]).toEqual([
      200,
      "Error: After Hours Patient Report – Sojourn",
    ]);
    expect(
      textOf(
        page.document.querySelector('[aria-labelledby="notes-heading"] p'),
      ),
    ).toBe(words);
    expect(page.notices).toEqual([`Error: ${words}`]);
    expect(linkTo(page, "Try again")).toBe(PAGE);
  });

  test.each([
    [403, 403],
    [401, 302],
  ])(
    "is no part of the page where the host answers %i",
    async (status, sent) => {
      says(host, NOTES, {}, status);
      expect((await open()).status).toBe(sent);
    },
  );
});

describe("notes that a host has as unread", () => {
  const MINE = [note({ noteId: 71, unread: true })];

  test("are not told from others, and nothing marks them", async () => {
    answerNotes(MINE);
    const browser = await signedIn("physician", [NPI]);
    const page = await open(PAGE, browser);
    expect(page.patients).toHaveLength(1);
    expect(page.main).not.toMatch(/unread|New|Mark all/);
    const csrf = await browser.csrfToken("/search");
    const { status } = await browser.post(PAGE, { csrf, notes: "71" });
    expect([status, host.callsTo(READ)]).toEqual([404, []]);
  });
});

describe("a physician's unread notes", () => {
  const VIEW = `${PAGE}?sort=patient&dir=asc`;
  let own: Portal;
  onOwnPortal((started) => (own = started));
  beforeEach(async () => {
    await keep([
      { id: 71, ago: 1 },
      { id: 72, ago: 2 },
      { id: 73, ago: 3 },
      { id: 74, ago: 60 },
    ]);
    await inStore(own, async ({ db }) => {
      const reader = await db
        .selectFrom("users")
        .where("username", "=", "physician")
        .select("id")
        .executeTakeFirstOrThrow();
      const read_at = new Date().toISOString();
      await db
        .insertInto("note_reads")
        .values({ user_id: reader.id, note_id: 73, read_at })
        .execute();
    });
  });

  /** These notes alone, none of them read. */
  const keep = (notes: readonly { id: number; ago: number }[]) =>
    inStore(own, async ({ db }) => {
      await db.deleteFrom("note_reads").execute();
      await db.deleteFrom("notes").execute();
      for (const { id, ago } of notes) {
        await db
          .insertInto("notes")
          .values({
            id,
            ...{ patient_id: 1, facility_id: 101, npi: 1_000_000_001 },
            noted_at: new Date(Date.now() - ago * HOUR_MS).toISOString(),
            ...{ note_type: "Progress Note", note_text: "Seen." },
            ...{ provider: null, high_risk: 0 },
          })
          .execute();
      }
    });

  const readNotes = () =>
    inStore(own, async ({ db }) =>
      (
        await db
          .selectFrom("note_reads")
          .select("note_id")
          .orderBy("note_id")
          .execute()
      ).map(({ note_id }) => note_id),
    );

  async function openMine() {
    const browser = await own.browser().loggedIn("physician");
    const page = await open(VIEW, browser);
    return { ...page, fields: fieldsOf(page) };
  }

  function fieldsOf({ document }: { document: Document }) {
    const field = (name: string) =>
      document
        .querySelector(`#notes-form [name=${name}]`)
        ?.getAttribute("value") ?? "";
    return { csrf: field("csrf"), notes: field("notes") };
  }

  test("are marked, counted, and marked as read by a form that leads back", async () => {
    const page = await openMine();
    expect(page.main).toContain("2 unread notes");
    expect(page.main).toContain("1 unread note is not shown. It is from ");
    expect(textsOf(page.document, "#notes strong")).toEqual(["New", "New"]);
    expect(page.fields.notes).toBe("71,72");
    const answer = await page.browser.post(VIEW, page.fields);
    expect([answer.status, answer.location]).toEqual([303, VIEW]);
    expect(await readNotes()).toEqual([71, 72, 73]);
    const next = await open(VIEW, page.browser);
    // The report itself says how many are left.
    expect(next.notices).toEqual(["Done: 2 notes were marked as read."]);
    expect(next.main).toContain("1 unread note is not shown");
  });

  test("that the hours hide are led to with the other filters, and those that others hide without", async () => {
    await inStore(own, async ({ db }) => {
      await db
        .updateTable("notes")
        .set({ high_risk: 1 })
        .where("id", "in", [71, 74])
        .execute();
    });
    const browser = await own.browser().loggedIn("physician");
    const wayFrom = async (query: string, text: string) => {
      const { location } = await browser.get(`${PAGE}?${query}`);
      return linkTo(await open(location ?? `${PAGE}?${query}`, browser), text);
    };
    const longer = await wayFrom("sort=patient", "Show the last 72 hours");
    expect(longer).toMatch(/\?hours=72&.*sort=patient/);
    const all = await wayFrom(
      "highRisk=true",
      "Clear filters, show the last 72 hours",
    );
    expect(all).toContain("hours=72");
    expect(all).not.toContain("highRisk");
  });

  test.each([VIEW, "/residents/1"])(
    "are marked one by one by the buttons of %s",
    async (address) => {
      const browser = await own.browser().loggedIn("physician");
      const page = await open(address, browser);
      const buttons = all(page.document, "details.note button");
      const sent = buttons.map((button) =>
        ["form", "name", "value"].map((name) => button.getAttribute(name)),
      );
      expect(sent.slice(0, 2)).toEqual([
        ["notes-form", "note", "71"],
        ["notes-form", "note", "72"],
      ]);
      await browser.post(address, { ...fieldsOf(page), note: "72" });
      expect(await readNotes()).toEqual([72, 73]);
    },
  );

  test("are marked as read on the resident's page too", async () => {
    const browser = await own.browser().loggedIn("physician");
    const page = await open("/residents/1", browser);
    expect(page.main).toContain("3 unread notes");
    expect(textsOf(page.document, "#timeline strong")).toHaveLength(3);
    const answer = await browser.post("/residents/1", fieldsOf(page));
    expect([answer.status, answer.location]).toEqual([303, "/residents/1"]);
    expect(await readNotes()).toEqual([71, 72, 73, 74]);
    const next = await open("/residents/1", browser);
    expect(next.main).not.toMatch(/unread|\bNew\b/);
  });

  test("are told of as marked where the address has become another, as at midnight", async () => {
    const { browser, fields } = await openMine();
    const old = "hours=72&isnp=false&startDate=2020-01-01&endDate=2020-01-04";
    const { location } = await browser.post(`${PAGE}?${old}`, fields);
    const next = await open(location ?? "", browser);
    expect([next.status, next.notices.at(-1)]).toEqual([
      200,
      "Done: 2 notes were marked as read.",
    ]);
  });

  test("are listed by fifty, and marked as far as the page lists them", async () => {
    await keep(
      Array.from({ length: 120 }, (_, at) => ({
        id: 1_000 + at,
        ago: at / 10,
      })),
    );
    const browser = await own.browser().loggedIn("physician");
    const page = await open(`${PAGE}?page=2`, browser);
    expect(page.patients).toHaveLength(50);
    expect(page.main).toContain(
      "Notes 51 to 100 of 120 from the last 24 hours",
    );
    expect(page.main).toContain("70 unread notes are not shown");
    // No filter hides the others: the pages are the way to them.
    expect(page.main).not.toContain("Show the last 72 hours");
    const ids = page.document
      .querySelector("#notes-form [name=notes]")
      ?.getAttribute("value")
      ?.split(",");
    expect([ids?.length, ids?.[0], ids?.at(-1)]).toEqual([50, "1050", "1099"]);
    const pager = [
      ...page.document.querySelectorAll("nav[aria-label='Pages of notes'] a"),
    ].map((link) => link.getAttribute("href"));
    expect(pager).toEqual([PAGE, PAGE, `${PAGE}?page=3`, `${PAGE}?page=3`]);
    const sorting = page.document.querySelector("#notes thead a");
    expect(sorting?.getAttribute("href")).not.toContain("page=");
    expect((await open(`${PAGE}?page=9`, browser)).patients).toHaveLength(20);
  });

  test("are told of by a server that cannot mark them", async () => {
    const { browser, fields } = await openMine();
    const answer = await withoutTable(own, "audit_events", () =>
      browser.post(VIEW, fields),
    );
    expect([answer.status, answer.location]).toEqual([303, VIEW]);
    expect((await open(VIEW, browser)).notices).toContain(
      "Error: Something went wrong on the server.",
    );
    expect(await readNotes()).toEqual([73]);
  });

  test("are not marked by a form that is not ours, or is odd", async () => {
    const { browser, fields } = await openMine();
    const statusOf = async (
      changes: Record<string, string>,
      origin = own.origin,
    ) =>
      (
        await browser.post(
          PAGE,
          { ...fields, ...changes },
          { headers: { origin } },
        )
      ).status;
    expect(await statusOf({ csrf: "x" })).toBe(403);
    expect(await statusOf({}, "http://evil.example")).toBe(403);
    for (const notes of ["", "71,", "x", "1e3", "-1", "9".repeat(16)]) {
      expect(await statusOf({ notes })).toBe(400);
    }
    const many = Array.from({ length: 501 }, (_, id) => id).join(",");
    expect(await statusOf({ notes: many })).toBe(400);
    expect(await readNotes()).toEqual([73]);
  });

  test("have high-risk ones first for who has none to read, with what is new since the last look", async () => {
    const looked = new Date(Date.now() - 2.5 * HOUR_MS);
    await inStore(own, async ({ db }) => {
      await db
        .updateTable("notes")
        .set({ high_risk: 1 })
        .where("id", "in", [73, 74])
        .execute();
      const user = { id: 1, username: "company" };
      const origin = { address: null, requestId: null };
      await insertAuditEvents(db, [
        { action: "view_notes", at: looked, user, ...origin },
      ]);
    });
    const { document, main } = await open(
      PAGE,
      await own.browser().loggedIn("company"),
    );
    const isHighRisk = all(document, "#notes tbody tr").map((row) =>
      textOf(row).includes("High risk"),
    );
    expect(isHighRisk).toEqual([true, false, false]);
    expect(main).toContain("3 notes from the last 24 hours, high-risk first");
    expect(textsOf(document, "#notes strong")).toEqual(["New", "New"]);
    expect(main).toMatch(/2 new since you last looked on \d/);
    expect(main).toMatch(/1 high-risk note is not shown. It is from \d/);
  });
});
