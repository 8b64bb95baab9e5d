import { expect, test } from "vitest";
import type { NumberedEvent } from "~/domain/chart-notes/chart-notes";
import { judgeSeries } from "~/domain/graphs/judge-series";
import { valuesWithRoom, type Plot } from "./values-with-room";

const PHONE: Plot = { gridWidth: 208, gridHeight: 295, minX: 1, maxX: 18 };
const DESK: Plot = { ...PHONE, gridWidth: 1000 };

/** Eighteen months; those that are named are outside of their limits. */
function withRoom(
  outside: Record<number, number>,
  plot: Plot,
  events: NumberedEvent[] = [],
) {
  const points = Array.from({ length: 18 }, (_, index) => ({
    value: outside[index] ?? 1.8,
    lower: 1.2,
    upper: 2.4,
    outside: index in outside ? ("above" as const) : null,
  }));
  const { parts } = judgeSeries(
    { chart: "u", multiplier: 1000 },
    flat(1.8),
    "mom",
  );
  const drawn = { chart: { points }, parts, events };
  return [...valuesWithRoom(drawn, (value) => value.toFixed(2), plot)];
}

function flat(rate: number) {
  const of = (value: number) => Array.from({ length: 18 }, () => value);
  return { rates: of(rate), denominators: of(5000) };
}

test("two values that would meet on a phone: the one farther from the mean is written", () => {
  expect(withRoom({ 6: 2.41, 8: 2.47 }, PHONE)).toEqual([8]);
  expect(withRoom({ 6: 2.47, 8: 2.41 }, PHONE)).toEqual([6]);
});

test("both are written where there is room beside or between them", () => {
  expect(withRoom({ 6: 2.41, 8: 2.47 }, DESK)).toEqual([8, 6]);
  expect(withRoom({ 6: 2.41, 10: 2.47 }, PHONE)).toEqual([10, 6]);
  expect(withRoom({ 6: 2.41, 7: 2.9 }, PHONE)).toEqual([7, 6]);
});

test("zoomed in, months lie farther apart", () => {
  const near = { ...PHONE, minX: 6, maxX: 10 };
  expect(withRoom({ 6: 2.41, 8: 2.47 }, near)).toEqual([8, 6]);
});

test("a value gives way to the number of an event over the plot", () => {
  const event = { number: 1, day: "2026-03-14", text: "", place: null };
  const high = { 6: 2.47 };
  expect(withRoom(high, PHONE, [{ ...event, index: 12 }])).toEqual([6]);
  expect(withRoom(high, PHONE, [{ ...event, index: 6 }])).toEqual([]);
});
