import fc from "fast-check";
import { expect, test } from "vitest";
import {
  movedApart,
  placeTexts,
  type Box,
  type TextPlace,
  type WantedText,
} from "./text-places";

const ABOVE: TextPlace = { dx: 0, dy: -13, anchor: "middle" };
const BELOW: TextPlace = { dx: 0, dy: 13, anchor: "middle" };
const BOUNDS = { left: 0, right: 200, top: 0, bottom: 100 };

function text(x: number, y: number) {
  return { spots: [{ x, y }], width: 40, places: [ABOVE, BELOW] };
}

function place(
  texts: WantedText[],
  marks: Box[] = [],
  lines: Box[] = [],
  faint: Box[] = [],
) {
  return placeTexts(texts, [{ marks, lines, faint, bounds: BOUNDS }]);
}

test("a text takes its second place where the first is taken or outside, and none where both are", () => {
  expect(place([text(50, 50), text(60, 50), text(55, 50)])).toEqual([
    ABOVE,
    BELOW,
    null,
  ]);
  expect(place([text(50, 5)])).toEqual([BELOW]);
  const mark = { left: 45, right: 55, top: 60, bottom: 70 };
  expect(place([text(50, 5), text(50, 50)], [mark])).toEqual([BELOW, ABOVE]);
});

test("a text never stands over a line, and over a faint one only where it must", () => {
  const above = { left: 0, right: 200, top: 37, bottom: 38 };
  const below = { left: 0, right: 200, top: 62, bottom: 63 };
  expect(place([text(50, 50)], [], [above])).toEqual([BELOW]);
  expect(place([text(50, 50)], [], [above, below])).toEqual([null]);
  expect(place([text(50, 50)], [], [], [above])).toEqual([BELOW]);
  expect(place([text(50, 50)], [], [], [above, below])).toEqual([ABOVE]);
  expect(place([text(50, 50)], [], [above], [below])).toEqual([BELOW]);
});

test("a text keeps off what there is on any of its plots", () => {
  const wanted = {
    ...text(50, 50),
    spots: [50, 100].map((x) => ({ x, y: 50 })),
  };
  const above = { left: 95, right: 105, top: 35, bottom: 40 };
  const plots = [[], [above]].map((marks) => ({ marks, bounds: BOUNDS }));
  expect(placeTexts([wanted], plots)).toEqual([BELOW]);
  expect(placeTexts([wanted], plots.slice(0, 1))).toEqual([ABOVE]);
});

test("texts that are far enough apart stay, the others part around their middle", () => {
  expect(movedApart([10, 50, 90], 13, 100)).toEqual([10, 50, 90]);
  expect(movedApart([49, 50, 51], 13, 100)).toEqual([37, 50, 63]);
  expect(movedApart([10, 50, 56], 10, 100)).toEqual([10, 48, 58]);
});

test("texts at an edge move inwards", () => {
  expect(movedApart([0, 0, 0], 13, 100)).toEqual([0, 13, 26]);
  expect(movedApart([40, 100, 100], 13, 100)).toEqual([40, 87, 100]);
});

test("moved texts never meet and stay where they may", () => {
  const heights = fc
    .array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 5 })
    .map((all) => all.sort((a, b) => a - b));
  fc.assert(
    fc.property(heights, (given) => {
      const moved = movedApart(given, 13, 100);
      moved.forEach((height, index) => {
        expect(height).toBeGreaterThanOrEqual(0);
        expect(height).toBeLessThanOrEqual(100);
        const next = moved[index + 1] ?? Infinity;
        expect(next - height).toBeGreaterThan(13 - 1e-9);
      });
    }),
  );
});
