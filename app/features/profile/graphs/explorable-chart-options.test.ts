import { describe, expect, test } from "vitest";
import { firstDayOfMonth } from "~/domain/graphs/chart-phases";
import { readGraph, type GraphReading } from "./graph-reading";
import { chartSeries } from "./explorable-chart-lines";
import { chartOptions, tooltipHtml } from "./explorable-chart-options";
import { testRthLine } from "../testing/graph-lines";
import { testLongGraphs } from "../testing/long-graphs";

const RATES = Array.from({ length: 18 }, (_, index) => (index === 6 ? 50 : 20));

function reading(months?: string[]) {
  const graphs = testRthLine({ rates: RATES });
  return readGraph(
    months ? { ...graphs, months } : graphs,
    ["rth_30"],
    "rth_30",
  );
}

/** With two events and a phase. */
function notedReading() {
  const notes = { first: 24_000, ...written(24_000) };
  const graphs = { ...testRthLine({ rates: RATES }), notes };
  return readGraph(graphs, ["rth_30"], "rth_30");
}

function written(first: number) {
  const measures = ["rth_30"] as const;
  const event = { measures, text: "A survey", place: null };
  return {
    events: [
      { ...event, day: firstDayOfMonth(first + 3) },
      { ...event, day: firstDayOfMonth(first + 4) },
    ],
    phases: [
      {
        kind: "phase" as const,
        measures,
        from: firstDayOfMonth(first + 8),
        to: null,
        text: "New rounds",
      },
    ],
  };
}

test("a rate outside of its limits is a diamond with its value, a month of a pattern a ring", () => {
  const { markers, dataLabels } = chartOptions(reading(), "n", {});
  const shapes = (markers?.discrete ?? []).map(
    ({ dataPointIndex = 0, shape }) => [dataPointIndex, shape],
  );
  expect(shapes[0]).toEqual([6, "diamond"]);
  expect(shapes.slice(1)).toEqual(
    [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17].map((index) => [index, "circle"]),
  );
  const text = (dataPointIndex: number) =>
    dataLabels?.formatter?.(RATES[dataPointIndex] ?? 0, {
      seriesIndex: 0,
      dataPointIndex,
      w: { globals: { gridWidth: 600, gridHeight: 300, minX: 1, maxX: 18 } },
    });
  expect(text(6)).toBe("50.00%");
  expect(text(5)).toBe("");
});

test("its styles carry the nonce of the page", () => {
  expect(chartOptions(reading(), "n", {}).chart?.nonce).toBe("n");
});

test("a month's name from an API host stays text in the tooltip", () => {
  const named = reading(RATES.map(() => '<img src="x">'));
  expect(tooltipHtml(named, 6)).toMatch(
    /^<div class="chart-tooltip"><b>&lt;img src=&quot;x&quot;&gt; \d{4}:<\/b> 50\.00%, above upper limit\. Limits [^<]+\.<\/div>$/,
  );
});

test("each phase has lines of its own, and the last line the numbers of events", () => {
  const phased = notedReading();
  const series = chartSeries(phased);
  expect(series.map(({ name }) => name)).toEqual([
    "Rate",
    ...["Mean", "Upper limit", "Lower limit"],
    ...["Mean", "Upper limit", "Lower limit"],
    "Events",
  ]);
  const known = (at: number) =>
    series[at]?.data.flatMap((value, index) => (value === null ? [] : [index]));
  expect(known(1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(known(4)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
  expect(known(7)).toEqual([3, 4]);
  const { colors, stroke, dataLabels, markers } = chartOptions(phased, "n", {});
  for (const list of [
    colors,
    stroke?.width,
    stroke?.dashArray,
    markers?.size,
  ]) {
    expect(list).toHaveLength(series.length);
  }
  const text = (dataPointIndex: number, gridWidth: number) =>
    dataLabels?.formatter?.(50, {
      seriesIndex: 7,
      dataPointIndex,
      w: { globals: { gridWidth, gridHeight: 300, minX: 1, maxX: 18 } },
    });
  expect([text(3, 600), text(4, 600)]).toEqual(["1", "2"]);
  expect([text(3, 150), text(4, 150)]).toEqual(["1–2", ""]);
  expect(tooltipHtml(phased, 3)).toContain("Event 1: A survey");
});

describe("labels of the months", () => {
  /** Labels of a chart that is so wide, with so many months in sight. */
  function labelsOf(graph: GraphReading, gridWidth: number, inSight: number) {
    const { chart, xaxis } = chartOptions(graph, "n", {});
    const [minX, maxX] = [1, inSight];
    chart?.events?.beforeMount?.({}, { globals: { gridWidth, minX, maxX } });
    const categories = xaxis?.categories as string[];
    return categories
      .map((one) => xaxis?.labels?.formatter?.(one) ?? "")
      .map((one) => String(one).replace(/\u00a0/g, ""))
      .filter((one) => one !== "");
  }

  const long = readGraph(testLongGraphs(), [], "rth_30");

  test("are of every third of 36, and of every sixth on a narrow plot", () => {
    const narrow = ["Jul", "Jan,2024", "Jul", "Jan,2025", "Jul", "Jan,2026"];
    expect(labelsOf(long, 219, 36)).toEqual(narrow);
    expect(labelsOf(long, 527, 36)).toEqual(narrow);
    expect(labelsOf(long, 528, 36)).toHaveLength(12);
    expect(labelsOf(long, 1100, 36).slice(0, 4)).toEqual([
      "Apr,2023",
      "Jul",
      "Oct",
      "Jan,2024",
    ]);
  });

  test("are of all where 24 of them are in sight, which ApexCharts thins out", () => {
    expect(labelsOf(long, 1100, 25)).toHaveLength(12);
    expect(labelsOf(long, 1100, 24)).toHaveLength(36);
    expect(labelsOf(reading(), 219, 18)).toHaveLength(18);
    expect(labelsOf(reading(), 219, 18)[0]).toBe("Oct,2024");
  });
});
