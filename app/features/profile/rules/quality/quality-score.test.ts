import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CUT_POINTS,
  measureScore,
  QUALITY_MEASURES,
  qualityOf,
  qualityPeriod,
  qualityTotal,
  type QualityCounts,
} from "./quality-score";

const TAGS = QUALITY_MEASURES.map(({ tag }) => tag);

/** Each cut point of each measure, with the points up to it, and how many hundredths make 1 event per 1. */
const BOUNDARIES = QUALITY_MEASURES.flatMap(({ tag, multiplier }) =>
  CUT_POINTS[tag].map((cut, index) => ({
    tag,
    cut,
    points: 150 - 15 * index,
    events: Math.round(cut * 100),
    denominator: multiplier * 100,
  })),
);

describe("the cut points", () => {
  it("are nine to a measure, each worse than the one before, in whole hundredths", () => {
    for (const tag of TAGS) {
      const cuts = CUT_POINTS[tag];
      expect(cuts).toHaveLength(9);
      expect([...cuts].sort((a, b) => a - b)).toEqual(cuts);
      expect(new Set(cuts).size).toBe(9);
      for (const cut of cuts) expect(cut).toBe(Number(cut.toFixed(2)));
    }
  });
});

describe("the points of a measure", () => {
  it.each(BOUNDARIES)(
    "are $points for a $tag of exactly $cut, and 15 fewer above it",
    ({ tag, points, events, denominator }) => {
      for (const times of [1, 3, 7]) {
        const at = measureScore(tag, events * times, denominator * times);
        expect(at.score).toBe(points);
        expect(at.events_down).toBe(1);
        const above = measureScore(
          tag,
          events * times + 1,
          denominator * times,
        );
        expect(above.score).toBe(points - 15);
        expect(above.events_up).toBe(1);
      }
    },
  );

  it("are unknown over no denominator, and so is what would change them", () => {
    for (const tag of TAGS) {
      expect(measureScore(tag, 2, 0)).toEqual({
        metric: null,
        score: null,
        events: 2,
        events_up: null,
        events_down: null,
        events_perfect: null,
      });
    }
  });
});

describe("the events that would change a score", () => {
  const measured = fc
    .record({
      tag: fc.constantFrom(...TAGS),
      denominator: fc.oneof(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 30_000_000 }),
      ),
      /** Of what makes the worst score, so that all scores occur. */
      share: fc.double({ min: 0, max: 1.3, noNaN: true }),
    })
    .map(({ tag, denominator, share }) => {
      const { multiplier } = QUALITY_MEASURES[TAGS.indexOf(tag)] ?? {
        multiplier: 1,
      };
      const worst = ((CUT_POINTS[tag][8] ?? 0) / multiplier) * denominator;
      return { tag, denominator, events: Math.ceil(worst * share) };
    });

  /** The score by the words of the rule, in fractions of big integers. */
  function scoreInFractions(
    tag: (typeof TAGS)[number],
    events: number,
    denominator: number,
  ): number {
    const multiplier = tag === "rth" || tag === "ed" ? 100n : 1000n;
    const passed = CUT_POINTS[tag].filter((cut) => {
      const hundredths = BigInt(cut.toFixed(2).replace(".", ""));
      return (
        BigInt(events) * multiplier * 100n > hundredths * BigInt(denominator)
      );
    });
    return 150 - 15 * passed.length;
  }

  it("are the fewest that do", () => {
    fc.assert(
      fc.property(measured, ({ tag, events, denominator }) => {
        const scoreAt = (count: number) =>
          scoreInFractions(tag, count, denominator);
        const one = measureScore(tag, events, denominator);
        const score = scoreAt(events);
        const up = one.events_up ?? NaN;
        const down = one.events_down ?? NaN;
        const perfect = one.events_perfect ?? NaN;
        expect(one.score).toBe(score);

        if (score === 150) expect([up, perfect]).toEqual([0, 0]);
        else {
          expect(scoreAt(events - up)).toBeGreaterThan(score);
          expect(scoreAt(events - up + 1)).toBe(score);
          expect(scoreAt(events - perfect)).toBe(150);
          expect(scoreAt(events - perfect + 1)).toBeLessThan(150);
          expect(perfect).toBeLessThanOrEqual(events);
        }
        if (score === 15) expect(down).toBe(0);
        else {
          expect(scoreAt(events + down)).toBeLessThan(score);
          expect(scoreAt(events + down - 1)).toBe(score);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the quality score", () => {
  it("covers the default range through the reach of the data", () => {
    const year = { startDate: "2025-03-01", endDate: "2026-03-01" };
    expect(qualityPeriod("2026-03-01", null)).toEqual(year);
    expect(qualityPeriod("2026-03-01", "2026-03-01")).toEqual(year);
    expect(qualityPeriod("2026-03-01", "2026-02-27")).toEqual({
      ...year,
      endDate: "2026-02-27",
    });
  });

  const counts: QualityCounts = {
    rth: 20,
    ed: 17,
    h_1000: 16,
    ed_1000: 9,
    ach_adm: 120,
    settled_adm: 100,
    ls_days: 10_000,
  };

  it("measures each of the four over its own denominator", () => {
    const quality = qualityOf(counts);
    expect(quality).toMatchObject({
      rth: { metric: 20, score: 150, events: 20 },
      ed: { metric: 17, score: 15, events: 17 },
      h_1000: { metric: 1.6, score: 120, events: 16 },
      ed_1000: { metric: 0.9, score: 150, events: 9 },
      ach_adm: 120,
      settled_adm: 100,
      ls_days: 10_000,
    });
    expect(qualityTotal(quality)).toEqual({
      points: 435,
      known: 4,
      possible: 600,
      averageOf600: 435,
    });
  });

  it("leaves a measure without a score out of the points and of what was possible", () => {
    const shortStays = qualityOf({ ...counts, ls_days: 0 });
    expect(qualityTotal(shortStays)).toEqual({
      points: 165,
      known: 2,
      possible: 300,
      averageOf600: 330,
    });
  });

  it("is unknown where no measure has a score", () => {
    const nothing = qualityOf({ ...counts, ls_days: 0, settled_adm: 0 });
    expect(qualityTotal(nothing)).toEqual({
      points: null,
      known: 0,
      possible: 0,
      averageOf600: null,
    });
  });
});
