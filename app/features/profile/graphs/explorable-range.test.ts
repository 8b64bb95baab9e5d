import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  drawnRange,
  moveRange,
  nextMonth,
  zoomRange,
} from "./explorable-range";

describe("zooming", () => {
  test("halves the months around the one that was chosen", () => {
    expect(zoomRange({ from: 0, to: 17 }, 12, 0.5, 18)).toEqual({
      from: 8,
      to: 16,
    });
  });

  test("keeps its middle where none was chosen, and stays within the months", () => {
    expect(zoomRange({ from: 9, to: 17 }, null, 2, 18)).toEqual({
      from: 0,
      to: 17,
    });
    expect(zoomRange({ from: 0, to: 17 }, 17, 0.5, 18)).toEqual({
      from: 9,
      to: 17,
    });
  });

  test("never shows fewer than three months, nor months that there are not", () => {
    const month = fc.integer({ min: 0, max: 17 });
    fc.assert(
      fc.property(
        month,
        month,
        fc.option(month),
        fc.constantFrom(0.5, 2),
        (a, b, around, factor) => {
          const range = { from: Math.min(a, b), to: Math.max(a, b) };
          for (const { from, to } of [
            zoomRange(range, around, factor, 18),
            drawnRange(a - 0.4, b + 0.4, 18),
          ]) {
            expect(from).toBeGreaterThanOrEqual(0);
            expect(to).toBeLessThanOrEqual(17);
            expect(to - from + 1).toBeGreaterThanOrEqual(3);
          }
        },
      ),
    );
  });
});

test("moving keeps the number of months and stops at the ends", () => {
  expect(moveRange({ from: 6, to: 11 }, -1, 18)).toEqual({ from: 3, to: 8 });
  expect(moveRange({ from: 11, to: 16 }, 1, 18)).toEqual({ from: 12, to: 17 });
});

test("a range that was drawn is whole months", () => {
  expect(drawnRange(2.6, 7.2, 18)).toEqual({ from: 3, to: 7 });
});

describe("keys", () => {
  const range = { from: 4, to: 9 };

  test("start at the newest month, go one by one, and stop at the ends", () => {
    expect(nextMonth("ArrowLeft", null, range)).toBe(9);
    expect(nextMonth("ArrowLeft", 9, range)).toBe(8);
    expect(nextMonth("ArrowLeft", 4, range)).toBe(4);
    expect(nextMonth("ArrowRight", 9, range)).toBe(9);
    expect(nextMonth("Home", 7, range)).toBe(4);
    expect(nextMonth("End", 5, range)).toBe(9);
  });

  test("that mean nothing here are left to the page", () => {
    expect(nextMonth("Tab", 5, range)).toBeNull();
    expect(nextMonth("PageDown", 5, range)).toBeNull();
  });
});
