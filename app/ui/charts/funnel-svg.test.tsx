import { brotliCompressSync } from "node:zlib";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FunnelSvg, type FunnelMark } from "./funnel-svg";
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
