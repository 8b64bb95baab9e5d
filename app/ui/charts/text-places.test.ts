import fc from "fast-check";
import { expect, test } from "vitest";
import {
  namesApart,
  placeTexts,
  type Drawing,
  type TextPlace,
} from "./text-places";

const ABOVE: TextPlace = { dx: 0, dy: -13, anchor: "middle" };
const BELOW: TextPlace = { dx: 0, dy: 13, anchor: "middle" };
const NOTHING = { left: 0, right: 0, top: 0, bottom: 0 };

/** On a plot of 100 pixels a percent is one. */
const PLOT = { width: 100, height: 100 };

function text(x: number, y: number) {
  return { x, y, width: 40, places: [ABOVE, BELOW] };
}

function place(
  texts: ReturnType<typeof text>[],
  { marks = [], lines = [] }: Partial<Drawing> = {},
  sizes = [PLOT],
) {
  return placeTexts(texts, { marks, lines, beyond: NOTHING }, sizes);
}

function level(y: number): Drawing["lines"][number] {
  return [
    { x: 0, y },
    { x: 100, y },
  ];
}

test("a text takes its second place where the first is taken or outside, and none where both are", () => {
  expect(place([text(50, 50), text(60, 50), text(55, 50)])).toEqual([
    ABOVE,
    BELOW,
    null,
  ]);
  expect(place([text(50, 5)])).toEqual([BELOW]);
  const mark = { x: 50, y: 63, reach: 5 };
  expect(place([text(50, 50)], { marks: [mark] })).toEqual([ABOVE]);
});

test("a text never stands over a line", () => {
  expect(place([text(50, 50)], { lines: [level(37)] })).toEqual([BELOW]);
  expect(place([text(50, 50)], { lines: [level(37), level(63)] })).toEqual([
    null,
  ]);
});

test("a text keeps off what there is on a plot of any size", () => {
  const marks = [{ x: 85, y: 37, reach: 5 }];
  expect(place([text(50, 50)], { marks })).toEqual([ABOVE]);
  const narrow = { width: 50, height: 100 };
  expect(place([text(50, 50)], { marks }, [PLOT, narrow])).toEqual([BELOW]);
});

function apart(heights: number[], distance: number): number[] {
  return namesApart(
    heights.map((y) => ({ y })),
    distance,
  ).map(({ y }) => y);
}

test("names that are far enough apart stay, one that is too near moves down, and up again at the bottom", () => {
  expect(apart([10, 50, 90], 13)).toEqual([10, 50, 90]);
  expect(apart([49, 50, 51], 13)).toEqual([49, 62, 75]);
  expect(apart([40, 100, 99], 13)).toEqual([40, 87, 100]);
});

test("a name with a value below it has room for both", () => {
  const moved = namesApart(
    [{ y: 95 }, { y: 94, value: "1.10" }, { y: 93 }],
    10,
  );
  expect(moved.map(({ y }) => y)).toEqual([70, 80, 100]);
});

test("names never meet, nor leave the plot", () => {
  const heights = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 5 });
  fc.assert(
    fc.property(heights, (given) => {
      const moved = apart(given, 13);
      moved.forEach((height, index) => {
        expect(height).toBeGreaterThanOrEqual(0);
        expect(height).toBeLessThanOrEqual(100);
        expect(height - (moved[index - 1] ?? -13)).toBeGreaterThanOrEqual(13);
      });
    }),
  );
});
