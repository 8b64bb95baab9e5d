import { readFileSync } from "node:fs";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { documentOf } from "../../../tests/pages/support/document";
import { middleOf, scaleOf, type DrawnPoint } from "./control-chart-scale";
import {
  ControlChartSvg,
  type ChartSize,
  type ControlChartSvgProps,
} from "./control-chart-svg";

const MONTHS = Array.from({ length: 18 }, (_, index) => index);

const THIRDS = MONTHS.filter((index) => index % 3 === 1).map((index) => ({
  index,
  month: "Nov",
  year: index % 4 === 0 ? "2026" : null,
  isBetween: false,
}));

const ALL = MONTHS.map((index) => ({
  index,
  month: "Nov",
  year: index > 11 ? "2026" : null,
  isBetween: index % 3 !== 1,
}));

function draw(more: Partial<ControlChartSvgProps>): Element {
  const html = renderToStaticMarkup(
    <ControlChartSvg
      name="30 Day RTH"
      size="small"
      labels={THIRDS}
      centre={20}
      points={[]}
      tickUnit="%"
      formatValue={(value) => `${value.toFixed(2)}%`}
      {...more}
    />,
  );
  return documentOf(html).documentElement;
}

function point(value: number | null, more: Partial<DrawnPoint> = {}) {
  return { value, lower: 10, upper: 30, outside: null, ...more };
}

describe("the points", () => {
  const points = MONTHS.map((index) =>
    index === 2
      ? point(40, { outside: "above" })
      : index === 9
        ? point(null)
        : point(20 + (index % 3)),
  );
  const svg = draw({ points, marks: [{ index: 5, word: "Shift" }] });

  test("are circles, but for a diamond outside of the limits", () => {
    expect(svg.querySelectorAll("circle")).toHaveLength(16);
    expect(svg.querySelectorAll("circle.ring")).toHaveLength(1);
    expect(svg.querySelectorAll(".violation.above path")).toHaveLength(1);
  });

  test("and the texts stand in no svg that is stretched", () => {
    const stretched = [...svg.querySelectorAll("svg")].find(
      (one) => one.getAttribute("preserveAspectRatio") === "none",
    );
    expect(stretched?.querySelectorAll("path").length).toBeGreaterThan(2);
    expect(stretched?.querySelector("circle, text")).toBeNull();
    expect(svg.innerHTML).not.toMatch(/rotate|h0/);
  });

  test("are told with their value or their word", () => {
    expect(svg.querySelector(".violation text")?.textContent).toBe("40.00%");
    expect(svg.querySelector(".word text")?.textContent).toBe("Shift");
  });
});

test("only its name is for assistive technology", () => {
  const svg = draw({ points: MONTHS.map(() => point(20)) });
  expect(svg.getAttribute("aria-label")).toBe("30 Day RTH");
  expect(
    [...svg.children].map((child) => child.outerHTML.slice(0, 22)),
  ).toEqual(['<g aria-hidden="true">']);
});

test("the lines have names also where the newest months have no rate", () => {
  const known = MONTHS.map(() => point(20));
  const unknown = point(null, { lower: null, upper: null });
  const ends = (points: DrawnPoint[]) =>
    [...draw({ points }).querySelectorAll(".ends text")].map(
      (end) => end.textContent,
    );
  expect(ends([...known.slice(1), unknown])).toEqual(ends(known));
});

test("names of lines that would meet stand apart, in the order of their lines", () => {
  const svg = draw({
    points: MONTHS.map(() => point(20, { lower: 19.9, upper: 20.1 })),
  });
  const ends = [...svg.querySelectorAll(".ends text")];
  expect(ends.map((end) => end.textContent)).toEqual([
    "Upper",
    "20.00%",
    "Mean20.00%",
    "Lower",
  ]);
  const heights = ends.map((end) => parseFloat(end.getAttribute("y") ?? ""));
  expect(heights).toEqual([...heights].sort((a, b) => a - b));
  // On paper the plot is lowest.
  const [, height, top, bottom] =
    /\.profile \.chart \{\s*height: (\d+)px;\s*padding: (\d+)px \S+ (\d+)px/
      .exec(readFileSync("app/styles/profile.css", "utf8"))
      ?.map(Number) ?? [];
  const plot = height! - top! - bottom!;
  const toNext = heights
    .slice(1)
    .map((next, at) => ((next - heights[at]!) / 100) * plot);
  expect(Math.min(...toNext)).toBeGreaterThanOrEqual(14);
});

interface TextBox {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Widths of 12 px letters in a wide font. */
const LETTER = { normal: 7.7, semibold: 8.4 };

/** Boxes of the texts on a plot of this many pixels, a line of text each; classes of the other width are left out. */
function textBoxes(
  svg: Element,
  plot: { width: number; height: number },
  hidden: string,
): TextBox[] {
  return [...svg.querySelectorAll("text")]
    .filter((text) => !text.matches(hidden))
    .flatMap((text) => {
      const { x, y } = placeOf(text, svg, plot);
      const letter = text.closest(".violation, .word")
        ? LETTER.semibold
        : LETTER.normal;
      return linesOf(text, hidden).map((line, index) => {
        const width = line.length * letter;
        const left = x - width * shareBefore(text);
        const base = y + 14 * index;
        return {
          text: line,
          left,
          right: left + width,
          top: base - 10,
          bottom: base + 3,
        };
      });
    });
}

function placeOf(
  text: Element,
  svg: Element,
  { width, height }: { width: number; height: number },
) {
  const pixels = (value: string | null, whole: number) =>
    value?.endsWith("%")
      ? (parseFloat(value) / 100) * whole
      : Number(value ?? 0);
  let [x, y] = [0, 0];
  for (let at: Element | null = text; at && at !== svg; at = at.parentElement) {
    const moved = /translate\((\S+) (\S+)\)/.exec(
      at.getAttribute("transform") ?? "",
    );
    x += pixels(at.getAttribute("x"), width) + Number(moved?.[1] ?? 0);
    y += pixels(at.getAttribute("y"), height) + Number(moved?.[2] ?? 0);
  }
  return { x, y };
}

/** A part with a `dy` begins a line. */
function linesOf(text: Element, hidden: string): string[] {
  const lines = [""];
  for (const node of text.childNodes) {
    const part = isElement(node) ? node : null;
    if (part?.matches(hidden)) continue;
    if (part?.hasAttribute("dy")) lines.push("");
    lines.push((lines.pop() ?? "") + (node.textContent ?? ""));
  }
  return lines;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

/** How much of a text stands before its point, by the style sheet and its own attribute. */
function shareBefore(text: Element): number {
  const anchor =
    text.getAttribute("text-anchor") ??
    (text.closest(".ticks")
      ? "end"
      : text.closest(".ends")
        ? "start"
        : "middle");
  return { start: 0, middle: 0.5, end: 1 }[anchor] ?? 0;
}

function meetings(boxes: readonly TextBox[]): string[] {
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (b) =>
          a.left < b.right &&
          b.left < a.right &&
          a.top < b.bottom &&
          b.top < a.bottom,
      )
      .map((b) => `${a.text} meets ${b.text}`),
  );
}

/** The values, the mean and the limits of a chart as points one pixel apart. */
function pixelsOfLines(
  points: readonly DrawnPoint[],
  centre: number,
  { width, height }: { width: number; height: number },
): { x: number; y: number }[] {
  const scale = scaleOf(centre, points);
  const y = (value: number) => (scale.y(value) / 100) * height;
  const middle = (index: number) =>
    (middleOf(index, points.length) / 100) * width;
  const values = points.flatMap(({ value }, index) => {
    const next = points[index + 1]?.value ?? null;
    if (value === null || next === null) return [];
    const [from, to] = [
      { x: middle(index), y: y(value) },
      { x: middle(index + 1), y: y(next) },
    ];
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y));
    return Array.from({ length: steps + 1 }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    }));
  });
  const levels = Array.from({ length: width }, (_, x) => {
    const point = points[Math.floor((x / width) * points.length)];
    return [centre, point?.lower, point?.upper].flatMap((level) =>
      level === null || level === undefined ? [] : [{ x, y: y(level) }],
    );
  }).flat();
  return [...values, ...levels];
}

describe("no text meets another, nor a line", () => {
  const rate = fc.integer({ min: 0, max: 500 }).map((tenths) => tenths / 10);
  const points = fc.array(
    fc.record({ value: rate, spread: fc.integer({ min: 0, max: 9 }) }),
    { minLength: 18, maxLength: 18 },
  );
  const words = fc.uniqueArray(fc.integer({ min: 0, max: 17 }), {
    maxLength: 3,
  });

  test.each<[string, ChartSize, number, number, string]>([
    ["on the narrowest card", "small", 200, 150, ".hidden"],
    ["on a card", "large", 280, 222, ".hidden"],
    ["on the widest card", "large", 640, 222, ".hidden"],
    ["in full on a phone", "full", 200, 338, ".hidden"],
    ["in full on a wide screen", "full", 820, 338, ".lg\\:hidden"],
  ])("%s", (_, size, width, height, hidden) => {
    fc.assert(
      fc.property(points, rate, words, (rows, centre, marked) => {
        const drawn = rows.map(({ value, spread }): DrawnPoint => {
          const [lower, upper] = [
            Math.max(0, centre - spread),
            centre + spread,
          ];
          const outside =
            value > upper ? "above" : value < lower ? "below" : null;
          return { value, lower, upper, outside };
        });
        const svg = draw({
          size,
          centre,
          points: drawn,
          labels: size === "full" ? ALL : THIRDS,
          marks: marked.map((index) => ({ index, word: "Near limit" })),
          ...(size === "full" && {
            lineValues: { upper: "50.00%", centre: "20.00%", lower: "10.00%" },
          }),
        });
        const boxes = textBoxes(svg, { width, height }, hidden);
        expect(meetings(boxes)).toEqual([]);
        const beside = new Set(
          [...svg.querySelectorAll(".violation text, .word text")].map(
            ({ textContent }) => textContent,
          ),
        );
        const lines = pixelsOfLines(drawn, centre, { width, height });
        const crossed = boxes.filter(
          (box) =>
            beside.has(box.text) &&
            lines.some(
              ({ x, y }) =>
                x > box.left && x < box.right && y > box.top && y < box.bottom,
            ),
        );
        expect(crossed).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

test("a target is a dashed line from its month on, within the axis, with its value at the end", () => {
  const points = MONTHS.map(() => point(20));
  const svg = draw({
    points,
    size: "full",
    target: { from: 6, to: 17, value: 4 },
  });
  const line = svg.querySelector("[stroke-dasharray]");
  const { y } = scaleOf(20, points, [{ from: 6, to: 17, value: 4 }], "%");
  expect(line?.getAttribute("d")).toBe(`M12 ${y(4)}H36`);
  expect(y(4)).toBeLessThanOrEqual(100);
  expect(svg.querySelector(".ends")?.textContent).toContain("Target4.00%");
  const without = draw({ points });
  expect(without.querySelector("[stroke-dasharray]")).toBeNull();
});
