import { beforeEach, describe, expect, it } from "vitest";
import { EMPTY_METRICS } from "~/domain/figures/metrics";
import { testQuality } from "~/features/profile/testing/quality";
import { all, documentOf, textOf, type PageDocument } from "./support/document";
import { hrefsOf, regionOf } from "./support/drawn-page";
import {
  type FakeHost,
  hasFacilities,
  physicianRecord,
  says,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const RANGE = "startDate=2025-01-01&endDate=2025-12-31";
const PAGE = `/company-overview?${RANGE}`;

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));
beforeEach(() => {
  const { period: _period, ...data } = testQuality().data;
  says(host, "/api/qmcalculator/", { data });
});

async function open(path: string) {
  const browser = await portal.browser().loggedIn("company");
  const page = await browser.get(path);
  expect(page.status).toBe(200);
  return documentOf(page.text);
}

const sheetOf = (page: PageDocument) => textOf(page.querySelector("article"));

const POINTS = [
  "30 Day RTH 75 of 150",
  "30 Day OP Ed Visits 150 of 150",
  "Hosp/1000 Days of Care 120 of 150",
  "ED/1000 Days of Care 15 of 150",
];

describe("the huddle sheet", () => {
  it("is rendered whole by the server, and asks for no list", async () => {
    const path = `${PAGE}&view=huddle&isnp=true&mom=ed_30`;
    const page = await open(path);
    const part = (name: string) => textOf(regionOf(page, name));
    expect(page.title).toMatch(/^Company Overview, huddle sheet/);
    expect(host.calls.map((call) => call.path)).not.toContainEqual(
      expect.stringContaining("/api/summary/"),
    );
    const sheet = sheetOf(page);
    expect(sheet).toMatch(
      /^Company OverviewData is accurate as of .* 01\/02\/2026From Date 01\/01\/2025 · To Date 12\/31\/2025 · ISNP Patients OnlyGeneral/,
    );
    expect(sheet).toContain("Compared with 01/02/2024–12/31/2024.");
    expect(sheet).toContain(
      "Small numbers: 30 Day RTH, 30 Day OP Ed Visits, Hosp/1000 Days of Care, ED/1000 Days of Care, ADM/1000 LT Pt. Months. Treat with caution: fewer than 20 admissions or patient months.",
    );
    expect(sheet).toMatch(/Confidential Information [^.]*\.$/);
    const figures = ["General", "SS Hosp Metrics", "LS Hosp Metrics"];
    expect(
      figures.map((name) => all(regionOf(page, name), "li").length),
    ).toEqual([3, 3, 4]);
    expect(part("General")).toContain("Patient count10same");
    expect(part("Frailty")).toBe("FrailtyHigh1Medium2Low34 without a score");
    expect(part("Quality score")).toContain("Total360 out of 600");
    for (const points of POINTS) {
      expect(part("Quality score")).toContain(
        points.replace(/ (?=\d+ of)/, ""),
      );
    }
    expect(part("30 Day RTH Rolling 12 month")).toContain("mean 20.00%");
    expect(part("30 Day OP Ed Visits Month over month")).toContain(
      "mean 10.00%, no month outside the limits",
    );
    expect(all(page, "[role=img]")).toHaveLength(5);
    expect(hrefsOf(page)["Back to the profile"]).toBe(
      `/company-overview?isnp=true&${RANGE}&mom=ed_30`,
    );
    expect(textOf(page.body)).toContain("use your browser’s Print");
  });

  it("names the places above its own, and no small numbers where there are none", async () => {
    const { short_stays, long_stays } = EMPTY_METRICS;
    const data = {
      ...EMPTY_METRICS,
      short_stays: { ...short_stays, ach_adm: 20 },
      long_stays: { ...long_stays, pd_lt_doc: 36_500 },
    };
    hasFacilities(host, { 101: "Elm House" });
    says(host, "/api/metrics/", { data });
    const page = await open(`/region-profile/11?${RANGE}&view=huddle`);
    expect(sheetOf(page)).toContain("Division: North · From Date 01/01/2025 ·");
    expect(textOf(regionOf(page, "SS Hosp Metrics"))).toContain("ACH ADM20");
    expect(sheetOf(page)).not.toContain("Small numbers");
  });

  it("of a physician names no patient and no filter of the list", async () => {
    const patient = { first_name: "Bo", last_name: "Cole", frailty_score: 7 };
    says(host, "/api/physician/", { data: physicianRecord(1000000001) });
    says(host, "/api/summary/", { data: [patient] });
    const page = await open(
      "/physician-profile/1000000001?frailty=high&view=huddle",
    );
    expect(sheetOf(page)).toMatch(/^Physician Profile Ada Lind/);
    expect(sheetOf(page)).not.toContain("Frailty: high");
    expect(host.callsTo("/api/summary/")).toEqual([]);
    expect(textOf(page.body)).not.toContain("Cole");
  });
});

describe("the quality score", () => {
  it("has its total, its points, and what it takes on its card and in full, from one answer", async () => {
    const page = await open(`${PAGE}&modal=quality`);
    expect(host.callsTo("/api/qmcalculator/")).toHaveLength(1);
    const card = regionOf(page, "Quality score");
    expect(all(card, "li").map(textOf)).toEqual(POINTS);
    expect(textOf(card)).toMatch(
      /360 out of 600 [\d/]{10}–[\d/]{10}30 Day RTH/,
    );
    expect(textOf(card)).toContain(
      "1 fewer return raises the score (30 Day RTH).",
    );
    expect(hrefsOf(card)["Details: Real-Time Hospitalization Metrics"]).toBe(
      `${PAGE}&modal=quality#panel`,
    );

    const modal = regionOf(page, "Real-Time Hospitalization Metrics open");
    const tables = all(modal, "table");
    expect(textOf(tables[0]?.querySelector("caption"))).toBe(
      "30 Day RTH: quality score, qualifying events, and what would change the score",
    );
    expect(tables[0] && all(tables[0], "th[scope=row]").map(textOf)).toEqual([
      "Metric value",
      "Points, 15 to 150",
      "Qualifying events over ACH ADM whose 30 days are over",
      "To gain points",
      "To lose points",
      "For full points",
    ]);
    const cells = (table: (typeof tables)[number]) =>
      all(table, "td").map(textOf);
    expect(tables.map((table) => cells(table).join(" | "))).toEqual([
      "24.00% | 75 | 24 / 100 | 1 fewer return | 1 more return | 4 fewer returns",
      "0.00% | 150 | 0 / 100 | Already perfect | 9 more ED visits | Already perfect",
      "1.62 | 120 | 162 / 100,000 | 12 fewer hospitalizations | 2 more hospitalizations | 22 fewer hospitalizations",
      "5.00 | 15 | 500 / 100,000 | 220 fewer ED visits | Cannot fall further | 400 fewer ED visits",
    ]);
    // 75, 150, 120 and 15 points as squares.
    const filled = all(modal, ".points-bar .filled").map(
      (path) => path.getAttribute("d")?.match(/M/g)?.length,
    );
    expect(filled).toEqual([5, 10, 8, 1]);
    const words = textOf(modal);
    for (const said of [
      "The overview covers 01/01/2025–12/31/2025.",
      "Total 360 out of 600Each of the four measures",
      "All stays together average 360 quality points out of 600",
      "It covers all patients, ISNP or not.",
      "not risk-adjusted",
      "The points follow the 10th to 90th percentile",
    ]) {
      expect(words).toContain(said);
    }
    // Beside OK too, which is always in sight.
    expect(words).toMatch(/Total 360 out of 600OK$/);
  });

  it.each([
    [500, "Data was not retrieved due to a system error.", true],
    [204, "No results found for this search.", false],
  ])(
    "that is answered by %i, says so on its card",
    async (status, words, asks) => {
      says(host, "/api/qmcalculator/", {}, status);
      const card = regionOf(await open(PAGE), "Quality score");
      expect(textOf(card)).toContain(words);
      expect("Try again" in hrefsOf(card)).toBe(asks);
    },
  );

  it("without stays at one facility of a physician, leads to the score of all", async () => {
    says(host, "/api/qmcalculator/", {}, 204);
    says(host, "/api/physician/", { data: physicianRecord(1000000001) });
    const path = "/physician-profile/1000000001?facility-id=4&modal=quality";
    const page = await open(path);
    const modal = regionOf(page, "Real-Time Hospitalization Metrics open");
    expect(hrefsOf(modal)["Clear filters"]).toBe(
      "/physician-profile/1000000001?modal=quality",
    );
  });

  it("is not asked for where nothing shows it", async () => {
    await open("/patient-profile/1");
    expect(host.callsTo("/api/qmcalculator/")).toEqual([]);
  });
});
