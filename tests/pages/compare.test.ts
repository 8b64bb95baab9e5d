import { describe, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import {
  all,
  documentOf,
  nameOf,
  textOf,
  type PageDocument,
} from "./support/document";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

/** A range in which the small census is known by heart. */
const RANGE = "startDate=2025-01-01&endDate=2025-06-30";

function panelOf(page: PageDocument) {
  const panel = page.querySelector("#panel");
  return (
    panel && { text: textOf(panel), title: textOf(panel.querySelector("h2")) }
  );
}

/** Name, rate, verdict, events and denominator of each row. */
function rowsOf(page: PageDocument) {
  return all(page, "#compared tbody tr").map((row) => {
    const cells = all(row, "th, td").map(textOf);
    return [cells[0], cells[1], cells[2], cells[5], cells[6]];
  });
}

describe("the comparison of a level's children", () => {
  let portal: Portal;
  const signedIn = new Map<string, Browser>();

  onPortal((started) => (portal = started));

  async function get(username: string, path: string) {
    const browser =
      signedIn.get(username) ?? (await portal.browser().loggedIn(username));
    signedIn.set(username, browser);
    return browser.get(path);
  }

  async function open(username: string, path: string) {
    const page = await get(username, path);
    expect(page.status).toBe(200);
    return documentOf(page.text);
  }

  it.each([
    ["/company-overview", "Compare divisions: 30 Day RTH"],
    ["/facility-profile/101", "Compare physicians: 30 Day RTH"],
  ])("stands open at %s", async (path, title) => {
    const page = await open("company", `${path}?${RANGE}&compare=rth`);
    expect(panelOf(page)?.title).toBe(title);
    const link = page.querySelector("#open-compare")?.getAttribute("href");
    expect(link).toContain("compare=rth#panel");
  });

  // One of the two stays that came from hospital to Elm and Oak went back, after ten days.
  it("has the figures that the census gives by hand", async () => {
    const page = await open(
      "company",
      `/region-profile/11?${RANGE}&compare=rth`,
    );
    expect(rowsOf(page)).toEqual([
      ["Elm House", "100.00%", "Too few to judge", "1", "1"],
      ["Oak House", "0.00%", "Too few to judge", "0", "1"],
    ]);
    expect(panelOf(page)?.text).toContain(
      "Mean of all: 50.00% (returns to hospital: 1, admissions from hospital whose 30 days are over: 2).",
    );
  });

  it("narrows physicians to the facility, and leads on under the same filters", async () => {
    const page = await open(
      "facility",
      `/facility-profile/101?${RANGE}&compare=h_1000`,
    );
    const rows = rowsOf(page);
    // Elm's 113 long-stay days: 72 of Dr. Gray's patient, 41 of Dr. Stone's, whose patient at Oak is not in it.
    expect(rows.map(([name, , , , days]) => [name, days])).toEqual([
      ["Gray, Gina, MD", "72"],
      ["Stone, Sam, DO", "41"],
    ]);
    const [first] = all(page, "#compared tbody a");
    expect(first?.getAttribute("href")).toBe(
      `/physician-profile/1000000001?facility-id=101&${RANGE}`,
    );
  });

  it("says so where there is only one", async () => {
    const page = await open(
      "company",
      `/division-profile/2?${RANGE}&compare=rth`,
    );
    expect(panelOf(page)?.text).toContain(
      "There is only one region here, so there is nothing to compare.",
    );
    expect(page.querySelector("#open-compare")).toBeNull();
  });

  it.each([
    ["company", "/physician-profile/1000000001?compare=rth", "a physician"],
    [
      "company",
      "/region-profile/11?compare=patient_count",
      "a figure without rate",
    ],
    ["company", "/region-profile/11?compare=", "nothing"],
  ])("is not there for %s at %s, %s", async (username, path) => {
    expect(panelOf(await open(username, path))).toBeNull();
  });

  it("is not on a page that does not ask for it", async () => {
    const page = await open("company", "/region-profile/11");
    expect(panelOf(page)).toBeNull();
    expect(nameOf(page.querySelector("#open-compare"))).toBe(
      "Compare facilities",
    );
  });
});
