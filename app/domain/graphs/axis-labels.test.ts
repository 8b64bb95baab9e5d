import { expect, test } from "vitest";
import { monthLabels, quarterLabels, type AxisLabel } from "./axis-labels";

/** 18 months and their years, from a month (0 for January) of 2024 on. */
function series(first: number): [string[], number[]] {
  const names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
  const places = Array.from({ length: 18 }, (_, index) => first + index);
  return [
    places.map((place) => names[place % 12] ?? ""),
    places.map((place) => 2024 + Math.floor(place / 12)),
  ];
}

function written(labels: readonly AxisLabel[]): string[] {
  return labels.map(({ month, year }) => (year ? `${month} ${year}` : month));
}

test("every third month is named, the first of a year with its year", () => {
  expect(written(quarterLabels(...series(5)))).toEqual([
    "Jul 2024",
    "Oct",
    "Jan 2025",
    "Apr",
    "Jul",
    "Oct",
  ]);
});

test("two years never stand side by side: the first gives way", () => {
  expect(written(quarterLabels(...series(8)))).toEqual([
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
    const labels = quarterLabels(...series(first));
    expect(labels).toHaveLength(6);
    const januaries = labels.filter(({ month }) => month === "Jan");
    expect(januaries.length).toBeGreaterThan(0);
    for (const { year } of januaries.slice(-1)) expect(year).not.toBeNull();
  }
});

test("a series within one year names its newest month", () => {
  expect(
    written(quarterLabels(["A", "B", "C", "D"], [2025, 2025, 2025, 2025])),
  ).toEqual(["A 2025", "D"]);
});

test("of all months the last six carry their year, and those between two named ones are known", () => {
  const labels = monthLabels(...series(8));
  expect(written(labels)).toEqual(
    "Sep Oct Nov Dec,Jan 2025,Feb Mar Apr May Jun Jul Aug,Sep 2025,Oct 2025,Nov 2025,Dec 2025,Jan 2026,Feb 2026"
      .split(",")
      .flatMap((part) => (/\d/.test(part) ? [part] : part.split(" "))),
  );
  expect(
    labels.filter(({ isBetween }) => !isBetween).map(({ month }) => month),
  ).toEqual(["Oct", "Jan", "Apr", "Jul", "Oct", "Jan"]);
});
