import fc from "fast-check";
import { expect, test } from "vitest";
import {
  placeLabels as place,
  PLOT_WIDTHS,
  type LabelledMark,
} from "./funnel-labels";

function placeLabels(
  marks: LabelledMark[],
  dots: { x: number; y: number }[] = [],
  width: number = PLOT_WIDTHS.narrow,
  mean = -100,
) {
  return place(marks, dots, width, mean);
}

function mark(x: number, y: number, label = "Maple Court"): LabelledMark {
  return { x, y, label };
}

/** The box that a label takes on the narrowest plot, in pixels. */
function boxOf(
  { x, y }: LabelledMark,
  label: ReturnType<typeof placeLabels>[0],
) {
  if (!label) throw new Error("not placed");
  const width = label.text.length * 6.8;
  const shift = { start: 0, middle: width / 2, end: width }[label.anchor];
  const left = (x / 100) * PLOT_WIDTHS.narrow + label.dx - shift;
  const middle = (y / 100) * 320 + label.dy;
  return { left, right: left + width, top: middle - 7.5, bottom: middle + 7.5 };
}

test("a name stands at the right of its mark, at the left where that is the edge", () => {
  const [first, last] = placeLabels([mark(10, 10), mark(95, 90)]);
  expect(first?.anchor).toBe("start");
  expect(last?.anchor).toBe("end");
});

test("a name is not crossed by the mean", () => {
  const near = mark(50, 50);
  const [label] = placeLabels([near], [], PLOT_WIDTHS.narrow, 50.5);
  const { top, bottom } = boxOf(near, label ?? null);
  const line = 0.505 * 320;
  expect(bottom < line || top > line).toBe(true);
});

test("a name that finds no room is left out, the first ones are not", () => {
  const crowd = Array.from({ length: 12 }, (_, index) =>
    mark(50, 50 + index * 0.5),
  );
  const labels = placeLabels(crowd);
  expect(labels).toHaveLength(12);
  expect(labels.filter(Boolean).length).toBeLessThan(6);
  expect(labels.filter(Boolean).length).toBeGreaterThan(0);
});

test("a name gives way to a dot, and a wider plot has room for more names", () => {
  const beside = { x: 30, y: 50 };
  const [free] = placeLabels([mark(10, 50)]);
  const [moved] = placeLabels([mark(10, 50)], [beside]);
  expect(free?.anchor).toBe("start");
  expect(free?.dy).toBe(0);
  expect(moved?.dy).not.toBe(0);
  const row = [10, 20, 30, 40, 50, 60, 70, 80].map((x) => mark(x, 50));
  const named = (width: number) =>
    placeLabels(row, [], width).filter(Boolean).length;
  expect(named(PLOT_WIDTHS.wide)).toBeGreaterThan(named(PLOT_WIDTHS.narrow));
});

test("a name at the edge, with another mark beside it, stands above or below", () => {
  const [, last] = placeLabels([mark(80, 50), mark(100, 50)]);
  expect(last?.anchor).toBe("end");
  expect(last?.dy).not.toBe(0);
});

test("a long name is cut", () => {
  const [label] = placeLabels([
    mark(5, 50, "Patients without primary care physician"),
  ]);
  expect(label?.text).toBe("Patients without primar…");
});

test("a long name is cut before the mark that stands behind it", () => {
  const textOf = (name: string) => placeLabels([mark(5, 50, name)])[0]?.text;
  expect(textOf("Amberlyn Fold Nursing Center (silent)")).toBe(
    "Amberlyn Fold… (silent)",
  );
  expect(textOf("Amberlyn Fold Nursing Center (silent, in doubt)")).toBe(
    "Amberly… (silent, in doubt)",
  );
});

test("no name covers another, nor leaves the plot", () => {
  const percent = fc.integer({ min: 0, max: 100 });
  const marks = fc.array(
    fc.tuple(percent, percent, fc.string({ minLength: 1, maxLength: 30 })),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(marks, (all) => {
      const given = all.map(([x, y, label]) => mark(x, y, label));
      const boxes = placeLabels(given).flatMap((label, index) => {
        const own = given[index];
        return label && own ? [boxOf(own, label)] : [];
      });
      boxes.forEach((box, index) => {
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(PLOT_WIDTHS.narrow);
        for (const other of boxes.slice(index + 1)) {
          const isApart =
            box.right <= other.left ||
            other.right <= box.left ||
            box.bottom <= other.top ||
            other.bottom <= box.top;
          expect(isApart).toBe(true);
        }
      });
    }),
  );
});
