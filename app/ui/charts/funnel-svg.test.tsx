import fc from "fast-check";
import { brotliCompressSync } from "node:zlib";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import {
  FunnelSvg,
  type FunnelMark,
  placeLabels as place,
  PLOT_WIDTHS,
  type LabelledMark,
} from "./funnel-svg";
import { RangeSvg } from "./range-svg";

function limitsAt(size: number, line: "inner" | "outer") {
  const reach = (line === "outer" ? 300 : 200) / Math.sqrt(size);
  return { lower: Math.max(0, 20 - reach), upper: 20 + reach };
}

function mark(size: number, value: number, more: Partial<FunnelMark> = {}) {
  return {
    size,
    value,
    ...limitsAt(size, "outer"),
    outside: null,
    label: `of ${size}`,
    ...more,
  };
}

const LINE_NAMES = {
  inner: { long: "Usual range (95 of 100)", short: "Usual" },
  outer: { long: "99.7 % limit", short: "Outer" },
};

function draw(marks: FunnelMark[]) {
  return renderToStaticMarkup(
    <FunnelSvg
      name="Funnel"
      centre={20}
      marks={marks}
      limitsAt={limitsAt}
      lineNames={LINE_NAMES}
      sizeAxis="Cases"
      rateAxis="Percent"
      tickUnit="%"
    />,
  );
}

/** The points of a path. */
function pointsOf(path: string): [number, number][] {
  return [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
}

test("it has a name, and both axes say what they are", () => {
  const svg = draw([mark(1_000, 20)]);
  expect(svg).toMatch(
    /^<svg role="img" aria-label="Funnel" class="[^"]*"><g aria-hidden="true">/,
  );
  expect(svg).toContain("Cases</text>");
  expect(svg).toContain("Percent</text>");
  expect(svg).toContain(">1,000</text>");
  expect(svg).toContain(">20%</text>");
});

test("those inside are round dots, those outside diamonds with their names", () => {
  const svg = draw([
    mark(500, 20),
    mark(1_000, 35, { outside: "above", label: "Elm <House>" }),
    mark(800, 22),
  ]);
  expect(svg.match(/<circle /g)).toHaveLength(2);
  expect(svg.match(/class="violation above"/g)).toHaveLength(1);
  expect(svg).toContain("Elm &lt;House&gt;");
});

test("few dots have names, many have none", () => {
  const few = draw([mark(500, 20), mark(1_000, 22)]);
  expect(few.match(/class="name"/g)).toHaveLength(2);
  expect(few).toContain("of 500</text>");
  const many = Array.from({ length: 9 }, (_, place) =>
    mark(100 + 100 * place, 20),
  );
  expect(draw(many)).not.toMatch(/class="name"|of 500/);
});

test("the limits begin at an edge of the plot", () => {
  const svg = draw([mark(200, 15), mark(1_000, 20)]);
  const starts = [...svg.matchAll(/class="limit" d="([^"]*)"/g)].flatMap(
    ([, path = ""]) =>
      path
        .split("M")
        .slice(1)
        .map((part) => pointsOf(`M${part}`)[0] ?? [NaN, NaN]),
  );
  expect(starts).toHaveLength(4);
  for (const [x, y] of starts) {
    expect(x === 0 || y === 0 || y === 100).toBe(true);
  }
});

test("the lines of the limits have their names at their ends", () => {
  const svg = draw([mark(200, 15), mark(1_000, 20)]);
  for (const { long, short } of Object.values(LINE_NAMES)) {
    expect(svg).toContain(`>${long}</tspan>`);
    expect(svg).toContain(`>${short}</tspan>`);
  }
});

test("the limits narrow to the right, and stay in the plot", () => {
  const svg = draw([mark(200, 5), mark(1_000, 20)]);
  const paths = [...svg.matchAll(/class="limit" d="([^"]*)"/g)];
  expect(paths).toHaveLength(2);
  for (const [, path = ""] of paths) {
    const [lower, upper] = path
      .split("M")
      .slice(1)
      .map((part) => pointsOf(`M${part}`));
    for (const line of [lower, upper]) {
      expect(line?.length).toBeGreaterThan(2);
      for (const [x, y] of line ?? []) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(100);
        expect(y).toBeLessThanOrEqual(100);
      }
    }
    const heights = (line: [number, number][] | undefined) =>
      (line ?? []).map(([, y]) => y);
    // Downwards is more: the lower limit climbs, the upper one falls.
    expect(heights(lower)).toEqual([...heights(lower)].sort((a, b) => b - a));
    expect(heights(upper)).toEqual([...heights(upper)].sort((a, b) => a - b));
  }
});

test("a single mark over a mean of nothing is drawn", () => {
  const svg = renderToStaticMarkup(
    <FunnelSvg
      name="Funnel"
      centre={0}
      marks={[mark(50, 0, { lower: 0, upper: 0 })]}
      limitsAt={() => ({ lower: 0, upper: 0 })}
      lineNames={LINE_NAMES}
      sizeAxis="Cases"
      rateAxis="Percent"
    />,
  );
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
});

test("300 marks stay lean", () => {
  const marks = Array.from({ length: 300 }, (_, index) =>
    mark(100 + index, 20),
  );
  const svg = draw(marks);
  expect(svg.length).toBeLessThan(18_000);
  expect(brotliCompressSync(svg).length).toBeLessThan(3_000);
});

test("a range has its mark between its limits, or a diamond beside them", () => {
  const row = { lower: 10, upper: 30, centre: 20, scale: { from: 0, to: 60 } };
  const inside = renderToStaticMarkup(
    <RangeSvg {...row} value={25} isOutside={false} />,
  );
  expect(inside).toContain('aria-hidden="true"');
  expect(inside).toContain('d="M20 6H60"');
  expect(inside).toContain('<circle cx="50" cy="6" r="3.5"');
  const outside = renderToStaticMarkup(
    <RangeSvg {...row} value={60} isOutside />,
  );
  expect(outside).toContain('class="outside" d="M120 0l6 6-6 6-6-6Z"');
});

function placeLabels(
  marks: LabelledMark[],
  dots: { x: number; y: number }[] = [],
  width: number = PLOT_WIDTHS.narrow,
  mean = -100,
) {
  return place(marks, dots, width, mean);
}

function labelled(x: number, y: number, label = "Maple Court"): LabelledMark {
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
  const [first, last] = placeLabels([labelled(10, 10), labelled(95, 90)]);
  expect(first?.anchor).toBe("start");
  expect(last?.anchor).toBe("end");
});

test("a name is not crossed by the mean", () => {
  const near = labelled(50, 50);
  const [label] = placeLabels([near], [], PLOT_WIDTHS.narrow, 50.5);
  const { top, bottom } = boxOf(near, label ?? null);
  const line = 0.505 * 320;
  expect(bottom < line || top > line).toBe(true);
});

test("a name that finds no room is left out, the first ones are not", () => {
  const crowd = Array.from({ length: 12 }, (_, index) =>
    labelled(50, 50 + index * 0.5),
  );
  const labels = placeLabels(crowd);
  expect(labels).toHaveLength(12);
  expect(labels.filter(Boolean).length).toBeLessThan(6);
  expect(labels.filter(Boolean).length).toBeGreaterThan(0);
});

test("a name gives way to a dot, and a wider plot has room for more names", () => {
  const beside = { x: 30, y: 50 };
  const [free] = placeLabels([labelled(10, 50)]);
  const [moved] = placeLabels([labelled(10, 50)], [beside]);
  expect(free?.anchor).toBe("start");
  expect(free?.dy).toBe(0);
  expect(moved?.dy).not.toBe(0);
  const row = [10, 20, 30, 40, 50, 60, 70, 80].map((x) => labelled(x, 50));
  const named = (width: number) =>
    placeLabels(row, [], width).filter(Boolean).length;
  expect(named(PLOT_WIDTHS.wide)).toBeGreaterThan(named(PLOT_WIDTHS.narrow));
});

test("a name at the edge, with another mark beside it, stands above or below", () => {
  const [, last] = placeLabels([labelled(80, 50), labelled(100, 50)]);
  expect(last?.anchor).toBe("end");
  expect(last?.dy).not.toBe(0);
});

test("a long name is cut", () => {
  const [label] = placeLabels([
    labelled(5, 50, "Patients without primary care physician"),
  ]);
  expect(label?.text).toBe("Patients without primar…");
});

test("a long name is cut before the mark that stands behind it", () => {
  const textOf = (name: string) =>
    placeLabels([labelled(5, 50, name)])[0]?.text;
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
      const given = all.map(([x, y, label]) => labelled(x, y, label));
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
