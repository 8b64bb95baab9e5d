// @vitest-environment happy-dom
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { EMPTY_METRICS } from "~/domain/figures/metrics";
import { qualityOf, qualityPeriod } from "~/domain/quality/quality-score";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import { HuddleBoard } from "./huddle-board";
import type { GraphLine, GraphsView, ProfileView } from "../profile-view";
import type { GraphMode } from "~/domain/graphs/graph-modes";
import { testProfileView } from "../testing/profile-view";

afterEach(cleanup);

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function lines(
  rate: number,
  denominator: number,
): Record<GraphMode, GraphLine> {
  const line = {
    rates: Array.from({ length: 18 }, () => rate),
    denominators: Array.from({ length: 18 }, () => denominator),
  };
  return { rolling: line, mom: line };
}

const GRAPHS: GraphsView = {
  months: Array.from({ length: 18 }, (_, index) => MONTHS[(index + 9) % 12]!),
  years: Array.from({ length: 18 }, (_, index) =>
    index < 3 ? 2024 : index < 15 ? 2025 : 2026,
  ),
  settled: 18,
  told: 18,
  lines: {
    rth_30: lines(20, 100),
    ed_30: lines(10, 100),
    hosp_1000: lines(2, 3000),
    ed_1000: lines(1, 3000),
    adm_1000: lines(40, 100),
  },
  unusual: { rth_30: 0, ed_30: 0, hosp_1000: 0, ed_1000: 0, adm_1000: 0 },
  trends: {},
};

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
    graphs: { state: "data", data: GRAPHS },
    quality: {
      state: "data",
      data: {
        ...qualityOf({
          rth: 24,
          ed: 0,
          h_1000: 162,
          ed_1000: 500,
          ach_adm: 100,
          ls_days: 100_000,
        }),
        period: qualityPeriod("2026-11-21", null),
      },
    },
    ...more,
  });
}

function stub(view: ProfileView) {
  return createRemixStub([
    { path: "/", Component: () => <HuddleBoard id="huddle" view={view} /> },
  ]);
}

function show(more: Partial<ProfileView> = {}) {
  const Page = stub(huddleView(more));
  render(<Page />);
  return screen.getByRole("article");
}

/** Text of a part of the sheet. */
function part(name: string): string {
  return screen.getByRole("region", { name }).textContent;
}

describe("the huddle sheet", () => {
  test("says whose it is, under which filters, and how new its data are", () => {
    const sheet = show({ frailtyFilter: "high" });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
      "Region Profile Lakes",
    );
    expect(sheet.textContent).toContain(
      "Division: North · From Date 03/04/2025 · To Date 03/04/2026 · All patients",
    );
    expect(sheet.textContent).toContain("Data is accurate as of 03:07 PM ET");
    expect(sheet.textContent).toContain("Confidential Information");
    expect(sheet.textContent).not.toContain("Frailty: high");
  });

  test("has the ten figures, with their changes and what these are measured from", () => {
    const sheet = show();
    const figures = ["General", "SS Hosp Metrics", "LS Hosp Metrics"].map(
      (name) =>
        within(screen.getByRole("region", { name })).getAllByRole("listitem")
          .length,
    );
    expect(figures).toEqual([3, 3, 4]);
    expect(part("General")).toContain("Patient count120");
    expect(part("General")).toContain("20.0%");
    expect(sheet.textContent).toContain("03/03/2024–03/03/2025");
  });

  test("has the frailty bands, and the patients without a score, so that they add up", () => {
    const frailty = { high: "7", medium: "5", low: "3", unscored: "2" };
    show({ frailty: { state: "data", data: frailty } });
    expect(part("Frailty")).toContain("High7Medium5Low32 without a score");
  });

  test("has the quality score with its four parts", () => {
    show();
    const score = part("Quality score");
    expect(score).toContain("360 out of 600");
    for (const points of ["75", "150", "120", "15"]) {
      expect(score).toContain(`${points} of 150`);
    }
    expect(score).toContain("12 months to yesterday");
  });

  test("has the five graphs, each with its mode and its sentence", () => {
    show({ monthly: ["ed_30"] });
    const graph = part("30 Day OP Ed Visits Month over month");
    expect(graph).toContain("mean 10.00%, no month outside the limits");
    expect(screen.getAllByRole("img")).toHaveLength(5);
    expect(part("30 Day RTH Rolling 12 month")).toContain("mean 20.00%");
  });

  test("says why months have no limits, in the words of the chart", () => {
    const phase = {
      kind: "phase" as const,
      measures: ["rth_30" as const, "ed_30" as const],
      from: "2025-12-01" as const,
      to: null,
      text: "New doctor",
      frozen: null,
    };
    const first = firstMonthOf(18, "2026-03-31");
    const notes = { first, events: [], phases: [phase] };
    const graphs = { state: "data" as const, data: { ...GRAPHS, notes } };
    show({ monthly: ["ed_30"], graphs });
    const tooFew =
      "From December 2025 to March 2026 there are too few months for limits. The newest phase has no limits before May 2026.";
    expect(part("30 Day OP Ed Visits Month over month")).toContain(
      `Latest 10.00% (March 2026), mean 10.00% from December 2025 on. ${tooFew} New phase from December 2025.`,
    );
    const young = part("30 Day RTH Rolling 12 month");
    expect(young).toContain(
      "The newest phase is too young to judge. It has no limits before April 2027.",
    );
    expect(young).toContain(
      "The points from December 2025 to March 2026 reach back into the phase before. They are not judged.",
    );
  });

  test("says why months of rare events have no limits, in the words of the chart", () => {
    const rare = lines(1 / 3, 3000);
    const data = {
      ...GRAPHS,
      lines: { ...GRAPHS.lines, hosp_1000: rare },
      events: {
        hosp_1000: {
          days: Array.from({ length: 18 }, () => "2026-03-01" as const),
          months: Array.from({ length: 18 }, (_, month) => month),
          counted: Array.from({ length: 18 }, (_, at) => 3000 * at + 1500),
        },
      },
    };
    show({ monthly: ["hosp_1000"], graphs: { state: "data", data } });
    expect(part("Hosp/1000 Days of Care Month over month")).toContain(
      "Few events are expected (1.0 a month), so the long-stay days between them are judged (t chart).",
    );
  });

  test("says which of its rates stand on small numbers", () => {
    const sheet = show();
    expect(sheet.textContent).toContain(
      "Small numbers: 30 Day RTH, 30 Day OP Ed Visits.",
    );
  });

  test("names no patient, whatever the list holds", () => {
    const sheet = show({
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
          smallNote: null,
        },
      },
    });
    expect(sheet.textContent).not.toContain("Cole");
  });

  test("leads back to the profile with its filters", () => {
    show({ carried: { isnp: true }, monthly: ["ed_30"] });
    const back = screen.getByRole("link", { name: "Back to the profile" });
    expect(back.getAttribute("href")).toBe(
      "/region-profile/2?isnp=true&mom=ed_30",
    );
  });

  test("prints by a button, and without scripts says how", () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    show();
    screen.getByRole("button", { name: "Print" }).click();
    expect(print).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();

    const Page = stub(huddleView());
    const html = renderToString(<Page />);
    expect(html).toContain("use your browser’s Print");
    expect(html).not.toContain("<button");
  });
});
