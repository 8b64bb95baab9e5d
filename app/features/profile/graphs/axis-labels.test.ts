import { expect, test } from "vitest";
import { denseLabels, sparseLabels, type AxisLabel } from "./graph-reading";

/** 18 months and their years, or as many as are asked for, from a month (0 for January) of 2024 on. */
function series(first: number, length = 18): [string[], number[]] {
  const names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
  const places = Array.from({ length }, (_, index) => first + index);
  return [
    places.map((place) => names[place % 12] ?? ""),
    places.map((place) => 2024 + Math.floor(place / 12)),
  ];
}

function written(labels: readonly AxisLabel[]): string[] {
  return labels.map(({ month, year }) => (year ? `${month} ${year}` : month));
}

test("every third month is named, the first of a year with its year", () => {
  expect(written(sparseLabels(...series(5)))).toEqual([
    "Jul 2024",
    "Oct",
    "Jan 2025",
    "Apr",
    "Jul",
    "Oct",
  ]);
});

test("two years never stand side by side: the first gives way", () => {
  expect(written(sparseLabels(...series(8)))).toEqual([
    "Oct",
    "Jan 2025",
    "Apr",
    "Jul",
    "Oct",
    "Jan 2026",
  ]);
});

test("whichever month it begins with, six are named and a January is one of them", () => {
  for (let first = 0; first < 12; first += 1) {
    const labels = sparseLabels(...series(first));
    expect(labels).toHaveLength(6);
    const januaries = labels.filter(({ month }) => month === "Jan");
    expect(januaries.length).toBeGreaterThan(0);
    for (const { year } of januaries.slice(-1)) expect(year).not.toBeNull();
  }
});

test("a series within one year names its newest month", () => {
  expect(
    written(sparseLabels(["A", "B", "C", "D"], [2025, 2025, 2025, 2025])),
  ).toEqual(["A 2025", "D"]);
});

test("of all months the last six carry their year, and those between two named ones are known", () => {
  const labels = denseLabels(...series(8));
  expect(written(labels)).toEqual(
    "Sep Oct Nov Dec,Jan 2025,Feb Mar Apr May Jun Jul Aug,Sep 2025,Oct 2025,Nov 2025,Dec 2025,Jan 2026,Feb 2026"
      .split(",")
      .flatMap((part) => (/\d/.test(part) ? [part] : part.split(" "))),
  );
  expect(
    labels.filter(({ isBetween }) => !isBetween).map(({ month }) => month),
  ).toEqual(["Oct", "Jan", "Apr", "Jul", "Oct", "Jan"]);
});

test("of 36 months every third is named, and every sixth where there is little room", () => {
  const labels = denseLabels(...series(11, 36));
  const wide = "Jan 2025,Apr,Jul,Oct,Jan 2026,Apr,Jul,Oct,Jan 2027,Apr,Jul,Oct";
  expect(written(labels)).toEqual(wide.split(","));
  const narrow = "Jan 2025,Jul,Jan 2026,Jul,Jan 2027,Jul".split(",");
  expect(written(labels.filter(({ isBetween }) => !isBetween))).toEqual(narrow);
  expect(written(sparseLabels(...series(11, 36)))).toEqual(narrow);
});

test("whichever month 36 begin with, each January is named with its year, and two years are six months apart at least", () => {
  for (let first = 0; first < 12; first += 1) {
    const labels = denseLabels(...series(first, 36));
    expect(labels).toHaveLength(12);
    const few = labels.filter(({ isBetween }) => !isBetween);
    expect(few).toHaveLength(6);
    for (const { month, year, index } of few) {
      if (month === "Jan" && index > 0) expect(year).not.toBeNull();
    }
    const marked = labels.filter(({ year }) => year).map(({ index }) => index);
    for (const [place, index] of marked.entries()) {
      expect(index - (marked[place - 1] ?? -Infinity)).toBeGreaterThan(5);
    }
  }
});

test.each([
  [24, 24],
  [25, 9],
])("of %i months %i are named on a wide screen", (months, labels) => {
  expect(denseLabels(...series(0, months))).toHaveLength(labels);
});
