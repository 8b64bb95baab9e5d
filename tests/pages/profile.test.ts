import { describe, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import {
  all,
  documentOf,
  figuresOf,
  textOf,
  textsOf,
  type PageDocument,
} from "./support/document";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

/** A range in which the small census is known by heart. */
const RANGE = "startDate=2025-01-01&endDate=2025-06-30";

let portal: Portal;
const signedIn = new Map<string, Browser>();

onPortal((started) => (portal = started));

async function as(username: string): Promise<Browser> {
  const known = signedIn.get(username);
  if (known) return known;
  const browser = await portal.browser().loggedIn(username);
  signedIn.set(username, browser);
  return browser;
}

/** The address and the page that a query which cannot stay leads on to. */
async function openRedirected(username: string, path: string) {
  const { status, location } = await (await as(username)).get(path);
  expect(status).toBe(302);
  return { location, page: await open(username, location ?? "") };
}

/** The page as a document; fails where it is not answered with 200. */
async function open(username: string, path: string) {
  const page = await (await as(username)).get(path);
  expect(page.status).toBe(200);
  return documentOf(page.text);
}

function listNames(page: PageDocument): string[] {
  return textsOf(page, "#list tbody th");
}

function crumbs(page: PageDocument) {
  return all(page, 'nav[aria-label="Breadcrumbs"] li').map((crumb) => [
    textOf(crumb),
    crumb.querySelector("a")?.getAttribute("href"),
  ]);
}

it("a document names the flags of Remix that are on, and no others", async () => {
  const { text } = await (await as("company")).get("/company-overview");
  expect(text).toMatch(/"future":\{("v3_\w+":true,?)+\},"state"/);
});

describe("links to other ranges", () => {
  it("keep what the page shows, and one of them is the page's own range", async () => {
    const page = await open(
      "region",
      "/region-profile/11?mom=rth_30,ed_30&isnp=true",
    );
    const links = all(page, "form.filter-fields li a");
    expect(links.map(textOf)).toEqual([
      "Last 30 days",
      "Last quarter",
      "Last year",
      "Year to date",
    ]);
    expect(links.map((link) => link.getAttribute("aria-current"))).toEqual([
      null,
      null,
      "true",
      null,
    ]);
    const href = links[0]?.getAttribute("href") ?? "";
    expect(href).toMatch(
      /^\/region-profile\/11\?isnp=true&mom=rth_30,ed_30&startDate=[\d-]{10}&endDate=[\d-]{10}$/,
    );
    const chosen = all(await open("region", href), '[aria-current="true"]');
    expect(chosen.map(textOf)).toContain("Last 30 days");
  });
});

it.each([
  ["/company-overview", "Company Overview"],
  ["/division-profile/1", "Division Profile North"],
  ["/region-profile/11", "Region Profile Coast"],
  ["/physician-profile/1000000001", "Physician Profile Gina Gray"],
])("%s is headed '%s'", async (path, heading) => {
  const page = await open("company", path);
  expect(textsOf(page, "h1")).toEqual([heading]);
  expect(textOf(page.querySelector("main"))).not.toContain("Star Ratings");
});

describe("a facility's page", () => {
  it("names itself, its parents and its stars", async () => {
    const page = await open("company", `/facility-profile/101?${RANGE}`);
    expect(textOf(page.querySelector("h1"))).toBe("Facility Profile Elm House");
    expect(page.title).toContain("Facility Profile: Elm House");
    const card = textOf(page.querySelector("#overview")?.parentElement);
    expect(card).toContain("Elm House");
    expect(card).toContain("Region: Coast");
    expect(card).toContain("Division: North");
    expect(figuresOf(page)).toMatchObject({
      Overall: "4 of 5 stars",
      Survey: "3 of 5 stars",
      Quality: "5 of 5 stars",
      Staffing: "4 of 5 stars",
    });
  });

  // Two stays: from 10 January (172 days to 30 June, 72 of them past the 100th) and from 10 February (141 and 41);
  // the first came from hospital and went back after ten days.
  it("shows the figures that the census gives by hand", async () => {
    const page = await open("company", `/facility-profile/101?${RANGE}`);
    expect(figuresOf(page)).toMatchObject({
      "Patient count": "2",
      "Days of care": "313",
      "SNF ADM": "2",
      "RTH/RTH%": "1 / 100.00%",
      "ED/ED%": "0 / 0.00%",
      "ACH ADM": "1",
      "H/1000": "0.00",
      "ED/1000": "0.00",
      "ADM/1000": "0.00",
      "PD LT DOC": "113",
      High: "1",
      Medium: "1",
      Low: "0",
    });
  });

  it("leads to its physicians, narrowed to it and under the same filters", async () => {
    const page = await open(
      "company",
      `/facility-profile/101?${RANGE}&isnp=false&sort=name`,
    );
    const links = all(page, "#list tbody th a").map((link) => [
      textOf(link),
      link.getAttribute("href"),
    ]);
    const query = `facility-id=101&isnp=false&${RANGE}`;
    expect(links).toEqual([
      ["Gray, Gina, MD", `/physician-profile/1000000001?${query}`],
      ["Stone, Sam, DO", `/physician-profile/1000000002?${query}`],
    ]);
  });

  it("is sorted as its URL says, with the sorted column marked", async () => {
    const page = await open(
      "company",
      `/facility-profile/101?${RANGE}&sort=name&dir=desc`,
    );
    expect(listNames(page)).toEqual(["Stone, Sam, DO", "Gray, Gina, MD"]);
    const sorted = all(page, "th[aria-sort]");
    expect(sorted.map((cell) => cell.getAttribute("aria-sort"))).toEqual([
      "descending",
    ]);
    expect(sorted[0]?.querySelector("a")?.getAttribute("href")).toMatch(
      /sort=name&dir=asc#list$/,
    );
  });
});

describe("breadcrumbs", () => {
  it("lead a company user up to every level", async () => {
    const page = await open("company", "/facility-profile/101");
    expect(crumbs(page)).toEqual([
      ["Company Overview", "/company-overview"],
      ["Division: North", "/division-profile/1"],
      ["Region: Coast", "/region-profile/11"],
      ["Facility: Elm House", undefined],
    ]);
  });

  it("lead nobody above their own place", async () => {
    const page = await open("region", "/facility-profile/101");
    expect(crumbs(page).filter(([, href]) => href)).toEqual([
      ["Region: Coast", "/region-profile/11"],
    ]);
    expect(crumbs(page).map(([text]) => text)).toContain("Division: North");
  });
});

describe("a physician's page", () => {
  const PATH = "/physician-profile/1000000002";

  it("shows who it is about", async () => {
    const page = await open("company", PATH);
    expect(figuresOf(page)).toMatchObject({
      "Primary specialty": "Geriatrics",
      Employer: "Stone Care LLC",
      Facilities: "Elm House",
    });
  });

  it("offers a facility only to those with more than one, 'All' first", async () => {
    const several = await open("physicians", PATH);
    const options = all(several, 'select[name="facility-id"] option').map(
      textOf,
    );
    expect(options).toEqual(["All", "Elm House", "Oak House"]);
    expect(crumbs(several).map(([text]) => text)).toContain(
      "Facility: Multiple",
    );
    const one = await open("physician", "/physician-profile/1000000001");
    expect(one.querySelector('[name="facility-id"]')).toBeNull();
  });

  it("lists the patients of the chosen facility, with US dates", async () => {
    const page = await open("company", `${PATH}?${RANGE}&facility-id=102`);
    expect(listNames(page)).toEqual(["Clark, Cora"]);
    const cells = all(page, "#list tbody td").map(textOf);
    expect(cells.slice(0, 4)).toEqual([
      "03/10/2025",
      "Current",
      "113",
      "1 Low",
    ]);
  });

  it("keeps the patients of the frailty band that its URL names", async () => {
    const page = await open("company", `${PATH}?${RANGE}&frailty=medium`);
    expect(listNames(page)).toEqual(["Brown, Bert"]);
    expect(
      textOf(
        page.querySelector('nav[aria-label="Frailty filter"] [aria-current]'),
      ),
    ).toBe("Med");
    expect(textOf(page.querySelector("#list-heading + p"))).toBe(
      "1 of 2 patients",
    );
    const none = await open("company", `${PATH}?${RANGE}&frailty=high`);
    expect(textOf(none.querySelector("#list"))).toBe(
      "No results found for this search.Clear filters",
    );
  });
});

describe("the filter bar", () => {
  const value = (page: PageDocument, name: string) =>
    page.querySelector(`form [name="${name}"]`)?.getAttribute("value");

  it("says once what it put right, and leads on to the address of what it says", async () => {
    const { location, page } = await openRedirected(
      "company",
      "/division-profile/1?startDate=2025-08-01&endDate=2025-03-01",
    );
    expect(location).toBe(
      "/division-profile/1?startDate=2025-03-01&endDate=2025-03-01",
    );
    expect(value(page, "startDate")).toBe("2025-03-01");
    expect(textOf(page.querySelector("#filter-notes"))).toBe(
      "From Date was after To Date, so it was set to 03/01/2025.",
    );
    const again = await open("company", location ?? "");
    expect(textOf(again.querySelector("#filter-notes"))).toBe("");
  });

  it("leads on to an address of the accepted values alone", async () => {
    const { location } = await openRedirected(
      "physicians",
      `/physician-profile/1000000002?${RANGE}&isnp=true&facility-id=&previousStartDate=2025-01-01&previousEndDate=2025-06-30`,
    );
    expect(location).toBe(`/physician-profile/1000000002?isnp=true&${RANGE}`);
  });

  it("keeps the order of the list when it is sent", async () => {
    const page = await open(
      "company",
      "/division-profile/1?sort=name&dir=desc",
    );
    expect([value(page, "sort"), value(page, "dir")]).toEqual(["name", "desc"]);
  });

  it("narrows the figures to ISNP patients where that is chosen", async () => {
    const page = await open(
      "company",
      `/facility-profile/101?${RANGE}&isnp=true`,
    );
    expect(figuresOf(page)["Patient count"]).toBe("1");
    expect(
      textOf(page.querySelector('select[name="isnp"] option[selected]')),
    ).toBe("ISNP Patients Only");
  });

  it("has no choice for ISNP-only users, whatever their URL says", async () => {
    const page = await open("isnp", `/region-profile/11?${RANGE}&isnp=false`);
    const filters = page.querySelector("form[aria-label=Filters]");
    expect(filters?.querySelector('[name="isnp"]')).toBeNull();
    expect(textOf(filters)).toContain("ISNP Patients Only");
    expect(figuresOf(page)["Patient count"]).toBe("1");
  });
});

describe("a panel over the page", () => {
  const openPanel = async (username: string, path: string) => {
    const page = await open(username, path);
    return {
      panel: page.querySelector("#panel"),
      filters: textsOf(page, "#panel li"),
      exportHref: page
        .querySelector('#panel a[href^="/metric-data/"]')
        ?.getAttribute("href"),
    };
  };

  it("says of an ISNP-only user's figures that they are of those patients only", async () => {
    const { filters } = await openPanel(
      "isnp",
      `/region-profile/11?${RANGE}&isnp=false&inspect=snf_adm`,
    );
    expect(filters[0]).toBe("Region: Coast");
    expect(filters.at(-1)).toBe("ISNP Patients Only");
    const { panel } = await openPanel(
      "isnp",
      "/region-profile/11?modal=quality",
    );
    expect(textOf(panel)).toContain("It covers ISNP patients only.");
    expect(textOf(panel)).not.toContain("all patients");
    // The rates of admissions are unknown, and have no points to draw.
    expect(textOf(panel)).toContain("Total 300 out of 300");
    expect(panel?.querySelectorAll(".points-bar")).toHaveLength(2);
  });

  it("of a physician names the facility too, and carries it into the export", async () => {
    const { panel, filters, exportHref } = await openPanel(
      "company",
      `/physician-profile/1000000001?${RANGE}&isnp=true&facility-id=101&inspect=rth`,
    );
    expect(filters).toEqual([
      "Physician: Gina Gray",
      "Facility: Elm House",
      "Start date: 01/01/2025",
      "End date: 06/30/2025",
      "ISNP Patients Only",
    ]);
    expect(exportHref).toBe(
      `/metric-data/physician/1000000001?measure=rth&${RANGE}&isnp=true&facility-id=101`,
    );
    expect(textOf(panel)).toContain("Return to hospital: admissions from");
  });

  it("says of a long-stay figure when a stay becomes one", async () => {
    const { panel } = await openPanel(
      "company",
      `/facility-profile/101?${RANGE}&inspect=h_1000`,
    );
    expect(textOf(panel)).toContain("after 100 cumulative days");
  });

  it("offers no export of what was not counted, and says so", async () => {
    const { panel, exportHref } = await openPanel(
      "company",
      `/facility-profile/101?${RANGE}&inspect=ed`,
    );
    expect(textOf(panel)).toContain("There is nothing to export");
    expect(exportHref).toBeUndefined();
  });
});

it("the company has no product's name where the operator gave it none", async () => {
  const page = await open("company", "/company-overview?inspect=rth");
  expect(textsOf(page, "main p")).toContain("All facilities");
  const main = textOf(page.querySelector("main"));
  expect(main).toContain("Company: All facilities");
  expect(main).not.toContain("Sojourn");
});
