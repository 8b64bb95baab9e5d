import { expect, it } from "vitest";
import { median, percentile, shown } from "./figures";

it("takes percentiles by nearest rank, in any order", () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile(hundred, 1)).toBe(100);
  expect(percentile([7], 0.99)).toBe(7);
  expect(median([3, 1, 2])).toBe(2);
  expect(median([])).toBeNaN();
});

it("shows three digits that count", () => {
  expect([0.123, 12.34, 123.4, NaN].map(shown)).toEqual([
    "0.12",
    "12.3",
    "123",
    "–",
  ]);
});
