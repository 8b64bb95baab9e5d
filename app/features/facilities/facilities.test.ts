import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { CENSUS } from "../../../tests/pages/support/census";
import { all, documentOf, textOf } from "../../../tests/pages/support/document";
import { onOwnPortal } from "../../../tests/pages/support/on-portal";
import type { Portal } from "../../../tests/pages/support/portal";

const RANGE = "startDate=2025-07-01&endDate=2026-06-30";
const PAGE = `/facilities/company/0?${RANGE}`;

interface House {
  id: number;
  region?: number;
  /** Admissions from hospital, and so many of them that go back. */
  admissions?: [of: number, returns: number];
  admittedOn?: string;
  residents?: number;
  through?: string;
}

const HOUSES: [name: string, house: House][] = [
  ["Elm House", { id: 101, admissions: [40, 8], residents: 3 }],
  ["=Oak", { id: 102, admissions: [40, 30] }],
  ["Fir House", { id: 103, region: 12, admissions: [40, 9] }],
  ["Ash <House>", { id: 104, admissions: [5, 1] }],
  ["Old House", { id: 105, through: "2025-03-01", admissions: [5, 1] }],
  ["New House", { id: 106, admissions: [5, 0], admittedOn: "2026-06-20" }],
  ["Bay House", { id: 107 }],
  ["Far House", { id: 201, region: 21, admissions: [40, 8] }],
];

const LAST_MONTH = new Date(Date.now() - 30 * 24 * 3_600_000)
  .toISOString()
  .slice(0, 10);

function census(): Record<string, string> {
  const rows = (name: "patients.csv" | "stays.csv" | "transfers.csv") => [
    CENSUS[name].split("\n", 1)[0],
  ];
  const files = {
    facilities: [
      "facility_id,facility_name,region_id,ccn,overall,survey,quality,staffing,data_through",
    ],
    patients: rows("patients.csv"),
    stays: rows("stays.csv"),
    transfers: rows("transfers.csv"),
  };
  let id = 0;
  const stay = (facility: number, days: string, from: string) => {
    id += 1;
    files.patients.push(`${id},M${id},Ann,Resident,4`);
    files.stays.push(`${id},${id},${facility},,${days},${from},false`);
    return id;
  };
  const transfer = (patient: number, facility: number, rest: string) =>
    files.transfers.push(
      `${files.transfers.length},${patient},${facility},${rest},false`,
    );
  for (const [name, house] of HOUSES) {
    const { id: of, region = 11, through = "2026-06-30" } = house;
    files.facilities.push(`${of},${name},${region},,,,,,${through}`);
    const [admissions, returns] = house.admissions ?? [0, 0];
    const day = house.admittedOn ?? "2025-09-01";
    for (let at = 0; at < admissions; at += 1) {
      const one = stay(
        of,
        `${day},2025-09-29`.replace(/^2026.*/, `${day},`),
        "hospital",
      );
      if (at < returns) transfer(one, of, "2025-09-05,inpatient");
    }
    for (let at = 0; at < (house.residents ?? 0); at += 1) {
      const one = stay(of, "2020-01-01,", "community");
      if (at === 0) transfer(one, of, `${LAST_MONTH},ed_only`);
    }
  }
  return Object.fromEntries(
    Object.entries(files).map(([name, lines]) => [
      `${name}.csv`,
      lines.join("\n"),
    ]),
  );
}

let portal: Portal;
onOwnPortal((started) => (portal = started), { census: census() });

async function open(path: string, username = "company") {
  const browser = await portal.browser().loggedIn(username);
  const page = await browser.get(path);
  return { ...page, document: documentOf(page.text) };
}

function rowsOf(document: ReturnType<typeof documentOf>) {
  return all(document, "#facilities tbody tr").map((row) =>
    [...row.children].map(textOf),
  );
}

function linksOf(document: ReturnType<typeof documentOf>, where: string) {
  return all(document, `${where} a`).map((link) => link.getAttribute("href"));
}

describe("the page of facilities", () => {
  it("has all facilities of the place in one table, the worst first, and says so", async () => {
    const { status, document, text } = await open(PAGE);
    expect(status).toBe(200);
    expect(document.title).toBe("Facilities – Sojourn");
    const rows = rowsOf(document).map((cells) => cells.slice(0, 3).join(" | "));
    expect(rows).toEqual([
      "=Oak | Coast | 75.00%Above limit",
      "Fir House | Hills | 22.50%",
      "Elm House | Coast | 20.00%",
      "Far House | Valley | 20.00%",
      "Ash <House> | Coast | * 20.00%",
      "Bay House | Coast | –",
      "New House | Coast | Not yet",
      "Old House | Coast | Unknown",
    ]);
    expect(text).toContain("Most rates above limit first");
    expect(text).toContain("Too few cases to tell from chance.");
    expect(textOf(document.querySelector("#funnel"))).toContain(
      "=Oak is above the upper limit.",
    );
  });

  it("has score, residents and overdue reviews, and leads to exactly these", async () => {
    const { document } = await open(`${PAGE}&sort=name&dir=asc`);
    const elm = rowsOf(document).find(([name]) => name === "Elm House") ?? [];
    expect(elm.slice(-2)).toEqual(["3", "1"]);
    const links = linksOf(document, "#facilities tbody");
    expect(links).toContain(`/facility-profile/101?${RANGE}`);
    const overdue = "/reviews?level=facility&id=101&list=overdue";
    expect(links).toContain(overdue);
    const reviews = await open(overdue);
    expect(all(reviews.document, "main tbody tr")).toHaveLength(1);
  });

  it("sorts by every column without scripts, and keeps dates and measure", async () => {
    const { document } = await open(`${PAGE}&rate=ed`);
    const sorts = linksOf(document, "#facilities thead");
    expect(sorts).toHaveLength(10);
    for (const href of sorts) {
      // The worst rates come first.
      const dir = /sort=(rth|ed|h_1000|ed_1000|adm_1000)&/.test(String(href))
        ? "desc"
        : "asc";
      expect(href).toMatch(
        new RegExp(`startDate=2025-07-01.*rate=ed&sort=\\w+&dir=${dir}#`),
      );
    }
    const sorted = await open(`${PAGE}&sort=region&dir=desc`);
    expect(rowsOf(sorted.document)[0]?.[0]).toBe("Far House");
    expect(
      textOf(sorted.document.querySelector('th[aria-sort="descending"]')),
    ).toBe("Region");
    expect(linksOf(sorted.document, "main p")).toContain(PAGE);
  });

  it("shows the funnel of the rate that a link chooses", async () => {
    const { document } = await open(PAGE);
    expect(textOf(document.querySelector("#funnel-heading"))).toBe(
      "Funnel: 30 Day RTH",
    );
    const ed = `${PAGE}&rate=ed`;
    expect(linksOf(document, "#funnel nav")[1]).toBe(`${ed}#funnel`);
    const other = await open(ed);
    expect(textOf(other.document.querySelector("#funnel-heading"))).toBe(
      "Funnel: 30 Day OP Ed Visits",
    );
  });

  it("leaves the region out where there is one, and is a tab of the place", async () => {
    const { document } = await open(`/facilities/region/11?${RANGE}`, "region");
    expect(document.title).toBe("Facilities: Coast – Sojourn");
    const heads = all(document, "#facilities thead th").map(textOf);
    expect(heads).not.toContain("Region");
    expect(rowsOf(document)).toHaveLength(6);
    const tab = document.querySelector('nav a[aria-current="page"]');
    expect(textOf(tab)).toBe("Facilities");
    const profile = await open("/region-profile/11", "region");
    expect(linksOf(profile.document, "nav")).toContain("/facilities/region/11");
    const facility = await open("/facility-profile/101", "region");
    const tabs = linksOf(facility.document, "nav.page-nav");
    expect(tabs).not.toContain("/facilities/facility/101");
  });

  it("leads on to the address of what was accepted, with order and measure", async () => {
    const { location } = await open(
      `${PAGE}&previousStartDate=2026-01-01&previousEndDate=2026-02-01&sort=ed&rate=ed`,
    );
    expect(location).toBe(`${PAGE}&sort=ed&dir=asc&rate=ed`);
  });
});

describe("the file of facilities", () => {
  it("has all of them in the order of the page, each rate with what it is over", async () => {
    const { status, headers, text } = await open(
      `/facilities-data/company/0?${RANGE}`,
    );
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toContain(
      "facilities-company-0-2025-07-01-2026-06-30.csv",
    );
    const rows = parse<Record<string, string>>(text, {
      bom: true,
      columns: true,
    });
    expect(rows).toHaveLength(HOUSES.length);
    expect(rows[0]).toMatchObject({
      ...{ id: "102", name: "'=Oak", region: "Coast" },
      ...{ rth_rate: "75", rth_events: "30", rth_denominator: "40" },
      ...{ rth_verdict: "above", in_house: "0", reviews_overdue: "0" },
    });
    expect(rows.at(-1)).toMatchObject({ name: "Old House", rth_rate: "" });
    expect(rows.map((row) => row["rth_verdict"])).toContain("too_few");
    for (const { adm_1000_denominator: months = "" } of rows)
      expect(months).toMatch(/^\d*(\.\d{1,2})?$/);
  });

  it("refuses dates that cannot be, and levels that have none", async () => {
    const odd = await open("/facilities-data/region/11?startDate=x&endDate=y");
    expect(odd.status).toBe(400);
    const facility = await open("/facilities-data/facility/101");
    expect(facility.status).toBe(404);
  });
});
