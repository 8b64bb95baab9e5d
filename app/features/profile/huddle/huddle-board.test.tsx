import { describe, expect, test } from "vitest";
import { EMPTY_METRICS } from "~/domain/figures/metrics";
import {
  all,
  textOf,
  textsOf,
  type PageDocument,
} from "../../../../tests/pages/support/document";
import {
  drawnPage,
  hrefsOf,
  regionOf,
} from "../../../../tests/pages/support/drawn-page";
import { HuddleBoard } from "./huddle-board";
import type { ProfileView } from "../profile-view";
import { testGraphsView } from "../testing/graphs-view";
import { testProfileView } from "../testing/profile-view";
import { testQuality } from "../testing/quality";

const METRICS = {
  ...EMPTY_METRICS,
  patient_count: 120,
  short_stays: {
    rth: { count: 3, rate: 30 },
    ed: { count: 0, rate: 0 },
    ach_adm: 10,
  },
  long_stays: { ...EMPTY_METRICS.long_stays, pd_lt_doc: 9000 },
};

function huddleView(more: Partial<ProfileView> = {}): ProfileView {
  return testProfileView({
    layout: "huddle",
    metrics: { state: "data", data: METRICS },
    previous: {
      range: { startDate: "2024-03-03", endDate: "2025-03-03" },
      metrics: { ...METRICS, patient_count: 100 },
    },
    graphs: { state: "data", data: testGraphsView() },
    quality: testQuality(),
    ...more,
  });
}

function show(more: Partial<ProfileView> = {}) {
  return drawnPage(<HuddleBoard id="huddle" view={huddleView(more)} />);
}

function sheetOf(page: PageDocument): string {
  return textOf(page.querySelector("article"));
}

/** Text of a part of the sheet. */
function part(page: PageDocument, name: string): string {
  return textOf(regionOf(page, name));
}

describe("the huddle sheet", () => {
  test("says whose it is, under which filters, and how new its data are", async () => {
    const page = await show({ frailtyFilter: "high" });
    expect(textsOf(page, "h1")).toEqual(["Region Profile Lakes"]);
    const sheet = sheetOf(page);
    expect(sheet).toContain(
      "Division: North · From Date 03/04/2025 · To Date 03/04/2026 · All patients",
    );
    expect(sheet).toContain("Data is accurate as of 03:07 PM ET");
    expect(sheet).toContain("Confidential Information");
    expect(sheet).not.toContain("Frailty: high");
  });

  test("has the ten figures, with their changes and what these are measured from", async () => {
    const page = await show();
    const figures = ["General", "SS Hosp Metrics", "LS Hosp Metrics"].map(
      (name) => all(regionOf(page, name), "li").length,
    );
    expect(figures).toEqual([3, 3, 4]);
    expect(part(page, "General")).toContain("Patient count120");
    expect(part(page, "General")).toContain("20.0%");
    expect(sheetOf(page)).toContain("03/03/2024–03/03/2025");
  });

  test("has the frailty bands, and the patients without a score, so that they add up", async () => {
    const frailty = { high: "7", medium: "5", low: "3", unscored: "2" };
    const page = await show({ frailty: { state: "data", data: frailty } });
    expect(part(page, "Frailty")).toContain(
      "High7Medium5Low32 without a score",
    );
  });

  test("has the quality score with its four parts", async () => {
    const score = part(await show(), "Quality score");
    expect(score).toContain("360 out of 600");
    for (const points of ["75", "150", "120", "15"]) {
      expect(score).toContain(`${points} of 150`);
    }
    expect(score).toContain("The score covers 11/21/2025–11/21/2026");
  });

  test("has the five graphs, each with its mode and its sentence", async () => {
    const page = await show({ monthly: ["ed_30"] });
    const graph = part(page, "30 Day OP Ed Visits Month over month");
    expect(graph).toContain("mean 20.00%, no month outside the limits");
    expect(all(page, "[role=img]")).toHaveLength(5);
    expect(part(page, "30 Day RTH Rolling 12 month")).toContain("mean 20.00%");
  });

  test("names no patient, whatever the list holds", async () => {
    const page = await show({
      level: "physician",
      id: 1234567893,
      list: {
        state: "data",
        data: {
          heads: [],
          count: "1 patient",
          keys: [0],
          columns: [["Cole, Bo"]],
          rows: 1,
          total: 1,
          note: null,
        },
      },
    });
    expect(sheetOf(page)).not.toContain("Cole");
  });

  test("has residents and graphs alone where it names residents, and says how many others there are", async () => {
    const row = {
      name: "Cole, Bo",
      why: "New",
      window: "12/25 · 27 days left",
    };
    const page = await show({
      residents: {
        attention: {
          count: "14",
          units: [{ name: "1 North", rows: [row] }],
          more: "and 13 more",
        },
        out: { count: "0", rows: [], more: null },
        reviews: null,
        lastReturn: null,
      },
    });
    const attention = part(page, "Need attention: 14");
    expect(attention).toContain("1 NorthCole, BoNew12/25 · 27 days left");
    expect(attention).toContain("and 13 more");
    expect(all(page, "[role=img]")).toHaveLength(5);
    expect(sheetOf(page)).not.toContain("General");
  });

  test("leads back to the profile with its filters, and says how to print without scripts", async () => {
    const page = await show({ carried: { isnp: true }, monthly: ["ed_30"] });
    expect(hrefsOf(page)["Back to the profile"]).toBe(
      "/region-profile/2?isnp=true&mom=ed_30",
    );
    expect(textOf(page.body)).toContain("use your browser’s Print");
    expect(page.querySelector("button")).toBeNull();
  });
});
