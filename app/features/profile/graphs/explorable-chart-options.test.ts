import { expect, test } from "vitest";
import { readGraph } from "./graph-reading";
import {
  chartOptions,
  chartSeries,
  tooltipHtml,
} from "./explorable-chart-options";
import { testRthLine } from "../testing/graph-lines";

const RATES = Array.from({ length: 18 }, (_, index) => (index === 6 ? 50 : 20));

function reading(months?: string[]) {
  const graphs = { ...testRthLine({ rates: RATES }), settled: 16 };
  return readGraph(
    months ? { ...graphs, months } : graphs,
    ["rth_30"],
    "rth_30",
  );
}

test("months that can still rise have a line of their own, joined to the last that cannot", () => {
  const [open, rate] = chartSeries(reading().chart);
  expect(open?.data.slice(14)).toEqual([null, 20, 20, 20]);
  expect(rate?.data.slice(14)).toEqual([20, 20, null, null]);
});

test("a rate outside of its limits is a diamond with its value, a month of a pattern a ring", () => {
  const { markers, dataLabels } = chartOptions(reading(), "n", {});
  const shapes = (markers?.discrete ?? []).map(
    ({ dataPointIndex = 0, shape }) => [dataPointIndex, shape],
  );
  expect(shapes[0]).toEqual([6, "diamond"]);
  expect(shapes.slice(1)).toEqual(
    [7, 8, 9, 10, 11, 12, 13, 14, 15].map((index) => [index, "circle"]),
  );
  const text = (dataPointIndex: number) =>
    dataLabels?.formatter?.(RATES[dataPointIndex] ?? 0, {
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
