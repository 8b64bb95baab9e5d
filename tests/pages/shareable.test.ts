import { beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import { all, documentOf, textOf, type PageDocument } from "./support/document";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

const RANGE = "startDate=2025-01-01&endDate=2025-06-30";
const MODES = "mom=rth_30,ed_1000";

let portal: Portal;
onPortal((started) => (portal = started));
let browser: Browser;
beforeAll(async () => {
  browser = await portal.browser().loggedIn("company");
});

/** One address with everything that a page can be in, for each level with another thing open. */
const ADDRESSES: [page: string, query: string, panel: string][] = [
  ["/company-overview", "sort=patient_count&dir=desc", "inspect=rth"],
  ["/division-profile/1", "sort=name&dir=desc", "modal=quality"],
  ["/region-profile/11", "sort=patient_count&dir=desc", "graph=rth_30"],
  ["/facility-profile/101", "sort=patient_count&dir=desc", "compare=rth"],
  [
    "/physician-profile/1000000001",
    "facility-id=101&frailty=high&stays=current&sort=days_care&dir=desc",
    "inspect=h_1000",
  ],
];

function valueOf(page: PageDocument, name: string): string | null | undefined {
  const control = page.querySelector(
    `form[aria-label="Filters"] [name="${name}"]`,
  );
  const chosen = control?.querySelector("option[selected]") ?? control;
  return chosen?.getAttribute("value");
}

/** The graphs that are shown month over month: what their toggles say. */
function monthlyGraphs(page: PageDocument): string[] {
  return all(page, 'a[aria-current="true"]')
    .filter((link) => textOf(link).startsWith("Month over month"))
    .map((link) =>
      textOf(link.closest("section, [role=region]")?.querySelector("h2, h3")),
    );
}

it.each(ADDRESSES)(
  "the address of %s?…%s&%s shows all that it names, to whoever opens it",
  async (path, query, panel) => {
    const wanted = new URLSearchParams(query);
    const answer = await browser.get(
      `${path}?isnp=true&${RANGE}&${query}&${MODES}&${panel}`,
    );
    expect(answer.status).toBe(200);
    const page = documentOf(answer.text);
    expect(valueOf(page, "startDate")).toBe("2025-01-01");
    expect(valueOf(page, "endDate")).toBe("2025-06-30");
    expect(valueOf(page, "isnp")).toBe("true");
    expect(page.querySelector("#panel")).not.toBeNull();

    const sorted = all(page, "#list th[aria-sort]");
    expect(sorted.map((head) => head.getAttribute("aria-sort"))).toEqual([
      "descending",
    ]);
    const href = sorted[0]?.querySelector("a")?.getAttribute("href") ?? "";
    const sort = new URL(href, portal.origin).searchParams;
    expect(sort.get("sort")).toBe(wanted.get("sort"));
    expect(sort.get("dir")).toBe("asc");

    const chosenIn = (name: string) =>
      all(page, `nav[aria-label="${name}"] a[aria-current]`).map(textOf);
    const hasPatients = wanted.has("frailty");
    expect(chosenIn("Frailty filter")).toEqual(hasPatients ? ["High"] : []);
    expect(chosenIn("Stays")).toEqual(hasPatients ? ["Current only (1)"] : []);
    if (wanted.has("facility-id")) {
      expect(textOf(page.querySelector("main"))).toContain("Elm House");
    }
    const monthly = monthlyGraphs(page);
    expect(new Set(monthly.map((title) => title.replace(/,.*/, "")))).toEqual(
      new Set(["30 Day RTH", "ED/1000 Days of Care"]),
    );
  },
);

describe("an address with everything in it", () => {
  const path = "/physician-profile/1000000001";
  const address = `${path}?isnp=true&${RANGE}&facility-id=101&frailty=high&sort=days_care&dir=desc&${MODES}&inspect=h_1000`;

  it("is where a user who had to sign in first is taken back to", async () => {
    const newcomer = portal.browser();
    const asked = await newcomer.get(address);
    expect(asked.location).toBe("/login");
    const { location } = await newcomer.logIn("company");
    const target = new URL(location ?? "", portal.origin);
    expect(target.pathname).toBe(path);
    expect([...target.searchParams]).toEqual([
      ...new URL(address, portal.origin).searchParams,
    ]);
    expect((await newcomer.get(location ?? "")).status).toBe(200);
  });

  it("keeps the rest when a date has to be put right", async () => {
    const odd = address.replace("2025-01-01", "2025-07-01");
    const { status, location } = await browser.get(odd);
    expect(status).toBe(302);
    const put = new URL(location ?? "", portal.origin).searchParams;
    const kept = new URL(odd, portal.origin).searchParams;
    kept.set("startDate", "2025-06-30");
    put.sort();
    kept.sort();
    expect([...put]).toEqual([...kept]);
    const page = await browser.get(location ?? "");
    expect(page.status).toBe(200);
    expect(page.text).toContain("From Date was after To Date");
    expect(documentOf(page.text).querySelector("#panel")).not.toBeNull();
  });
});

describe("what the filter bar sends", () => {
  it("is led to an address without the range before, with graph modes, layout and what is open", async () => {
    const sent = `/company-overview?isnp=true&${RANGE}&previousStartDate=2024-01-01&previousEndDate=2024-12-31&${MODES}&view=huddle&graph=ed_30`;
    const { location } = await browser.get(sent);
    const { searchParams } = new URL(location ?? "", portal.origin);
    expect(Object.fromEntries(searchParams)).toEqual({
      isnp: "true",
      startDate: "2025-01-01",
      endDate: "2025-06-30",
      mom: "rth_30,ed_1000",
      view: "huddle",
      graph: "ed_30",
    });
  });
});
