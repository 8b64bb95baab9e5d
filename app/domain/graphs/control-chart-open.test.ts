import { describe, expect, test } from "vitest";
import { measureChart } from "./control-chart";

const P = { chart: "p", multiplier: 100 } as const;
const U = { chart: "u", multiplier: 1000 } as const;
const BLANK = { value: null, lower: null, upper: null, outside: null };

describe("months that are not settled", () => {
  const rates = [20, 24, 16, 2, 0];
  const denominators = [500, 500, 500, 500, 10];

  test("are shown with their limits, but are neither judged nor in the mean of a share", () => {
    const { centre, points } = measureChart(P, { rates, denominators }, 3);
    const alone = measureChart(P, {
      rates: rates.slice(0, 3),
      denominators: denominators.slice(0, 3),
    });
    expect(centre).toBe(20);
    expect(points.slice(0, 3)).toEqual(alone.points);
    expect(points[3]).toMatchObject({ value: 2, outside: null, isOpen: true });
    expect(points[3]?.lower).toBeGreaterThan(2);
    expect(points[3]?.upper).toBe(alone.points[0]?.upper);
    expect(measureChart(P, { rates, denominators }).points[3]).toMatchObject({
      outside: "below",
    });
  });

  test("are judged where events and exposure grow together", () => {
    const line = { rates, denominators };
    expect(measureChart(U, line, 3)).toEqual(measureChart(U, line));
  });

  test("are open in rates per exposure where nobody has told of them", () => {
    const { centre, points } = measureChart(U, { rates, denominators }, 5, 3);
    expect(centre).toBeCloseTo(20, 8);
    expect(points.map(({ isOpen }) => isOpen === true)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  test("stand without mean and limits where there are no others", () => {
    expect(measureChart(P, { rates: [20], denominators: [50] }, 0)).toEqual({
      centre: null,
      points: [{ ...BLANK, value: 20, isOpen: true }],
    });
    expect(measureChart(P, { rates: [20], denominators: [null] }, 0)).toEqual({
      centre: null,
      points: [{ ...BLANK, value: 20, isOpen: true }],
    });
  });

  test("move neither mean nor limits of single values", () => {
    const unknown = rates.map(() => null);
    const { centre, points } = measureChart(
      P,
      { rates, denominators: unknown },
      3,
    );
    expect(centre).toBe(20);
    expect(points[0]?.upper).toBeCloseTo(20 + (3 * 6) / 1.128, 8);
    expect(points[4]).toMatchObject({ value: 0, outside: null, isOpen: true });
  });

  test("are blank where nothing was counted", () => {
    const { points } = measureChart(
      P,
      { rates: [20, null], denominators: [50, 0] },
      1,
    );
    expect(points[1]).toEqual(BLANK);
  });
});
