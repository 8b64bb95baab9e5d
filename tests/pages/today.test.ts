import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, it } from "vitest";
import type { TodayResident } from "~/contract/today";
import { epochDayOf, isoDayOf, usDayOf } from "~/domain/calendar";
import { todayWords as words } from "~/domain/today/today-words";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { type FakeHost, says, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

const PAGE = "/today/facility/101";
const DAY = "2026-06-15";
const ago = (days: number) => isoDayOf(epochDayOf(DAY) - days);
const us = (days: number) => usDayOf(ago(days));

const QUIET: TodayResident = {
  stay_id: 1,
  resident_id: 11,
  mrn: "M-1",
  first_name: "Quinn",
  last_name: "=Quiet",
  facility_id: 101,
  facility_name: "Alder House",
  unit: "2 West",
  npi: null,
  physician_name: null,
  admitted_on: ago(200),
  from_hospital: false,
  long_stay_from: ago(100),
  frailty_score: 3,
  hospitalizations_30: 0,
  hospitalizations_90: 0,
  hospitalizations_180: 1,
  ed_visits_30: 0,
  ed_visits_90: 0,
  ed_visits_180: 0,
  out_since: null,
  bed_kept: false,
  back_on: null,
  last_note_at: null,
  last_note_high_risk: false,
  last_note_unread: false,
  high_risk_note_at: null,
  high_risk_note_on: null,
};
const FRAIL: TodayResident = {
  ...QUIET,
  stay_id: -2,
  resident_id: -12,
  first_name: "Fay",
  last_name: "<Frail>",
  unit: null,
  npi: 1000000001,
  physician_name: "Gray, Gail",
  admitted_on: ago(2),
  from_hospital: true,
  long_stay_from: ago(-98),
  frailty_score: 8,
  last_note_at: "2026-06-15T02:05:00.000Z",
  last_note_high_risk: true,
  last_note_unread: true,
  high_risk_note_at: "2026-06-15T02:05:00.000Z",
  high_risk_note_on: "2026-06-14",
};
const OUT: TodayResident = {
  ...QUIET,
  stay_id: 3,
  resident_id: 13,
  first_name: "Olin",
  last_name: "Out",
  out_since: ago(4),
  bed_kept: true,
};

let host: FakeHost;
let portal: Portal;

async function browserOf(role = "facility"): Promise<Browser> {
  signsIn(host, { role, levels: [101] });
  says(host, "/api/company/organization/", {
    data: {
      divisions: [],
      regions: [],
      facilities: [
        {
          facility_id: 101,
          facility_name: "Alder House",
          region_id: 11,
          region_name: "Coast",
          division_id: 1,
          overall: null,
          health_inspection: null,
          qm: null,
          staffing: null,
        },
      ],
    },
  });
  return portal.browser().loggedIn(role);
}

function answer(data: TodayResident[], through: string | null = DAY): void {
  says(host, PAGE, {
    data,
    day: DAY,
    facilities: [
      { facility_id: 101, facility_name: "Alder House", data_through: through },
    ],
    has_notes: true,
  });
}

function cellsOf({ text }: Page, table: string): (string | undefined)[][] {
  return all(documentOf(text), `#${table} tbody tr`).map((row) =>
    all(row, "th, td").map((cell) => textOf(cell).replace(/\s+/g, " ")),
  );
}

describe("the page of today", () => {
  onFakeHost((started) => ({ host, portal } = started));
  beforeEach(() => answer([QUIET, FRAIL, OUT]));

  it("says of each resident what the day means, why they are on the list, and where their page is", async () => {
    const page = await (await browserOf()).get(PAGE);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    const document = documentOf(page.text);
    expect(document.title).toBe("Today, Alder House – Sojourn");
    expect(textsOf(document, "h1")).toEqual(["Today Alder House"]);
    expect(cellsOf(page, "attention")).toEqual([
      [
        "<Frail>, Fay",
        expect.stringMatching(
          new RegExp(
            `^30-day window closes ${us(-28)}, frailty 8 ?New from hospital ${us(2)} ?High-risk note ${us(1)} 10:05 PM$`,
          ),
        ),
        "3",
        `${us(-28)}, 28 days left`,
        "In 98 days",
        "8 High",
        "0 · 0 · 1",
        "0",
        `${us(1)} 10:05 PM, high risk, unread`,
        "Gray, Gail",
        "",
      ],
    ]);
    expect(cellsOf(page, "out").map((row) => row.slice(0, 2))).toEqual([
      ["Out, Olin 2 West", `${us(4)}, ${words.bedKept}`],
    ]);
    expect(cellsOf(page, "others").map((row) => row.slice(0, 5))).toEqual([
      ["=Quiet, Quinn 2 West", "201", "", us(100), "3 Med"],
    ]);
    // In one piece, whatever room the name leaves.
    const [unit] = all(document, "#out tbody th .text-muted");
    expect(unit?.getAttribute("class")).toContain("inline-block");
    const links = all(document, "#attention tbody a");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/residents/-12",
    ]);
    expect(
      textsOf(document, ".counts li").map((one) => one.replace(/\s+/g, " ")),
    ).toEqual([
      "In house2",
      "Need attention1",
      "In the 30-day window1",
      "Out at hospital now1",
      "Back within 72 hours0",
      "Long-stay within 7 days0",
    ]);
  });

  it("leads to the reviews of the place where the host has any", async () => {
    const waysOf = async () =>
      all(documentOf((await (await browserOf()).get(PAGE)).text), "main a")
        .map((link) => link.getAttribute("href"))
        .filter((href) => href?.startsWith("/reviews"));
    expect(await waysOf()).toEqual([]);
    says(host, "/reviews", {
      data: [],
      counts: { transfers: 0, reviewed: 0, lists: {} },
      places: [],
      review_days: 7,
      since: DAY,
      next: null,
    });
    expect(await waysOf()).toEqual(["/reviews?level=facility&id=101"]);
  });

  it("shows what the address asks for, in forms and links that keep it", async () => {
    const browser = await browserOf();
    const page = await browser.get(`${PAGE}?show=attention&sort=day&dir=desc`);
    const document = documentOf(page.text);
    expect(all(document, "#others, #out")).toEqual([]);
    expect(cellsOf(page, "attention")).toHaveLength(1);
    const hrefs = all(document, "a").map((link) => link.getAttribute("href"));
    expect(hrefs).toContain(
      "/today-data/facility/101?show=attention&sort=day&dir=desc",
    );
    expect(hrefs).toContain(`${PAGE}?sort=day&dir=desc`);
    const none = await browser.get(`${PAGE}?unit=nowhere`);
    expect(none.text).toContain(words.emptyFiltered);
  });

  it("says what a late facility means, and one that has no complete data", async () => {
    const browser = await browserOf();
    answer([QUIET], ago(3));
    expect((await browser.get(PAGE)).text).toContain(
      `The data of Alder House reach ${us(3)}.`,
    );
    answer([], null);
    const { text } = await browser.get(PAGE);
    expect(text).toContain("Alder House has no complete data");
    expect(text).toContain(words.empty);
  });

  it("is told to be missing of a host that has no such call, and no link leads there then", async () => {
    host.on(PAGE, (_, response) => response.writeHead(404).end("{}"));
    says(host, "/api/medicalstaff/", { data: [] });
    const browser = await browserOf();
    const profile = "/facility-profile/101";
    expect((await browser.get(profile)).text).toContain(`href="${PAGE}"`);
    const page = await browser.get(PAGE);
    expect(page.status).toBe(200);
    expect(page.text).toContain(words.missing);
    expect((await browser.get(profile)).text).not.toContain(`href="${PAGE}"`);
  });

  it("is a file of what it shows, harmless for spreadsheets", async () => {
    const browser = await browserOf();
    const path = "/today-data/facility/101?show=out";
    const file = await browser.get("/today-data/facility/101");
    expect(file.headers.get("content-disposition")).toBe(
      `attachment; filename="today-facility-101-${DAY}.csv"`,
    );
    const rows = parse<Record<string, string>>(file.text, {
      columns: true,
      bom: true,
    });
    expect(rows.map((row) => row.patient_last_name)).toEqual([
      "<Frail>",
      "Out",
      "'=Quiet",
    ]);
    expect(rows[0]).toMatchObject({
      patient_id: "-12",
      mrn: "M-1",
      day_of_stay: "3",
      window_closes_on: ago(-28),
      window_days_left: "28",
      days_to_long_stay: "98",
      frailty_band: "high",
      data_through: DAY,
      why: expect.stringContaining("New from hospital"),
    });
    // Blank where it is not known, or there is nothing to say it of.
    expect(
      rows.map((row) => [
        row.patient_first_name,
        row.bed_kept,
        row.last_note_high_risk,
        row.last_note_unread,
      ]),
    ).toEqual([
      ["Fay", "", "true", "true"],
      ["Olin", "true", "", ""],
      ["Quinn", "", "", ""],
    ]);
    const { last_note_unread: _, ...toldToNobody } = FRAIL;
    answer([
      {
        ...{ ...toldToNobody, last_note_high_risk: false },
        ...{ frailty_score: -1, physician_name: "Unknown" },
      },
    ]);
    const [unmarked] = parse<Record<string, string>>(
      (await browser.get("/today-data/facility/101")).text,
      { columns: true, bom: true },
    );
    expect(unmarked).toMatchObject({
      last_note_high_risk: "false",
      last_note_unread: "",
      frailty_score: "",
      physician_npi: "1000000001",
      physician_name: "",
    });
    answer([QUIET, FRAIL, OUT]);
    expect(host.callsTo(PAGE).at(-1)?.path).toContain("file=true");
    const some = await browser.get(path);
    expect(some.text).toContain("Out,Olin");
    expect(some.text).not.toContain("Frail");
    answer([]);
    expect((await browser.get(path)).location).toBe(`${PAGE}?show=out`);
  });
});

describe("the page of today, of the small census", () => {
  onPortal((started) => (portal = started));

  it.each([
    ["physician", PAGE, 403],
    ["facility", "/today/facility/201", 403],
    ["facility", "/today/region/11", 404],
    ["facility", "/today/facility/x", 404],
    ["physician", "/today/physician/1000000002", 403],
    ["company", "/today/physician/0", 404],
    ["company", "/today/physician/1999999999", 404],
    ["facility", "/today-data/facility/201", 403],
  ])("answers %s at %s with %i", async (username, path, status) => {
    const browser = await portal.browser().loggedIn(username);
    expect((await browser.get(path)).status).toBe(status);
  });

  it("is opened by its link on the profile, and by a physician for their own", async () => {
    for (const [username, profile, path] of [
      ["facility", "/facility-profile/101", PAGE],
      [
        "physician",
        "/physician-profile/1000000001",
        "/today/physician/1000000001",
      ],
    ] as const) {
      const browser = await portal.browser().loggedIn(username);
      expect((await browser.get(profile)).text).toContain(`href="${path}"`);
      expect((await browser.get(path)).status).toBe(200);
    }
  });
});
