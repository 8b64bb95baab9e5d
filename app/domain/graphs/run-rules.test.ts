import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runSignals, shiftLength } from "./run-rules";

/** A chart around 10 with limits at 4 and 16. */
function signals(values: (number | null)[]) {
  return runSignals({
    centre: 10,
    points: values.map((value) => ({
      value,
      lower: value === null ? null : 4,
      upper: value === null ? null : 16,
      outside:
        value === null
          ? null
          : value > 16
            ? "above"
            : value < 4
              ? "below"
              : null,
    })),
  });
}

describe("a shift", () => {
  test("is seven months in a row on one side of the mean, not six", () => {
    expect(signals([9, 11, 12, 11, 12, 11, 12, 9])).toEqual([]);
    expect(signals([9, 11, 12, 11, 12, 11, 12, 11, 9])).toEqual([
      { rule: "shift", direction: "up", indexes: [1, 2, 3, 4, 5, 6, 7] },
    ]);
  });

  test("ends at a month on the mean, and at one that is not known", () => {
    expect(signals([8, 9, 8, 9, 10, 8, 9, 8])).toEqual([]);
    expect(signals([8, 9, 8, 9, null, 8, 9, 8])).toEqual([]);
  });

  test("is not made by what a sum of fractions leaves", () => {
    expect(signals(Array.from({ length: 9 }, () => 10 + 1e-12))).toEqual([]);
  });
});

describe("a shift among many months", () => {
  test.each([
    [0, 7],
    [18, 7],
    [25, 7],
    [26, 8],
    [36, 8],
    [50, 8],
    [51, 9],
  ])("among %i points is of %i", (points, length) => {
    expect(shiftLength(points)).toBe(length);
  });

  /** Months that go to and fro, and then so many on one side. */
  const ending = (months: number, run: number) => [
    ...Array.from({ length: months - run }, (_, at) =>
      (months - run - at) % 2 ? 9 : 11,
    ),
    ...Array.from({ length: run }, (_, at) => (at % 2 ? 12 : 11)),
  ];

  test.each([
    [25, 7, 1],
    [26, 7, 0],
    [26, 8, 1],
    [36, 7, 0],
    [36, 8, 1],
  ])("of %i months with %i at the end of them: %i", (months, run, found) => {
    expect(signals(ending(months, run))).toHaveLength(found);
  });

  test("counts the months that are judged, and not those without a rate", () => {
    const unknown = Array.from({ length: 11 }, () => null);
    expect(signals([...unknown, ...ending(25, 7)])).toHaveLength(1);
  });
});

describe("a trend", () => {
  test("is seven months of which each is lower than the one before", () => {
    expect(signals([12, 11.5, 11, 10.5, 10, 9.5, 9, 9])).toEqual([
      { rule: "trend", direction: "down", indexes: [0, 1, 2, 3, 4, 5, 6] },
    ]);
    expect(signals([12, 11.5, 11, 10.5, 10, 9.5, 9.5, 9])).toEqual([]);
  });

  test("may turn round in the month that ends the one before", () => {
    const up = [7, 8, 9, 10, 11, 12, 13];
    const rules = signals([...up, 12, 11, 10, 9, 8, 7]).filter(
      ({ rule }) => rule === "trend",
    );
    expect(
      rules.map(({ direction, indexes }) => [
        direction,
        indexes[0],
        indexes.at(-1),
      ]),
    ).toEqual([
      ["up", 0, 6],
      ["down", 6, 12],
    ]);
  });
});

describe("months near to a limit", () => {
  test("are two of three in the outer third, all three on one side", () => {
    expect(signals([9, 15, 11, 15, 9])).toEqual([
      { rule: "near-limit", direction: "up", indexes: [1, 3] },
    ]);
    expect(signals([9, 15, 9, 15, 9])).toEqual([]);
    expect(signals([15, 11, 11, 15])).toEqual([]);
  });

  test("are one signal as long as their windows share a month", () => {
    expect(signals([5, 5, 9, 5, 11, 11, 15, 15])).toEqual([
      { rule: "near-limit", direction: "down", indexes: [0, 1, 3] },
      { rule: "near-limit", direction: "up", indexes: [6, 7] },
    ]);
  });

  test("are not those outside of the limits, which are signals of their own", () => {
    expect(signals([11, 17, 11, 15, 9])).toEqual([]);
  });

  test("are judged by the limit that was not cut", () => {
    const points = [3, 3, 3].map((value) => ({
      value,
      lower: 0,
      upper: 16,
      outside: null,
    }));
    expect(runSignals({ centre: 4, points })).toEqual([]);
  });
});

test("a chart without a mean has no pattern", () => {
  expect(runSignals({ centre: null, points: [] })).toEqual([]);
});

test("the mirrored chart has the mirrored patterns", () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: 1, max: 19 })), { maxLength: 18 }),
      (values) => {
        const mirrored = signals(
          values.map((v) => (v === null ? null : 20 - v)),
        );
        expect(mirrored).toEqual(
          signals(values).map((signal) => ({
            ...signal,
            direction: signal.direction === "up" ? "down" : "up",
          })),
        );
      },
    ),
  );
});

test("a month without a rate ends a pattern", () => {
  const values = [9, 8, 9, 8, 9, 8, 9];
  const points = values.map((value) => ({
    value,
    lower: 4,
    upper: 16,
    outside: null,
  }));
  expect(runSignals({ centre: 10, points })).toHaveLength(1);
  const unknown = points.map((point, index) =>
    index === 6 ? { ...point, value: null } : point,
  );
  expect(runSignals({ centre: 10, points: unknown })).toEqual([]);
});
