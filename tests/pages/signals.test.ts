import { brotliCompressSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, it } from "vitest";
import type { SignalCells } from "~/contract/signals";
import { VARIATIONS } from "~/domain/signals/variation";
import { seededRandom } from "~server/demo/random";
import { all, documentOf, textOf } from "./support/document";
import { type FakeHost, says, sendJson, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const RANGE = "startDate=2025-07-01&endDate=2026-06-30";
const PAGE = `/signals/region/11?${RANGE}`;
const CALL = "/api/signals/region/11/2026-06-30/";

const USUAL: SignalCells["rth_30"] = {
  value: 20,
  denominator: 40,
  month: "2026-05",
  variation: "usual",
  months: [],
};
const DAYS: SignalCells["rth_30"] = {
  ...USUAL,
  value: 1.5,
  denominator: 4_000,
};

function cells(more: Partial<SignalCells> = {}): SignalCells {
  return {
    rth_30: USUAL,
    ed_30: USUAL,
    hosp_1000: DAYS,
    ed_1000: DAYS,
    adm_1000: DAYS,
    ...more,
  };
}

const HIGH: SignalCells["rth_30"] = {
  ...USUAL,
  value: 45.456,
  variation: "unusually_high",
  months: ["2026-05"],
};
const DRIFT: SignalCells["rth_30"] = {
  ...DAYS,
  variation: "drifting_down",
  months: ["2025-12", "2026-01", "2026-02"],
};
const NONE: SignalCells["rth_30"] = {
  value: null,
  denominator: null,
  month: null,
  variation: "too_few",
  months: [],
};

const NAMES = ["Oak", "Cedar", "Elm", "Maple", "Birch", "Willow", "Aspen"];

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

const PLACE = { division_id: 1, division_name: "North" };
const REGION = { ...PLACE, region_id: 11, region_name: "Coast" };

async function open(path: string, role = "company") {
  says(host, "/api/company/organization/", {
    data: {
      divisions: [PLACE],
      regions: [REGION],
      facilities: [{ ...REGION, facility_id: 101, facility_name: "Elm House" }],
    },
  });
  signsIn(host, { role });
  const browser = await portal.browser().loggedIn(role);
  const page = await browser.get(path);
  return { ...page, document: documentOf(page.text) };
}

function rowsOf(document: ReturnType<typeof documentOf>) {
  return all(document, "#signals tbody tr").map((row) =>
    [...row.children].map(textOf),
  );
}

describe("the page of signals", () => {
  beforeEach(() => {
    says(host, CALL, {
      data: {
        own: cells({ ed_30: HIGH }),
        rows: [
          { id: 102, name: "Ash <House>", signals: cells({ adm_1000: NONE }) },
          { id: 101, name: "Elm House", signals: cells({ ed_1000: DRIFT }) },
          {
            id: 103,
            name: "=Oak",
            signals: cells({ rth_30: { ...HIGH, denominator: 11 } }),
          },
        ],
      },
    });
  });

  it("has a row for each child, the most unusual first, and says so", async () => {
    const { status, document, text } = await open(PAGE);
    expect(status).toBe(200);
    expect(document.title).toBe("Signals: Coast – Sojourn");
    expect(rowsOf(document)).toEqual([
      [
        "=Oak",
        "* 45.46% May 2026 ◆↑ Unusually high",
        "20.00% May 2026 Usual",
        ...Array<string>(3).fill("1.50 May 2026 Usual"),
      ],
      [
        "Elm House",
        ...Array<string>(2).fill("20.00% May 2026 Usual"),
        "1.50 May 2026 Usual",
        "1.50 May 2026 ↘ Drifting down since Dec 2025",
        "1.50 May 2026 Usual",
      ],
      [
        "Ash <House>",
        ...Array<string>(2).fill("20.00% May 2026 Usual"),
        ...Array<string>(2).fill("1.50 May 2026 Usual"),
        "No rate Too few to say",
      ],
    ]);
    expect(text).toContain("Most unusual first: more unusual measures");
    expect(text).toContain("Small number: the rate comes from fewer than 20");
    expect(document.querySelector("[aria-sort]")).toBeNull();
  });

  it("leads from each cell to the chart of that month, and tells what the place itself has", async () => {
    const { document } = await open(PAGE);
    const links = all(document, "#signals tbody tr:first-child a");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      `/facility-profile/103?${RANGE}`,
      ...["rth_30", "ed_30", "hosp_1000", "ed_1000", "adm_1000"].map(
        (graph) =>
          `/facility-profile/103?${RANGE}&mom=${graph}&graph=${graph}#panel`,
      ),
    ]);
    const own = all(document, "main a").find((link) =>
      textOf(link).includes("45.46%"),
    );
    expect(textOf(own)).toContain("in May 2026: unusually high");
    const to = all(document, "main a").map((link) => link.getAttribute("href"));
    expect(to).toContain(
      `/region-profile/11?${RANGE}&mom=ed_30&graph=ed_30#panel`,
    );
    expect(to).toContain(`/signals-data/region/11?${RANGE}`);
  });

  it("sorts by a measure, and leads back to the most unusual", async () => {
    const { document } = await open(`${PAGE}&sort=rth_30&dir=desc`);
    expect(rowsOf(document).map(([name]) => name)).toEqual([
      "=Oak",
      "Ash <House>",
      "Elm House",
    ]);
    expect(
      textOf(document.querySelector('th[aria-sort="descending"]')),
    ).toContain("30 Day RTH");
    const back = all(document, "main a").find(
      (link) => textOf(link) === "Most unusual first",
    );
    expect(back?.getAttribute("href")).toBe(PAGE);
  });

  it("has 50 rows to a page, in the order of all", async () => {
    const rows = Array.from({ length: 120 }, (_, at) => ({
      id: 200 + at,
      name: `House ${String(at).padStart(3, "0")}`,
      signals: cells(at === 119 ? { ed_30: HIGH } : {}),
    }));
    says(host, CALL, { data: { own: cells(), rows } });
    const first = await open(PAGE);
    expect(rowsOf(first.document)).toHaveLength(50);
    expect(rowsOf(first.document)[0]?.[0]).toBe("House 119");
    expect(first.text).toContain("Rows 1 to 50 of 120");
    expect(first.text).toContain("nothing unusual");
    const last = await open(`${PAGE}&page=9`);
    expect(rowsOf(last.document)).toHaveLength(20);
    expect(rowsOf(last.document)[0]?.[0]).toBe("House 099");
    const pages = all(
      last.document,
      'nav[aria-label="Pages of the signals"] a',
    );
    expect(pages[0]?.getAttribute("href")).toBe(`${PAGE}&page=2#signals`);
  });

  it("of 300 children weighs less than 20 KB", async () => {
    const random = seededRandom("signals");
    const some = (over: number): SignalCells["rth_30"] => ({
      ...USUAL,
      value: random.int(0, 4_000) / 100,
      denominator: random.int(over, 3 * over),
      variation: VARIATIONS[random.int(0, VARIATIONS.length - 1)] ?? "usual",
    });
    const rows = Array.from({ length: 300 }, (_, at) => ({
      id: 1_000 + at,
      name: `${NAMES[random.int(0, NAMES.length - 1)]} ${random.int(1, 9_999)} Care and Rehabilitation Center`,
      signals: {
        ...{ rth_30: some(20), ed_30: some(20) },
        ...{ hosp_1000: some(900), ed_1000: some(900), adm_1000: some(900) },
      },
    }));
    says(host, CALL, { data: { own: cells(), rows } });
    const { text } = await open(PAGE);
    expect(brotliCompressSync(text).length).toBeLessThan(20 * 1_024);
  });

  it("names physicians, and nobody, and narrows their charts to the facility", async () => {
    says(host, "/api/signals/facility/101/2026-06-30/", {
      data: {
        own: cells(),
        rows: [
          {
            id: 1_000_000_001,
            physician_first_name: "Ada",
            physician_last_name: "Ames",
            credentials: "MD",
            signals: cells(),
          },
          { id: 0, signals: cells() },
        ],
      },
    });
    const { document } = await open(`/signals/facility/101?${RANGE}`);
    expect(rowsOf(document).map(([name]) => name?.trim())).toEqual([
      "Ames, Ada, MD",
      "Patients without primary care physician",
    ]);
    expect(
      document.querySelector("#signals tbody td a")?.getAttribute("href"),
    ).toBe(
      `/physician-profile/1000000001?facility-id=101&${RANGE}&mom=rth_30&graph=rth_30#panel`,
    );
  });

  it("leads on to the address of what was accepted", async () => {
    const { location } = await open(
      `${PAGE}&previousStartDate=2026-01-01&previousEndDate=2026-02-01&sort=ed_30`,
    );
    expect(location).toBe(`${PAGE}&sort=ed_30&dir=asc`);
  });

  it("leads to the comparison where the host does not know the call", async () => {
    host.on(CALL, (_, response) => sendJson(response, {}, 404));
    const { status, document } = await open(PAGE);
    expect(status).toBe(200);
    expect(textOf(document.querySelector("main"))).toContain(
      "Your data source does not offer signals.",
    );
    const compare = all(document, "main a").find(
      (link) => textOf(link) === "Compare",
    );
    expect(compare?.getAttribute("href")).toBe(
      `/region-profile/11?${RANGE}&compare=rth`,
    );
  });

  it.each([
    [204, "There is nothing to judge in these months."],
    [500, "The signals could not be read."],
  ])("says at status %i: %s", async (status, words) => {
    host.on(CALL, (_, response) => {
      if (status === 204) response.writeHead(204).end();
      else sendJson(response, {}, status);
    });
    const page = await open(PAGE);
    expect(page.status).toBe(200);
    expect(textOf(page.document.querySelector("main"))).toContain(words);
  });

  it("is closed to whoever may not open the profile, and not there for physicians", async () => {
    expect((await open("/signals/company/0", "region")).status).toBe(403);
    expect((await open("/signals/company/1")).status).toBe(404);
    expect((await open("/signals/physician/1000000001")).status).toBe(404);
  });
});

describe("the file of signals", () => {
  it("has all rows in the order of the page, each value with what it is over", async () => {
    says(host, CALL, {
      data: {
        own: cells(),
        rows: [
          { id: 102, name: "=Ash", signals: cells({ ed_30: NONE }) },
          { id: 101, name: "Elm", signals: cells({ ed_1000: DRIFT }) },
        ],
      },
    });
    const { status, headers, text } = await open(
      `/signals-data/region/11?${RANGE}`,
    );
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toContain(
      "signals-region-11-2026-06-30.csv",
    );
    const rows = parse<Record<string, string>>(text, {
      bom: true,
      columns: true,
    });
    expect(rows.map(({ name }) => name)).toEqual(["Elm", "'=Ash"]);
    expect(rows[0]).toMatchObject({
      id: "101",
      ed_1000_variation: "drifting_down",
      ed_1000_months: "2025-12 2026-01 2026-02",
      rth_30_value: "20",
      rth_30_denominator: "40",
      rth_30_month: "2026-05",
    });
    expect(rows[1]).toMatchObject({ ed_30_value: "", ed_30_month: "" });
  });

  it("leads back to the page where there is none, and refuses dates that cannot be", async () => {
    host.on(CALL, (_, response) => response.writeHead(204).end());
    const empty = await open(`/signals-data/region/11?${RANGE}&sort=ed_30`);
    expect(empty.location).toBe(`${PAGE}&sort=ed_30`);
    const odd = await open("/signals-data/region/11?startDate=x&endDate=y");
    expect(odd.status).toBe(400);
  });
});
