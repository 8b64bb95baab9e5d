import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  areasBelow,
  linePath,
  middleOf,
  scaleOf,
  stepPath,
} from "./control-chart-scale";
import { eventLabels } from "./control-chart-texts";

function point(
  value: number | null,
  lower: number | null,
  upper: number | null,
) {
  return { value, lower, upper, outside: null };
}

describe("the axis", () => {
  test("has three to five even, readable ticks that hold every value and limit", () => {
    const scale = scaleOf(21.4, [point(18.2, 12.3, 30.2), point(33, 12, 30)]);
    expect(scale.ticks).toEqual([10, 20, 30, 40]);
    expect(scale.decimals).toBe(0);
    expect(scale.y(10)).toBe(100);
    expect(scale.y(40)).toBe(0);
  });

  test("starts at nothing where the lowest is near to it, and not elsewhere", () => {
    expect(scaleOf(2, [point(2, 0.4, 3.6)]).ticks[0]).toBe(0);
    expect(scaleOf(95, [point(95, 91, 99)]).ticks[0]).toBeGreaterThan(80);
  });

  test("stands where nothing ever happened, and where nothing is known", () => {
    expect(scaleOf(0, [point(0, 0, 0)]).y(0)).toBe(100);
    expect(scaleOf(null, [point(null, null, null)]).ticks).toEqual([0, 0.5, 1]);
  });

  test.each([
    ["%", 100, [0, 50, 100]],
    ["%", 99, [0, 50, 100]],
    ["%", 60, [60, 80, 100]],
    ["%", 130, [100, 150, 200]],
    ["", 100, [100, 150, 200]],
  ])("of '%s' ends where its numbers may end: %d", (unit, one, ticks) => {
    const points = [point(one, one, one), point(null, null, null)];
    expect(scaleOf(one, points, [], unit).ticks).toEqual(ticks);
  });

  test("never leaves a value outside of the picture", () => {
    const number = fc.double({ min: 0, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(
        number,
        fc.array(fc.record({ value: number, lower: number, upper: number }), {
          minLength: 1,
        }),
        fc.constantFrom("", "%"),
        (centre, rows, unit) => {
          const points = rows.map((row) => ({ ...row, outside: null }));
          const { y, ticks } = scaleOf(centre, points, [], unit);
          expect(ticks.length).toBeGreaterThan(2);
          expect(ticks.length).toBeLessThan(6);
          for (const { value, lower, upper } of points) {
            for (const one of [value, lower, upper, centre]) {
              expect(y(one)).toBeGreaterThanOrEqual(0);
              expect(y(one)).toBeLessThanOrEqual(100);
            }
          }
        },
      ),
      {
        // Alike but for their last bits, and next to nothing.
        examples: [
          [
            21.43,
            [{ value: 21.430000000000003, lower: 21.43, upper: 21.43 }],
            "",
          ],
          [
            99999.99999999936,
            [{ value: 1e5, lower: 99999.9999999993, upper: 1e5 }],
            "",
          ],
          [5e-324, [{ value: 0, lower: 0, upper: 5e-324 }], "%"],
          [100, [{ value: 100, lower: 99.5, upper: 100 }], "%"],
          [0.4, [{ value: 100, lower: 0, upper: 100 }], "%"],
        ],
      },
    );
  });

  test("is that of one value where they differ by their last bits alone", () => {
    const alike = scaleOf(21.43, [point(21.430000000000003, 21.43, 21.43)]);
    expect(alike.ticks).toEqual(
      scaleOf(21.43, [point(21.43, 21.43, 21.43)]).ticks,
    );
    expect(alike.ticks).toEqual([20, 30, 40]);
  });
});

describe("the paths", () => {
  const points = [
    point(10, 0, 20),
    point(20, 0, 20),
    point(null, null, null),
    point(5, 5, 15),
  ];
  const scale = scaleOf(10, points);

  test("break the line where a value is missing", () => {
    expect(scale.ticks).toEqual([0, 10, 20]);
    expect(linePath(points, scale)).toBe("M1 50L3 0M7 75");
  });

  test("step a limit at the edges of its bands, and break it with its points", () => {
    expect(stepPath(points, "upper", scale)).toBe("M0 0H4M6 25H8");
    expect(stepPath([point(1, 0, 20), point(1, 5, 20)], "lower", scale)).toBe(
      "M0 100H2V75H4",
    );
  });

  test("share a step between limits that half a percent of the height would part", () => {
    const limits = [19.98, 20, 19.8].map((upper) => point(10, 0, upper));
    expect(stepPath(limits, "upper", scaleOf(10, limits))).toBe("M0 0H4V1H6");
  });

  test("have a point in the middle of its band", () => {
    expect(middleOf(0, 18)).toBe(2.8);
    expect(middleOf(17, 18)).toBe(97.2);
  });
});

test("the area below a limit is closed where the limit ends or begins again", () => {
  expect(areasBelow("M0 25H6M8 10H10V12H12")).toBe(
    "M0 25H6V100H0ZM8 10H10V12H12V100H8Z",
  );
});

const at = (...indexes: number[]) =>
  indexes.map((index, number) => ({ index, number: number + 1 }));

const textsOn = (width: number, ...indexes: number[]) =>
  eventLabels(at(...indexes), 18, width).map(({ text }) => text);

test("numbers stand over their months, those of one month together", () => {
  expect(textsOn(900, 2, 5, 5, 9)).toEqual(["1", "2–3", "4"]);
  expect(eventLabels(at(8), 18, 900)).toEqual([
    { index: 8, text: "1", x: 47.2 },
  ]);
});

test("numbers that would meet stand together, and no farther than that", () => {
  expect(textsOn(400, 4, 5)).toEqual(["1", "2"]);
  expect(textsOn(200, 4, 5)).toEqual(["1–2"]);
  // The first two are wide together, and meet the third.
  expect(textsOn(200, 4, 5, 6)).toEqual(["1–3"]);
  expect(textsOn(200, 4, 5, 12)).toEqual(["1–2", "3"]);
});

test("numbers that stand together leave out those of other graphs", () => {
  const events = [2, 5].map((number) => ({ index: 5, number }));
  expect(eventLabels(events, 18, 900).map(({ text }) => text)).toEqual([
    "2, 5",
  ]);
});

test("wide ones stay beside the names and values at the edges", () => {
  const [first] = eventLabels(at(0, 0, 0), 36, 200);
  const [last] = eventLabels(at(35, 35), 36, 200);
  expect(first?.x).toBeGreaterThan(1.4);
  expect(last?.x).toBeLessThan(98.6);
});

test("no event, no number", () => {
  expect(eventLabels([], 18, 200)).toEqual([]);
});
