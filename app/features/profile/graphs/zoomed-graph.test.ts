import { expect, test } from "vitest";
import { firstDayOfMonth } from "~/domain/graphs/chart-phases";
import { readGraph } from "./graph-reading";
import { testRthLine } from "../testing/graphs-view";
import { allMonths, stepped, zoomedTo, pointHtml } from "./zoomed-graph";

const FIRST = 24_000;

/** With two events, a phase from the ninth month on, and one month above its limit. */
function reading() {
  const measures = ["rth_30"] as const;
  const at = (month: number) => firstDayOfMonth(FIRST + month);
  const event = { measures, text: "A survey", place: null };
  const notes = {
    first: FIRST,
    events: [
      { ...event, day: at(3) },
      { ...event, day: at(12) },
    ],
    phases: [
      { kind: "phase" as const, measures, from: at(8), text: "New rounds" },
    ],
  };
  const rates = Array.from({ length: 18 }, (_, at) => (at === 12 ? 60 : 20));
  const graphs = { ...testRthLine({ rates }), notes };
  return readGraph(graphs, ["rth_30"], "rth_30");
}

test("all months are the graph as it is", () => {
  const whole = reading();
  expect(zoomedTo(whole, allMonths(18))).toBe(whole);
});

test("some months keep the mean, limits, marks and numbers that they have among all", () => {
  const whole = reading();
  const some = zoomedTo(whole, { from: 6, to: 14 });
  expect(some.months).toEqual(whole.months.slice(6, 15));
  expect(some.chart.points).toEqual(whole.chart.points.slice(6, 15));
  expect(some.parts.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [2, 8],
  ]);
  expect(some.chart.centre).toBe(whole.chart.centre);
  expect(some.events.map(({ number, index }) => [number, index])).toEqual([
    [2, 6],
  ]);
  expect(some.labels.all).toHaveLength(9);
  const before = zoomedTo(whole, { from: 0, to: 5 });
  expect(before.chart.centre).toBe(whole.parts[0]?.centre);
});

test("steps keep at least three months, and stay within those that there are", () => {
  const all = allMonths(18);
  const half = stepped(all, { factor: 0.5, shift: 0 }, 18);
  expect(half).toEqual({ from: 5, to: 13 });
  expect(stepped(half, { factor: 1, shift: -0.5 }, 18)).toEqual({
    from: 1,
    to: 9,
  });
  expect(stepped(half, { factor: 1, shift: 2 }, 18)).toEqual({
    from: 9,
    to: 17,
  });
  expect(stepped(all, { factor: 2, shift: 0 }, 18)).toEqual(all);
  expect(stepped({ from: 4, to: 4 }, { factor: 1, shift: 0 }, 18)).toEqual({
    from: 3,
    to: 5,
  });
});

const RATES = Array.from({ length: 18 }, (_, index) => (index === 6 ? 50 : 20));

test("a month's name from an API host stays text", () => {
  const graphs = {
    ...testRthLine({ rates: RATES }),
    months: RATES.map(() => '<img src="x">'),
  };
  const reading = readGraph(graphs, ["rth_30"], "rth_30");
  expect(pointHtml(reading, 6)).toMatch(
    /^<div><b>&lt;img src=&quot;x&quot;&gt; \d{4}:<\/b> 50\.00%, above upper limit\. Limits [^<]+\.<\/div>$/,
  );
});
