import { describe, expect, it } from "vitest";
import { paths } from "~/paths";
import { all, documentOf, textOf, textsOf } from "./support/document";
import {
  type FakeHost,
  physicianRecord,
  says,
  signsIn,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";
import type { Browser } from "./support/browser";

/** The groups of a page of results: heading, then the address and the words of each. */
async function resultsOn(browser: Browser, path: string) {
  const { status, text } = await browser.get(path);
  expect(status).toBe(200);
  const page = documentOf(text);
  const groups = all(page, "main section").map((section) => [
    textOf(section.querySelector("h2")),
    ...all(section, "li").map(
      (item) =>
        `${item.querySelector("a")?.getAttribute("href")} ${textOf(item)}`,
    ),
  ]);
  return {
    page,
    title: page.title,
    heading: textsOf(page, "h1"),
    count: textOf(page.querySelector("main h1 + p")),
    field: page.querySelector("#search")?.getAttribute("value"),
    groups,
  };
}

describe("the search of the small company", () => {
  let portal: Portal;
  onPortal((started) => (portal = started));

  const COMPANY = ["Company", "/company-overview Company Overview"];
  const NORTH_SOUTH = [
    "Divisions",
    "/division-profile/1 North",
    "/division-profile/2 South",
  ];

  const REPORTS = [
    "Reports",
    "/reports/after-hours-patient-report After Hours Patient Report",
    "/reports/cms-qies-reports CMS QIES Reports",
    "/reports/medical-staff-report Medical Staff Report",
  ];

  it("lists everything by kind to the company", async () => {
    const browser = await portal.browser().loggedIn("company");
    const { title, heading, count, groups, field } = await resultsOn(
      browser,
      "/search",
    );
    expect(title).toBe("Search – Sojourn");
    expect(heading).toEqual(["Search"]);
    expect(count).toBe("13 results");
    expect(field ?? "").toBe("");
    expect(groups).toEqual([
      COMPANY,
      NORTH_SOUTH,
      [
        "Regions",
        "/region-profile/11 Coast",
        "/region-profile/12 Hills",
        "/region-profile/21 Valley",
      ],
      [
        "Facilities",
        "/facility-profile/201 Ash House",
        "/facility-profile/101 Elm House",
        "/facility-profile/103 Fir House",
        "/facility-profile/102 Oak House",
      ],
      REPORTS,
    ]);
  });

  it.each([
    ["facilities", ["Facilities", "Reports"]],
    ["accounts", ["Users"]],
    ["physician", ["Reports"]],
  ])(
    "shows %s only their groups, and every link opens",
    async (name, kinds) => {
      const browser = await portal.browser().loggedIn(name);
      const { groups, page } = await resultsOn(browser, "/search");
      expect(groups.map(([heading]) => heading)).toEqual(kinds);
      for (const link of all(page, "main section a")) {
        const path = link.getAttribute("href") ?? "";
        expect((await browser.get(path)).status, path).toBe(200);
      }
    },
  );

  it("finds by a part of the name, with the category, and keeps the text", async () => {
    const browser = await portal.browser().loggedIn("company");
    const found = await resultsOn(browser, "/search?q=HOUSE");
    expect(found.title).toBe("Results for “HOUSE” – Sojourn");
    expect(found.heading).toEqual(["Results for “HOUSE”"]);
    expect(found.count).toBe("4 results");
    expect(found.field).toBe("HOUSE");
    expect(found.groups).toEqual([
      [
        "Locations",
        "/facility-profile/201 Ash House Facility",
        "/facility-profile/101 Elm House Facility",
        "/facility-profile/103 Fir House Facility",
        "/facility-profile/102 Oak House Facility",
      ],
    ]);
  });

  it("finds nothing beyond one's own places", async () => {
    const browser = await portal.browser().loggedIn("facility");
    const { groups } = await resultsOn(browser, "/search?q=house");
    expect(groups).toEqual([
      ["Locations", "/facility-profile/101 Elm House Facility"],
    ]);
    const { text } = await browser.get(paths.searchData);
    expect(text).toContain("Elm House");
    expect(text).not.toMatch(/Oak House|Coast|North/);
  });

  it("finds residents in house at one's own places, with the way to each", async () => {
    const browser = await portal.browser().loggedIn("facility");
    const { count, groups, page } = await resultsOn(
      browser,
      "/search?q=CÁNARYLAST,%20m1",
    );
    expect(count).toBe("1 result");
    expect(groups).toEqual([
      [
        "Residents",
        "/residents/1 Canarylast, Canaryfirst MRN M1, Elm House, in house since 01/10/2025",
      ],
    ]);
    const way = page.querySelector("main section a")?.getAttribute("href");
    expect((await browser.get(way ?? "")).status).toBe(200);
    expect((await resultsOn(browser, "/search?q=dean")).groups).toEqual([]);
    const manager = await portal.browser().loggedIn("accounts");
    expect((await resultsOn(manager, "/search?q=brown")).groups).toEqual([]);
  });

  it("says so where nothing matches, and leads on to everything", async () => {
    const browser = await portal.browser().loggedIn("company");
    const { count, groups, page } = await resultsOn(
      browser,
      "/search?q=%3Cb%3Exyz",
    );
    expect(count).toBe("No results were found for “<b>xyz”.");
    expect(groups).toEqual([]);
    expect(textOf(page.querySelector("main"))).toContain(
      "No residents in house or discharged in the last 90 days.",
    );
    const way = page.querySelector("main a");
    expect([textOf(way), way?.getAttribute("href")]).toEqual([
      "Browse all",
      "/search",
    ]);
  });

  it("asks a stranger to log in, and comes back to the results", async () => {
    const browser = portal.browser();
    const refused = await browser.get("/search?q=elm");
    expect([refused.status, refused.location]).toEqual([302, "/login"]);
    expect((await browser.logIn("company")).location).toBe("/search?q=elm");
    const { text } = await portal.browser().get(paths.searchData);
    expect(text).not.toContain("Elm House");
  });

  it("hands a script the same items in one answer that is not stored", async () => {
    const browser = await portal.browser().loggedIn("company");
    const { status, headers, text } = await browser.get(paths.searchData);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("application/json");
    expect(headers.get("cache-control")).toContain("no-store");
    const { items, notices } = JSON.parse(text) as {
      items: unknown[];
      notices: unknown[];
    };
    expect(items).toHaveLength(13);
    expect(notices).toEqual([]);
  });
});

describe("on a host of an operator", () => {
  let host: FakeHost;
  let portal: Portal;
  onFakeHost((started) => ({ host, portal } = started));

  const REPORTS = [
    { id: 1, report_id: "zeta", title: "zeta", type: "other" },
    { id: 2, report_id: "b/c", title: "Alpha", type: "powerbi" },
  ];

  function givesReports(): void {
    says(host, "/api/reports/", { data: REPORTS });
  }

  async function signedIn(): Promise<Browser> {
    return portal.browser().loggedIn("company");
  }

  it("without reports lists none, and has no fault to tell", async () => {
    const { groups, title, page } = await resultsOn(
      await signedIn(),
      "/search",
    );
    expect(groups.map(([heading]) => heading)).toEqual([
      "Company",
      "Divisions",
    ]);
    expect(title).toBe("Search – Sojourn");
    expect(textsOf(page, "[role=alert]").join("")).toBe("");
  });

  it("that fails to tell its reports has that said, and the places listed", async () => {
    says(host, "/api/reports/", {}, 500);
    const { groups, title, page } = await resultsOn(
      await signedIn(),
      "/search?q=north",
    );
    expect(groups).toEqual([
      ["Locations", "/division-profile/1 North Division"],
    ]);
    expect(title).toBe("Error: Results for “north” – Sojourn");
    expect(page.body.textContent).toContain(
      "Reports list data was not retrieved due to a system error.",
    );
  });

  it.each([
    [500, {}, "Organization data was not retrieved due to a system error."],
    [503, { message: "Back at noon." }, "Back at noon."],
    [403, { message: "Not for you." }, "Not for you."],
  ])(
    "that fails with %i to tell its places has that said, and company and reports listed",
    async (status, body, words) => {
      givesReports();
      says(host, "/api/company/organization/", body, status);
      const { groups, page, title } = await resultsOn(
        await signedIn(),
        "/search",
      );
      expect(groups.map(([heading]) => heading)).toEqual([
        "Company",
        "Reports",
      ]);
      expect(page.body.textContent).toContain(words);
      expect(title).toMatch(/^Error: Search/);
    },
  );

  /** Whoever logs in on the host has this access level from now on. */
  function signsInAs(access_level: string): void {
    signsIn(host, { role: access_level });
    says(host, "/auth/me/", {
      data: {
        name: "Amy Adams",
        username: "adams",
        access_level,
        access_level_id: [0],
      },
    });
  }

  it("asks for no reports on an administrator's behalf", async () => {
    signsInAs("account_manager");
    const { groups } = await resultsOn(await signedIn(), "/search");
    expect(groups.map(([heading]) => heading)).toEqual(["Users"]);
    expect(host.callsTo("/api/reports/")).toEqual([]);
  });

  it("has a way home for a physician without reports", async () => {
    signsInAs("physician");
    says(host, "/api/physician/", {
      data: physicianRecord(1),
    });
    says(host, "/api/company/organization/", {
      data: { divisions: [], regions: [], facilities: [] },
    });
    const { count, page } = await resultsOn(await signedIn(), "/search");
    expect(count).toBe("There is nothing to browse.");
    expect(page.querySelector("main a")?.getAttribute("href")).toBe("/");
  });

  it("that ends the session leads to login", async () => {
    const browser = await signedIn();
    says(host, "/api/reports/", {}, 401);
    const { status, location } = await browser.get("/search");
    expect([status, location]).toEqual([302, "/login"]);
  });
});
