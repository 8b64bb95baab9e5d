import { describe, expect, test } from "vitest";
import type { Graphs } from "~/contract/graphs";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { monthNumberOf } from "~/domain/graphs/chart-phases";
import { monthlyOf } from "../overview/figure-trends";
import { readGraph } from "./graph-reading";
import { graphsView as viewOf } from "./graphs-view";

/** A graphs answer whose rolling and monthly figures tell themselves apart. */
function answer(more: Partial<Graphs> = {}): Graphs {
  const series = (rolling: number | null, mom: number | null) => ({
    rolling: [rolling],
    mom: [mom],
  });
  return {
    short_stays: {
      rth_30: series(21.428571428, 50),
      ed_30: series(10, null),
      admission_events: { rolling: [560], mom: [56] },
    },
    long_stays: {
      hosp_1000: series(1.5, 2.5),
      ed_1000: series(1.6, 2.6),
      adm_1000: series(30, 40),
      inpatient_events: series(3, 1),
      outpatient_events: series(4, 2),
      period_doc: series(36525, 3043.75),
    },
    months: [3],
    years: [2026],
    ...more,
  };
}

function threeMonths(mom: number[]) {
  return { rolling: mom, mom };
}

function graphsView(graphs: Graphs) {
  return viewOf(graphs, {
    filters: { endDate: "2026-03-31" },
    silentSince: null,
  });
}

describe("the graphs of a page", () => {
  test("have both modes, rolling and month over month", () => {
    const { lines } = graphsView(answer());
    expect(lines.rth_30).toEqual({
      rolling: { rates: [21.4286], denominators: [560] },
      mom: { rates: [50], denominators: [56] },
    });
    expect(lines.hosp_1000.mom).toEqual({
      rates: [2.5],
      denominators: [3043.75],
    });
    expect(lines.ed_1000.rolling.rates).toEqual([1.6]);
  });

  test("divide hospital admissions by patient months, not by days", () => {
    const view = graphsView(answer());
    const denominators = (monthly: GraphTag[]) =>
      readGraph(view, monthly, "adm_1000").denominators;
    expect(denominators([])).toEqual([1200]);
    expect(denominators(["adm_1000"])).toEqual([100]);
  });

  test("keep a month over nothing blank", () => {
    expect(graphsView(answer()).lines.ed_30.mom.rates).toEqual([null]);
  });

  test("take months as numbers and as names, and leave a word that is none", () => {
    const months = [1, "september", "Dec", "Q3"];
    expect(graphsView(answer({ months })).months).toEqual([
      "Jan",
      "Sep",
      "Dec",
      "Q3",
    ]);
  });

  test("have the trends of the overview figures month by month", () => {
    const view = graphsView(answer());
    const trends = ["rth", "ed", "h_1000", "ed_1000", "adm_1000"];
    expect(
      [...trends, "ach_adm", "pd_lt_doc"].map((tag) => monthlyOf(view, tag)),
    ).toEqual([[50], [null], [2.5], [2.6], [40], [56], [3043.75]]);
  });

  test("have the trends of the counts where the API host sends them", () => {
    const general = {
      patient_count: [9],
      days_of_care: [null],
      snf_adm: [2],
      ach_adm: [60],
    };
    const view = graphsView(answer({ general }));
    expect(view.trends).toMatchObject(general);
    // Not the settled ones, which the rates are over.
    expect(monthlyOf(view, "ach_adm")).toEqual([60]);
  });

  test("have rates up to the last month of which a silent facility has told, per day too", () => {
    const months = [1, 2, 3];
    const view = (silentSince: string | null) =>
      viewOf(
        answer({
          months,
          years: [2026, 2026, 2026],
          long_stays: {
            ...answer().long_stays,
            hosp_1000: threeMonths([2, 2, 9]),
            period_doc: threeMonths([3000, 3000, 3000]),
          },
        }),
        {
          filters: { endDate: "2026-03-31" },
          silentSince,
        },
      );
    const known = (silentSince: string | null) => {
      const reading = readGraph(view(silentSince), ["hosp_1000"], "hosp_1000");
      return reading.chart.points.map(({ value }) => value !== null);
    };
    expect(view(null).isSilent).toBe(false);
    expect(known(null)).toEqual([true, true, true]);
    expect(view("2026-03-10").isSilent).toBe(true);
    expect(known("2026-03-10")).toEqual([true, true, false]);
    expect(known("2026-02-27")).toEqual([true, false, false]);
  });

  test("count the months that are unusual by the limits in force", () => {
    const rates = Array.from({ length: 18 }, (_, index) =>
      index % 2 ? 60 : 10,
    );
    const view = graphsView(
      answer({
        short_stays: {
          ...answer().short_stays,
          rth_30: threeMonths(rates),
          admission_events: threeMonths(rates.map(() => 100)),
        },
        months: rates.map((_, index) => (index % 12) + 1),
      }),
    );
    expect(view.verdicts.rth_30.mom).toMatchObject({
      unusual: "0 of 18 months were unusual.",
      hasUnusual: false,
    });
  });

  test("say of their newest whole month what Signals says", () => {
    const verdict = (rates: number[], reach: string | null = null) =>
      viewOf(
        answer({
          short_stays: {
            ...answer().short_stays,
            rth_30: threeMonths(rates),
            admission_events: threeMonths(rates.map(() => 100)),
          },
          months: rates.map((_, index) => (index % 12) + 1),
          years: rates.map(() => 2026),
        }),
        { filters: { endDate: "2026-03-31" }, silentSince: null, reach },
      ).verdicts.rth_30.mom;
    const usual = Array.from({ length: 18 }, (_, at) => 17 + (at % 2) * 7);
    expect(verdict(usual).latest).toBe("Latest month: within limits.");
    expect(verdict([...usual.slice(1), 60])).toEqual({
      latest: "Latest month: unusually high.",
      unusual: "1 of 18 months was unusual.",
      hasUnusual: true,
    });
    expect(verdict([20, 20])).toEqual({
      latest: "Latest month: too few to say.",
      unusual: null,
      hasUnusual: false,
    });
  });

  const YEAR_AND_HALF = Array.from(
    { length: 18 },
    (_, at) => 17 + (at % 2) * 7,
  );
  const eighteenMonths = (
    written: Parameters<typeof viewOf>[2] = {},
    targets: Parameters<typeof viewOf>[3] = [],
  ) =>
    viewOf(
      answer({
        short_stays: {
          ...answer().short_stays,
          rth_30: {
            rolling: YEAR_AND_HALF.map(() => 20.5),
            mom: YEAR_AND_HALF,
          },
          admission_events: {
            rolling: YEAR_AND_HALF.map(() => 1200) as [number, ...number[]],
            mom: YEAR_AND_HALF.map(() => 100),
          },
        },
        months: YEAR_AND_HALF.map((_, index) => (index % 12) + 1),
        years: YEAR_AND_HALF.map(() => 2026),
      }),
      { filters: { endDate: "2026-03-31" }, silentSince: null },
      written,
      targets,
    );

  test("judge a target by the limits that the chart shows in its mode, and the year's on the overview card", () => {
    const { verdicts, targets } = eighteenMonths({}, [
      {
        ...{ measure: "rth_30", value: 14, from: "2026-01-01" },
        ...{ level: "company", placeName: null },
        ...{ author: "Ada Ames", reason: "Goal" },
      },
    ]);
    const { rolling, mom } = verdicts.rth_30;
    expect(rolling?.latest).toContain("Target 14.00%: not met.");
    expect(mom.latest).toContain("Target 14.00%: too close to call.");
    expect(targets?.rth_30?.verdict).toBe("misses");
  });

  test("say in the mode without limits that the new phase is too early to judge, and count no months there", () => {
    const { rolling, mom } = eighteenMonths({
      notes: {
        first: monthNumberOf("2024-10-01"),
        phases: [
          { kind: "phase", measures: ["rth_30"], from: "2025-09-01", text: "" },
        ],
        events: [],
      },
    }).verdicts.rth_30;
    expect([rolling?.latest, rolling?.unusual]).toEqual([
      "Too early to judge the new phase. Limits start in January 2027.",
      null,
    ]);
    expect([mom.latest, mom.unusual]).toEqual([
      "Latest month: within limits.",
      "0 of 18 months were unusual.",
    ]);
  });

  test("count the months that are judged, and no others", () => {
    const { mom } = eighteenMonths({
      notes: {
        first: monthNumberOf("2024-10-01"),
        phases: [
          { kind: "phase", measures: ["rth_30"], from: "2024-12-01", text: "" },
        ],
        events: [],
      },
    }).verdicts.rth_30;
    expect(mom.unusual).toBe("0 of 16 judged months were unusual.");
  });

  test("know the months of rare events, and the last one before them", () => {
    const events = {
      hosp_1000: {
        days: ["2025-12-30", "2026-01-01", "2026-03-31"],
        counted: [-40.5, 50, 3000],
      },
      ed_30: null,
    };
    const months = [1, 2, 3];
    const view = graphsView(answer({ months, events }));
    expect(view.events).toEqual({
      hosp_1000: { ...events.hosp_1000, months: [-1, 0, 2] },
    });
    expect(graphsView(answer({ events: { ed_30: null } }))).not.toHaveProperty(
      "events",
    );
  });
});
