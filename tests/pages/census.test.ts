import { beforeEach, describe, expect, it } from "vitest";
import type { CensusFacility } from "~/contract/census";
import type { Browser, Page } from "./support/browser";
import { all, documentOf, nameOf, textOf, textsOf } from "./support/document";
import { type FakeHost, says, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const PAGE = "/census";
const LIST = "/census/list";

const WELL: CensusFacility = {
  facility_id: 101,
  facility_name: "Alder <House>",
  data_through: "2026-06-15",
  last_message: null,
  last_movement: null,
  movements: null,
  usual_movements: null,
  is_silent: false,
  residents: 92,
  beds: null,
  stays: 300,
  stays_in_doubt: 6,
  hospital_without_transfer: 0,
  transfer_outside_stay: 0,
  overlapping_stays: 0,
  shared_mrn: 0,
  no_physician: 0,
  long_open: 0,
  assumed_outcome: 0,
  waiting: 0,
};
const SILENT: CensusFacility = {
  ...WELL,
  facility_id: 102,
  facility_name: "Birch House",
  last_message: "2026-06-12T14:05:00.000Z",
  last_movement: "2026-06-09T13:00:00.000Z",
  movements: 0.857,
  usual_movements: 6.02,
  is_silent: true,
  beds: 110,
  stays_in_doubt: 7,
  overlapping_stays: 7,
  no_physician: 1,
  waiting: 1_200,
};

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

async function browserOf(role = "region"): Promise<Browser> {
  signsIn(host, { role });
  return portal.browser().loggedIn(role);
}

/** What the host says from now on; of lists first, whose path begins like the other. */
function answer(rows: CensusFacility[], more: object = {}): void {
  says(host, PAGE, {
    data: rows,
    facilities: rows.length,
    marked: rows.filter((row) => row.is_silent).length,
    next: null,
    unplaced: null,
    ...more,
  });
}

function cellsOf({ text }: Page, table: string): (string | undefined)[][] {
  return all(documentOf(text), `#${table} tbody tr`).map((row) =>
    all(row, "th, td").map((cell) => textOf(cell).replace(/\s+/g, " ")),
  );
}

describe("the census page", () => {
  beforeEach(() => answer([WELL, SILENT]));

  it("says of each facility how new its census is, and what looks wrong in it", async () => {
    const page = await (await browserOf()).get(PAGE);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(documentOf(page.text).title).toBe("Census – Sojourn");
    expect(cellsOf(page, "facilities")).toEqual([
      [
        "Alder <House>",
        "No feed",
        "",
        "",
        "92, beds not known",
        "2%",
        "Nothing",
      ],
      [
        expect.stringMatching(
          /^Birch House ?Silent since Tuesday, 06\/09\/2026, usually 6 movements a day ?In doubt 2\.3% of the stays of a year$/,
        ),
        "06/12/2026 10:05 AM",
        "06/09/2026 09:00 AM",
        "0.9, usually 6",
        "92 of 110",
        "2.3%",
        expect.stringMatching(
          /^7 overlapping stays ?1 stay without a physician ?1,200 messages that wait$/,
        ),
      ],
    ]);
  });

  it("says why movements and beds are not known, and of whom a list is", async () => {
    const [young, alone] = [{ movements: null }, { beds: null }];
    answer([WELL, { ...SILENT, ...young, ...alone, usual_movements: null }]);
    const page = await (await browserOf()).get(PAGE);
    expect(cellsOf(page, "facilities")[1]?.[3]).toBe(
      "Not known in its first week",
    );
    expect(page.text).toContain("it comes with the CMS ratings");
    expect(page.text).not.toContain("of beds");
    const [link] = all(documentOf(page.text), "#facilities li a");
    expect(link?.getAttribute("aria-label")).toBe(
      "7 overlapping stays, Birch House",
    );
    answer([SILENT]);
    const { text } = await (await browserOf()).get(PAGE);
    expect(text).not.toContain("it comes with the CMS ratings");
    expect(text).toContain("of beds");
  });

  it("asks for the order of a column over all pages, and is of one place where its address names it", async () => {
    const browser = await browserOf();
    const page = await browser.get(
      `${PAGE}?level=facility&id=102&page=2&sort=doubt&dir=desc`,
    );
    const hrefs = all(documentOf(page.text), "main a").map((link) =>
      link.getAttribute("href"),
    );
    expect(hrefs).toContain(
      `${PAGE}?level=facility&id=102&sort=residents&dir=asc#facilities`,
    );
    expect(hrefs).toContain(`${PAGE}?sort=doubt&dir=desc`);
    await browser.get(`${PAGE}?level=physician&id=1&sort=nothing&dir=asc`);
    expect(
      host.callsTo(PAGE).map(({ path }) => new URL(path, host.url).search),
    ).toEqual(["?level=facility&id=102&sort=doubt&dir=desc&page=1", "?page=0"]);
  });

  it("opens the list behind a count, with what to do about it", async () => {
    const stay = {
      mrn: "7",
      first_name: "Ada",
      last_name: "Lee",
      admitted_on: "2026-05-01",
      discharged_on: null,
      npi: 1_000_000_001,
      physician_name: "Ben Gray",
      word_of: "feed",
    };
    const other = { mrn: "8", first_name: "Bo", last_name: "Orr" };
    const nobody = { npi: null, physician_name: null };
    says(host, LIST, {
      data: [
        { ...stay, resident_id: -7 },
        { ...stay, ...other, ...nobody, admitted_on: "2026-05-02" },
      ],
      next: 1,
    });
    const browser = await browserOf();
    const { text } = await browser.get(PAGE);
    const href = `${PAGE}?list=overlapping_stays&facility-id=102`;
    const [link] = all(documentOf(text), "#facilities li a");
    expect(link?.getAttribute("href")).toBe(`${href}#findings-heading`);
    const page = await browser.get(href);
    const document = documentOf(page.text);
    expect(textsOf(document, "#findings-heading")).toEqual([
      "Overlapping stays: Birch House",
    ]);
    expect(page.text).toContain("End the older one");
    expect(cellsOf(page, "findings")).toEqual([
      ["Lee, Ada", "7", "Ben Gray", "05/01/2026", "Open stay", "Feed"],
      ["Orr, Bo", "8", "None", "05/02/2026", "Open stay", "Feed"],
    ]);
    // The second row is of a host without pages of residents.
    expect(
      all(document, "#findings a").map((name) => name.getAttribute("href")),
    ).toEqual(["/residents/-7"]);
    expect(textsOf(document, "#facilities [aria-current]")).toEqual([
      "7 overlapping stays",
    ]);
    const asked = host.callsTo(LIST).at(-1)?.path ?? "";
    expect(new URL(asked, host.url).searchParams.toString()).toBe(
      "kind=overlapping_stays&facility_id=102&page=0",
    );
    const links = all(document, "a").map((link) => link.getAttribute("href"));
    expect(links).toContain(`${href}&rows=2#findings`);
    // Closing it leads back to the link that opened it.
    expect(links).toContain(`${PAGE}#${link?.id}`);
    expect(link?.id).toBeTruthy();
  });

  it("gives the reasons for which messages wait", async () => {
    says(host, LIST, {
      data: [
        { reason: "no_stay", messages: 1_199 },
        { reason: "as_yet_unnamed", messages: 1 },
      ],
      next: null,
    });
    const page = await (
      await browserOf()
    ).get(`${PAGE}?list=waiting&facility-id=102`);
    expect(cellsOf(page, "findings")).toEqual([
      ["The resident has no stay there", "1,199"],
      ["as_yet_unnamed", "1"],
    ]);
    expect(page.text).toContain("An account manager can name the sender");
    const { text } = await (
      await browserOf("account_manager")
    ).get(`${PAGE}?list=waiting&facility-id=102`);
    expect(text).toContain("You can name the sender");
    const hrefs = all(documentOf(text), "main a").map((link) =>
      link.getAttribute("href"),
    );
    expect(hrefs).toContain("/feed?status=waiting");
    // An account manager has no dashboard.
    expect(hrefs).toContain("/users");
  });

  it("says so where a list is closed to the viewer, and where it has gone", async () => {
    const browser = await browserOf("account_manager");
    const path = `${PAGE}?list=no_physician&facility-id=102`;
    says(host, LIST, { error: "forbidden" }, 403);
    const closed = await browser.get(path);
    expect(closed.status).toBe(200);
    expect(closed.text).toContain("Your account may not read this list.");
    says(host, LIST, { error: "not found" }, 404);
    expect((await browser.get(path)).text).toContain(
      "This facility is not there any more.",
    );
    host.on(LIST, (_, response) => response.writeHead(204).end());
    expect((await browser.get(path)).text).toContain(
      "Nothing of this kind is there any more.",
    );
  });

  it("leads from page to page of facilities, and keeps their order", async () => {
    answer([WELL], { facilities: 101, next: 1, unplaced: 3 });
    const browser = await browserOf();
    const first = await browser.get(`${PAGE}?sort=doubt&dir=asc`);
    const unplaced = "3 messages wait whose facility is not known.";
    expect(first.text).toContain(unplaced);
    const linksOf = ({ text }: Page) =>
      all(documentOf(text), "nav[aria-label='Pages of facilities'] a").map(
        (link) => link.getAttribute("href"),
      );
    expect(linksOf(first)).toEqual([
      `${PAGE}?page=2&sort=doubt&dir=asc#facilities`,
    ]);
    const accounts = await browserOf("account_manager");
    const { text } = await accounts.get(PAGE);
    expect(textsOf(documentOf(text), "main a[href='/feed']")).toEqual([
      unplaced,
    ]);
    answer([WELL], { facilities: 101 });
    expect(linksOf(await browser.get(`${PAGE}?page=2`))).toEqual([
      `${PAGE}#facilities`,
    ]);
  });

  it.each(["?page=x", "?list=everything&facility-id=1", "?list=waiting"])(
    "takes what nobody understands of its address as not said: %s",
    async (query) => {
      const browser = await browserOf();
      const page = await browser.get(PAGE + query);
      expect(page.status).toBe(200);
      expect(cellsOf(page, "facilities")).toHaveLength(2);
      expect(all(documentOf(page.text), "#findings")).toEqual([]);
    },
  );
});

it("is empty for who has no facilities", async () => {
  host.on(PAGE, (_, response) => response.writeHead(204).end());
  const page = await (await browserOf()).get(PAGE);
  expect(page.text).toContain("You have no facilities.");
});

it("says that a host does not offer it, which it is asked once in a session", async () => {
  says(host, PAGE, { error: "not found" }, 404);
  const browser = await browserOf();
  for (let count = 0; count < 2; count += 1) {
    const page = await browser.get(PAGE);
    expect(page.status).toBe(200);
    expect(page.text).toContain("This page is not available.");
  }
  expect(host.callsTo(PAGE)).toHaveLength(1);
});

it("tells an error in its place, with a way to try again", async () => {
  says(host, PAGE, {}, 500);
  const page = await (await browserOf()).get(PAGE);
  expect(page.status).toBe(200);
  expect(page.text).toContain("The census was not retrieved");
});

describe("the pages of places", () => {
  const headOf = async (path: string) => {
    const { status, text } = await (await browserOf("company")).get(path);
    expect(status).toBe(200);
    const links = all(documentOf(text), "main a[href^='/census']");
    return links.map((link) => [nameOf(link), link.getAttribute("href")]);
  };
  beforeEach(() => {
    says(host, "/api/medicalstaff/", { data: [] });
    says(host, "/api/company/organization/", {
      data: {
        divisions: [{ division_id: 1, division_name: "North" }],
        regions: [{ region_id: 11, region_name: "Coast", division_id: 1 }],
        facilities: [
          {
            facility_id: 102,
            facility_name: "Birch House",
            region_id: 11,
            region_name: "Coast",
            division_id: 1,
          },
        ],
      },
    });
  });

  it("mark a facility that is silent and has much in doubt", async () => {
    answer([SILENT]);
    const href = `${PAGE}?level=facility&id=102`;
    expect(await headOf("/facility-profile/102")).toEqual([
      ["Silent since Tuesday, 06/09/2026, usually 6 movements a day", href],
      ["In doubt 2.3% of the stays of a year", href],
    ]);
    const asked = host.callsTo(PAGE).at(-1)?.path ?? "";
    expect(new URL(asked, host.url).searchParams.toString()).toBe(
      "level=facility&id=102&isnp=false&marked=true",
    );
  });

  it("say of a larger place how many of all its facilities are marked", async () => {
    answer([WELL, SILENT], { facilities: 250, marked: 9, next: 1 });
    expect(await headOf("/company-overview?view=huddle")).toEqual([
      ["In doubt the census of 9 of 250 facilities", PAGE],
    ]);
  });

  it("mark a facility in the list of its region and in the comparison, and no region that has its id", async () => {
    answer([WELL, SILENT]);
    const row = { name: "Birch House", patient_count: 9 };
    const other = { ...row, id: 103, name: "Cedar House" };
    says(host, "/api/summary/", { data: [{ ...row, id: 102 }, other] });
    const browser = await browserOf("company");
    const namesAt = async (path: string, table: string) =>
      textsOf(documentOf((await browser.get(path)).text), `${table} tbody th`);
    const marked = ["Birch House (silent, in doubt)", "Cedar House"];
    expect(await namesAt("/region-profile/11", "#list")).toEqual(marked);
    const compared = "/region-profile/11?compare=rth";
    expect(await namesAt(compared, "#compared")).toEqual(marked);
    expect(await namesAt("/division-profile/1", "#list")).toEqual([
      "Birch House",
      "Cedar House",
    ]);
  });

  it("draw no month of a silent facility from its newest movement on", async () => {
    const browser = await browserOf("company");
    const path =
      "/facility-profile/102?startDate=2025-02-01&endDate=2026-01-31&graph=rth_30";
    const withoutRate = async () =>
      (await browser.get(path)).text.split("No rate").length - 1;
    answer([WELL]);
    const before = await withoutRate();
    answer([{ ...SILENT, last_movement: "2025-11-10T13:00:00.000Z" }]);
    // The admissions of October may still come back; those of December and January are not known.
    expect(await withoutRate()).toBe(before + 4);
  });

  it("have no mark where the census can be trusted, and where the host tells nothing of it", async () => {
    answer([WELL]);
    expect(await headOf("/facility-profile/102")).toEqual([]);
    says(host, PAGE, {}, 404);
    expect(await headOf("/facility-profile/102")).toEqual([]);
  });
});
