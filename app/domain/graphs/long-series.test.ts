import { describe, expect, test } from "vitest";
import { findRateMeasure } from "../figures/rate-measures";
import { firstMonthOf, monthNumberOf } from "./chart-phases";
import { graphSentences } from "~/features/profile/graphs/graph-figure";
import { chartCaption } from "./graph-words";
import { judgeSeries, meanAt, type JudgedWith } from "./judge-series";
import type { MeasureLine } from "./measure-line";
import type { DatedEvent } from "./rare-events";

const MONTHS = 36;
const END = "2026-08-31";
/** September 2023 to August 2026. */
const FIRST = firstMonthOf(MONTHS, END);
const RTH = findRateMeasure("rth")!;
const HOSP = findRateMeasure("h_1000")!;
const NAMES = Array.from({ length: MONTHS }, (_, index) => `M${index}`);

function line(rates: number[], denominator = 500): MeasureLine {
  return { rates, denominators: rates.map(() => denominator) };
}

/** A first stretch to and fro about one rate, and then about another. */
function twoLevels(length: number, before: number, after: number) {
  const rateAt = (index: number) =>
    (index < length ? before : after) + (index % 2 ? 0.4 : -0.4);
  return line(Array.from({ length: MONTHS }, (_, index) => rateAt(index)));
}

describe("a phase that began 25 months ago", () => {
  const begun = monthNumberOf("2024-08-01");
  const of = { first: FIRST, begun: [begun] };

  test("is within 36 months, with a mean and limits of its own on each side", () => {
    const judged = judgeSeries(RTH, twoLevels(11, 20, 30), "mom", of);
    expect(judged.parts.map(({ from, to }) => [from, to])).toEqual([
      [0, 10],
      [11, 35],
    ]);
    expect(meanAt(judged.parts, 10)).toBeCloseTo(19.96, 1);
    expect(meanAt(judged.parts, 11)).toBeCloseTo(30, 1);
    expect(judged.signals).toEqual([]);
    expect(judged.chart.points.every(({ lower }) => lower !== null)).toBe(true);
  });

  test("is judged by patterns and limits", () => {
    const { rates, denominators } = twoLevels(11, 20, 30);
    const changed = (from: number, to: number, rate: number) => ({
      rates: rates.map((one, at) => (at >= from && at <= to ? rate : one)),
      denominators,
    });
    const judged = (own: MeasureLine) => judgeSeries(RTH, own, "mom", of);
    const { chart } = judged(changed(20, 20, 60));
    expect(chart.points[20]?.outside).toBe("above");
    expect(chart.points[5]?.outside).toBeNull();
    // The phase has 25 months, so that seven of them are a shift.
    expect(judged(changed(29, 35, 30.6)).signals).toEqual([
      {
        rule: "shift",
        direction: "up",
        indexes: [29, 30, 31, 32, 33, 34, 35],
      },
    ]);
    expect(judged(changed(31, 35, 30.6)).signals).toEqual([]);
  });

  test("leaves its first eleven rolling points to nobody", () => {
    const { parts, chart } = judgeSeries(
      RTH,
      twoLevels(11, 20, 30),
      "rolling",
      of,
    );
    expect(parts[1]).toMatchObject({ from: 11, judgedFrom: 22 });
    expect(chart.points[21]?.upper).toBeNull();
    expect(chart.points[22]?.upper).not.toBeNull();
  });
});

describe("36 months of rare events", () => {
  const often = (index: number) => (index < 18 ? 1 : 2);
  const line36 = {
    rates: NAMES.map((_, index) => often(index)),
    denominators: NAMES.map(() => 1000),
  };
  const events = NAMES.flatMap((_, month): DatedEvent[] =>
    Array.from({ length: often(month) }, (_, at) => ({
      day: "2026-01-01",
      month,
      counted: month * 1000 + (at + 0.5) * (1000 / often(month)),
    })),
  );
  const judged = (more: JudgedWith = {}) =>
    judgeSeries(HOSP, line36, "mom", undefined, { events, ...more });

  test("are judged by the gaps between all of them", () => {
    const { method, gaps, chart } = judged();
    expect(method).toBe("days-between");
    expect(gaps?.gaps).toHaveLength(events.length - 1);
    expect(chart.points).toHaveLength(MONTHS);
  });

  test("have a shift where so many gaps are longer than the median", () => {
    const shift = judged().signals.find(({ rule }) => rule === "shift");
    expect(shift).toMatchObject({ direction: "down", isOver: true });
    expect(shift?.gaps).toBeGreaterThan(8);
    expect(shift?.indexes.at(-1)).toBe(18);
  });
});

test("sentences count 36 months, and the caption says how long a shift is among them", () => {
  const { rates, denominators } = twoLevels(18, 20, 20);
  const told = (count: number) => {
    const own = {
      rates: rates.slice(0, count),
      denominators: denominators.slice(0, count),
    };
    const story = {
      ...judgeSeries(RTH, own, "mom"),
      measure: RTH,
      mode: "mom" as const,
      months: NAMES.slice(0, count),
      denominators: own.denominators,
      isSilent: false,
    };
    return [graphSentences(story).rest[0], chartCaption(story).join(" ")];
  };
  const eight = "Among more than 25 judged months a shift needs eight here";
  expect(told(36)[0]).toMatch(/^36 months, mean 20\.00%/);
  expect(told(36)[1]).toContain(eight);
  expect(told(26)[1]).toContain(eight);
  expect(told(25)[1]).not.toContain(eight);
});
