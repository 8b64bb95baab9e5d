import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Sparkline, sparklinePath } from "./sparkline";

/** The points that a path of M and l goes through. */
function pointsOf(path: string | null): [number, number][] {
  let at: [number, number] = [0, 0];
  return [...(path ?? "").matchAll(/([Ml])(-?\d+)\s?(-?\d+)/g)].map(
    ([, name, x, y]) => {
      const [dx, dy] = [Number(x), Number(y)];
      at = name === "M" ? [dx, dy] : [at[0] + dx, at[1] + dy];
      return at;
    },
  );
}

test("goes from the lowest value at the bottom to the highest at the top", () => {
  expect(pointsOf(sparklinePath([0, 5, 10]))).toEqual([
    [0, 15],
    [3, 8],
    [6, 1],
  ]);
});

test("stays in the picture and under 120 bytes, whatever the values", () => {
  for (const scale of [1, 1e-4, 1e6]) {
    const values = Array.from(
      { length: 18 },
      (_, month) => (month % 2 ? 1 : (month * 7919) % 13) * scale,
    );
    const path = sparklinePath(values);
    expect(path?.length).toBeLessThanOrEqual(120);
    const points = pointsOf(path);
    expect(points).toHaveLength(18);
    for (const [, y] of points) {
      expect(y).toBeGreaterThanOrEqual(1);
      expect(y).toBeLessThanOrEqual(15);
    }
  }
});

test("hardly moves for values that hardly do", () => {
  const heights = pointsOf(sparklinePath([1000, 1010, 1005])).map(([, y]) => y);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
});

test("lies in the middle for values that do not move at all", () => {
  expect(pointsOf(sparklinePath([0, 0])).map(([, y]) => y)).toEqual([8, 8]);
  expect(pointsOf(sparklinePath([4, 4])).map(([, y]) => y)).toEqual([8, 8]);
});

test("leaves gaps where nothing is known, and a dot between two of them", () => {
  const path = sparklinePath([null, 1, null, 1, 1]);
  expect(path?.split("M").slice(1)).toEqual(["3 8h1", "9 8l3 0"]);
});

test("is nothing without two values", () => {
  expect(sparklinePath([null, 3, null])).toBeNull();
});

test("is hidden from assistive technology: words say it", () => {
  expect(
    renderToStaticMarkup(<Sparkline path="M0 15l3 -14" points={2} />),
  ).toMatch(/^<svg [^>]*aria-hidden="true"/);
});
