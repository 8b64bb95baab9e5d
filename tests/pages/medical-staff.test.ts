import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayIn, isoDayOf } from "~/domain/calendar";
import { FIRST_TO_HAVE_A_DAY } from "~/domain/time-zone";
import { medicalStaffData, medicalStaffReport } from "~/report-paths";
import type { Browser } from "./support/browser";
import { CENSUS, PASSWORD } from "./support/census";
import { all, documentOf, textOf, textsOf } from "./support/document";
import { type FakeHost, says } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
  type Portal,
} from "./support/portal";

const REPORT = medicalStaffReport;
const FILE = medicalStaffData;
const NO_ROWS = "startDate=1990-01-01&endDate=1990-01-31";

const user = (name: string, level: string, ids: string, isnp = false) =>
  `${name},First,Last,${PASSWORD},${level},${ids},${isnp}`;

async function reportOn(browser: Browser, query = "") {
  const { status, text } = await browser.get(REPORT + query);
  expect(status).toBe(200);
  const page = documentOf(text);
  return {
    page,
    title: page.title,
    heading: textOf(page.querySelector("h1")),
    names: all(page, "tbody th").map((cell) => [
      textOf(cell),
      cell.querySelector("a")?.getAttribute("href") ?? null,
    ]),
    main: textOf(page.querySelector("main")),
    fields: all(page, "form[aria-label=Filters] select").map((field) =>
      field.getAttribute("name"),
    ),
    file: page.querySelector(`a[href^="${FILE}"]`)?.getAttribute("href"),
  };
}

describe("the medical staff of the small company", () => {
  let portal: OwnPortal;
  /** Signed in as the company. */
  let browser: Browser;
  beforeAll(async () => {
    portal = await startPortal({
      census: {
        "facilities.csv": CENSUS["facilities.csv"]
          .replace("staffing", "staffing,time_zone")
          .replace(
            "201,Ash House,21,015004,2,2,2,2",
            `$&,${FIRST_TO_HAVE_A_DAY}`,
          )
          .replace(/^10.*/gm, "$&,"),
        "physicians.csv": `npi,first_name,last_name,credentials,primary_specialty,alternate_specialty,organization_legal_name
1000000001,Gina,=1+1,MD,,,
1000000002,Sam,Stone,DO,,,
1000000003,Rita,"Reed ""R""",MD,,,`,
        "stays.csv": `stay_id,patient_id,facility_id,npi,admitted_on,discharged_on,admitted_from,isnp
1,1,101,1000000001,2025-01-10,,hospital,true
2,2,101,1000000002,2025-02-10,,community,false
3,3,102,1000000002,2025-03-10,,hospital,false
4,4,201,,2025-04-10,,hospital,false
5,4,201,1000000003,2025-03-10,2025-03-20,hospital,false`,
        "users.csv": [
          "username,firstname,lastname,password,access_level,access_level_id,isnp_only",
          user("company", "company", "0"),
          user("accounts", "account_manager", "0"),
          user("region", "region", "11"),
          user("regions", "region", "11 12"),
          user("facility", "facility", "101"),
          user("physician", "physician", "1000000001"),
          user("isnp", "region", "11", true),
        ].join("\n"),
      },
    });
    browser = await portal.browser().loggedIn("company");
  }, PORTAL_START_TIMEOUT_MS);
  afterAll(() => portal.stop());

  const RANGE = "startDate=2025-01-01&endDate=2025-12-31";

  it("lists everybody to the company, the stays of nobody too", async () => {
    const report = await reportOn(browser, `?${RANGE}`);
    expect(report.title).toBe("Medical Staff Report – Sojourn");
    expect(report.heading).toBe("Medical Staff Report");
    const carried = "startDate=2025-01-01&endDate=2025-12-31";
    expect(report.names).toEqual([
      ["=1+1, Gina, MD", `/physician-profile/1000000001?${carried}`],
      ['Reed "R", Rita, MD', `/physician-profile/1000000003?${carried}`],
      ["Stone, Sam, DO", `/physician-profile/1000000002?${carried}`],
      [
        "Patients without primary care physician",
        `/physician-profile/0?${carried}`,
      ],
    ]);
    expect(report.main).toContain("3 physicians");
    expect(report.fields).toEqual(["division", "region", "facility", "isnp"]);
    const heads = textsOf(report.page, "thead tr:last-child th");
    expect(heads.map((head) => head.split(" High")[0])).toEqual([
      "Name",
      "Facilities",
      "Patients",
      "Short-stay patients",
      "Long-stay patients",
      "RTH%",
      "ED%",
      "H/1000",
      "ED/1000",
      "ADM/1000",
      "Frailty score distribution",
    ]);
    for (const [, href] of report.names) {
      expect((await browser.get(href ?? "")).status, href ?? "").toBe(200);
    }
  });

  it("is sorted by the address, and says so", async () => {
    const { page, names } = await reportOn(
      browser,
      `?${RANGE}&sort=patient_count&dir=desc`,
    );
    expect(names[0]?.[0]).toBe("Stone, Sam, DO");
    expect(textsOf(page, "[aria-sort=descending]")).toEqual(["Patients"]);
    expect(all(page, "[aria-sort]")).toHaveLength(1);
    expect(textOf(page.querySelector("caption"))).toBe(
      "Medical Staff, sorted by Patients, descending",
    );
  });

  it("narrows to a place, and carries a facility on to the profiles", async () => {
    const valley = await reportOn(browser, `?region=21&${RANGE}`);
    expect(valley.heading).toBe("Medical Staff Report Valley");
    // Their profile would hold those of other regions too.
    expect(valley.names.at(-1)).toEqual([
      "Patients without primary care physician",
      null,
    ]);
    const ash = await reportOn(browser, `?facility=201&${RANGE}`);
    expect(ash.names.map(([, href]) => href)).toEqual([
      `/physician-profile/1000000003?facility-id=201&${RANGE}`,
      `/physician-profile/0?facility-id=201&${RANGE}`,
    ]);
  });

  it("ends at a facility's own day where no range is asked for", async () => {
    const today = () => isoDayOf(dayIn(FIRST_TO_HAVE_A_DAY, Date.now()));
    const asked = today();
    const { page } = await reportOn(browser, "?facility=201");
    const end = page.querySelector("[name=endDate]")?.getAttribute("value");
    expect([asked, today()]).toContain(end);
  });

  it("shows a region its own staff, and to ISNP-only viewers ISNP patients alone", async () => {
    const region = await portal.browser().loggedIn("region");
    const own = await reportOn(region);
    expect(own.heading).toBe("Medical Staff Report Coast");
    expect(own.names).toHaveLength(2);
    const isnp = await portal.browser().loggedIn("isnp");
    const fixed = await reportOn(isnp, "?isnp=false");
    expect(fixed.fields).toEqual(["facility"]);
    expect(fixed.main).toContain("ISNP Patients Only");
    expect(fixed.names.map(([name]) => name)).toEqual(["=1+1, Gina, MD"]);
  });

  it("asks viewers of several places to choose one", async () => {
    const regions = await portal.browser().loggedIn("regions");
    const { main, names, file } = await reportOn(regions);
    expect(main).toContain("Choose a location to see its medical staff.");
    expect([names, file]).toEqual([[], undefined]);
    const coast = await reportOn(regions, "?region=11");
    expect(coast.names).toHaveLength(2);
    expect((await regions.get(FILE)).status).toBe(400);
  });

  it("puts a date right as the profiles do, and says so once", async () => {
    const sent = `?startDate=2025-05-01&endDate=2025-04-01&previousStartDate=2025-01-01&previousEndDate=2025-12-31&division=1&region=&facility=&isnp=true&sort=name&dir=asc`;
    const { status, location } = await browser.get(REPORT + sent);
    expect([status, location]).toEqual([
      302,
      `${REPORT}?division=1&isnp=true&startDate=2025-04-01&endDate=2025-04-01&sort=name&dir=asc`,
    ]);
    const query = (location ?? "").slice(REPORT.length);
    const note = "From Date was after To Date, so it was set to 04/01/2025.";
    const { main, page } = await reportOn(browser, query);
    expect(main).toContain(note);
    const hint = page
      .querySelector("#startDate")
      ?.getAttribute("aria-describedby");
    expect(textOf(page.querySelector(`#${hint}`))).toBe(note);
    expect((await reportOn(browser, query)).main).not.toContain(note);
  });

  it.each([
    REPORT,
    "/reports/after-hours-patient-report",
    "/reports/cms-qies-reports",
  ])(
    "says which place was cleared, and takes it out of the address: %s",
    async (path) => {
      const { status, location } = await browser.get(
        `${path}?hours=24&${RANGE}&division=2&region=11`,
      );
      expect(status).toBe(302);
      const cleaned = new URL(location ?? "", portal.origin);
      // The notes are led on once more to the days that they are of.
      expect([...cleaned.searchParams.keys()]).toContain("division");
      const { location: next, text } = await browser.get(location ?? "");
      const shown = next ? (await browser.get(next)).text : text;
      const page = documentOf(shown);
      expect(textOf(page.querySelector("#filter-notes"))).toMatch(
        /^\S.* is not in \S.*\. You now see all of \S.*\.$/,
      );
      const address = new URL(next ?? location ?? "", portal.origin);
      expect(address.searchParams.has("region")).toBe(false);
      expect(address.searchParams.get("division")).toBe("2");
    },
  );

  it("says where there is nothing, with the way out", async () => {
    const { main, page, file } = await reportOn(browser, `?${NO_ROWS}`);
    expect(main).toContain("No results found for this search.");
    expect(file).toBeUndefined();
    const clear = all(page, `main a[href="${REPORT}"]`);
    expect(clear.map(textOf)).toEqual(["Clear filters"]);
  });

  it("is saved as the table shows it, harmless for spreadsheets", async () => {
    const { file } = await reportOn(
      browser,
      `?${RANGE}&sort=name&dir=desc&division=1`,
    );
    const { status, headers, text } = await browser.get(file ?? "");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("cache-control")).toContain("no-store");
    expect(headers.get("content-disposition")).toBe(
      'attachment; filename="medical-staff-division-1-from-2025-01-01-2025-12-31.csv"',
    );
    const rows: Record<string, string>[] = parse(text, { columns: true });
    expect(rows.map((row) => row.physician_last_name)).toEqual([
      "Stone",
      "'=1+1",
    ]);
    expect(rows[1]).toMatchObject({
      npi: "1000000001",
      physician_first_name: "Gina",
      facility_count: "1",
      patient_count: "1",
      frailty_high: "1",
    });
  });

  it("has a byte order mark, and the stays of nobody without an NPI", async () => {
    const cookie = Array.from(browser.cookies, (pair) => pair.join("="));
    const response = await fetch(
      `${portal.origin}${FILE}?facility=201&${RANGE}`,
      { headers: { cookie: cookie.join("; ") } },
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = new TextDecoder().decode(bytes).split("\r\n");
    expect(lines[1]).toMatch(/^1000000003,"Reed ""R""",Rita,MD,/);
    expect(lines[2]).toMatch(/^,Patients without primary care physician,,,/);
  });

  it("makes no file of filters that it would have to put right, or of another's place", async () => {
    const region = await portal.browser().loggedIn("region");
    for (const query of ["startDate=soon", "region=21", "facility=201"]) {
      const { status, text } = await region.get(`${FILE}?${query}`);
      expect(status, query).toBe(400);
      const back = documentOf(text).querySelector("main a");
      expect(back?.getAttribute("href")).toBe(`${REPORT}?${query}`);
    }
  });

  it("leads back to the report, which says so, where there is nothing to save", async () => {
    const { status, location } = await browser.get(`${FILE}?${NO_ROWS}`);
    expect([status, location]).toEqual([302, `${REPORT}?${NO_ROWS}`]);
    const { page } = await reportOn(browser, `?${NO_ROWS}`);
    expect(textsOf(page, ".notices li").join()).toContain("No results found");
  });
});

describe("on a host of an operator", () => {
  let host: FakeHost;
  let portal: Portal;
  onFakeHost((started) => ({ host, portal } = started));

  const CALL = "/api/medicalstaff/";

  function row(id: number) {
    const counts = { facility_count: 1, patient_count: id };
    return {
      id,
      physician_first_name: "Gina",
      physician_last_name: `Gray ${String(id).padStart(4, "0")}`,
      credentials: null,
      ...counts,
      short_stay_patient_count: 1,
      long_stay_patient_count: null,
      rth_30_metric: null,
      op_ed_30_metric: null,
      hosp_1000_lsdoc_metric: null,
      ed_1000_lsdoc_metric: null,
      ach_1000mm_metric: null,
      frailty_high: null,
      frailty_medium: null,
      frailty_low: null,
    };
  }

  it("shows the first rows of thousands, says so, and saves them all", async () => {
    const data = Array.from({ length: 510 }, (_, at) => row(at + 1));
    says(host, CALL, { data });
    const browser = await portal.browser().loggedIn("company");
    const { names, main, page } = await reportOn(
      browser,
      "?sort=patient_count&dir=desc",
    );
    expect(names).toHaveLength(500);
    expect(names[0]?.[0]).toBe("Gray 0510, Gina");
    expect(main).toContain("510 physicians");
    expect(main).toContain("The first 500 of 510 rows are shown");
    const cells = textsOf(page, "tbody tr:first-child td");
    expect(cells.slice(3)).toEqual(Array(7).fill("Unknown"));
    const { text } = await browser.get(FILE);
    expect(parse(text, { columns: true })).toHaveLength(510);
    const [call] = host.callsTo(CALL);
    expect(call?.path).toMatch(
      /^\/api\/medicalstaff\/company\/0\/.*isnp=false/,
    );
  });

  it.each([
    [500, {}, "Table data was not retrieved due to a system error."],
    [500, { message: "We rebuild." }, "We rebuild."],
    [200, { data: [{ id: "x" }] }, "Table data format error"],
  ])("says what went wrong: %s %o", async (status, body, words) => {
    says(host, CALL, body, status);
    const browser = await portal.browser().loggedIn("company");
    const { title, main, page } = await reportOn(browser, "?isnp=true");
    expect(title).toBe("Error: Medical Staff Report – Sojourn");
    expect(main).toContain("Data was not retrieved due to a system error.");
    expect(textsOf(page, ".notices li").join()).toContain(words);
    const again = all(page, "main a").find(
      (link) => textOf(link) === "Try again",
    );
    expect(again?.getAttribute("href")).toBe(`${REPORT}?isnp=true`);
    const { location } = await browser.get(`${FILE}?isnp=true`);
    expect(location).toBe(`${REPORT}?isnp=true`);
  });

  it("replaces the page where the host refuses", async () => {
    says(host, CALL, {}, 403);
    const browser = await portal.browser().loggedIn("company");
    expect((await browser.get(REPORT)).status).toBe(403);
    expect((await browser.get(FILE)).status).toBe(403);
  });
});
