import { describe, expect, test } from "vitest";
import { EMPTY_METRICS, type OverviewMetrics } from "~/domain/figures/metrics";
import { findFigure } from "~/domain/figures/overview-figures";
import type { RateParts } from "~/domain/figures/rate-measures";
import { periodChange, rateVerdict } from "./period-change";
import { measureOf } from "~/domain/testing/chart-story";
import type { RateTag } from "~/domain/graphs/rate-graphs";

interface Given {
  patients?: number | null;
  rth?: number | null;
  admissions?: number;
  h1000?: number | null;
  days?: number;
}

function metrics({
  patients = 100,
  rth = 20,
  admissions = 50,
  h1000 = 1.5,
  days = 10_000,
}: Given = {}): OverviewMetrics {
  return {
    ...EMPTY_METRICS,
    patient_count: patients,
    short_stays: {
      ...EMPTY_METRICS.short_stays,
      rth: { count: rth && (rth * admissions) / 100, rate: rth },
      ach_adm: admissions,
    },
    long_stays: {
      ...EMPTY_METRICS.long_stays,
      h_1000: { count: h1000 && (h1000 * days) / 1000, rate: h1000 },
      pd_lt_doc: days,
    },
  };
}

function change(tag: string, now: Given, before: Given = {}) {
  const figure = findFigure(tag);
  if (!figure) throw new Error(`There is no figure ${tag}.`);
  return periodChange(figure, metrics(now), metrics(before));
}

describe("the change of a count", () => {
  test("is a percentage of the earlier one, and neither better nor worse", () => {
    expect(change("patient_count", { patients: 112 })).toEqual({
      direction: "up",
      amount: "12.0%",
      short: "12.0%",
      verdict: null,
    });
  });

  test("from nothing names the nothing", () => {
    expect(
      change("ach_adm", { admissions: 4 }, { admissions: 0 }),
    ).toMatchObject({ direction: "up", amount: "from 0" });
    expect(
      change("ach_adm", { admissions: 0 }, { admissions: 0 }),
    ).toMatchObject({ direction: "none" });
  });
});

describe("the change of a rate", () => {
  test("is worse upwards, in points of a percentage", () => {
    const admissions = 10_000;
    expect(change("rth", { rth: 22.14, admissions }, { admissions })).toEqual({
      direction: "up",
      amount: "2.1 points",
      short: "2.1 pts",
      verdict: "worse",
    });
  });

  test("is better downwards, per 1,000 in its own unit", () => {
    const days = 1_000_000;
    expect(change("h_1000", { h1000: 1.29, days }, { days })).toEqual({
      direction: "down",
      amount: "0.21 per 1,000",
      short: "0.21",
      verdict: "better",
    });
  });

  test("that the screen would round away is none, and no real one", () => {
    const none = { direction: "none", amount: "", short: "" };
    const verdict = "no real change";
    expect(change("rth", { rth: 20.04 })).toEqual({ ...none, verdict });
    const admissions = 100_000_000;
    expect(change("rth", { rth: 20.04, admissions }, { admissions })).toEqual({
      ...none,
      verdict,
    });
  });

  test("says where chance alone can make it", () => {
    expect(change("rth", { rth: 22.14 })).toMatchObject({
      direction: "up",
      verdict: "no real change",
    });
  });

  test("is nothing where a period does not know it, or had no patients", () => {
    expect(change("rth", { rth: null })).toBeNull();
    expect(change("rth", {}, { rth: null })).toBeNull();
    expect(change("rth", {}, { patients: 0 })).toBeNull();
    expect(change("rth", {}, { patients: null })).toBeNull();
  });
});

type Counted = [events: number | null, denominator: number | null];

function judged(tag: RateTag, now: Counted, before: Counted) {
  const measure = measureOf(tag);
  const [a, b] = [now, before].map(([events, denominator]) => ({
    events,
    denominator,
    rate: null,
  })) as [RateParts, RateParts];
  return rateVerdict(measure, a, b);
}

test.each<[RateTag, Counted, Counted, ReturnType<typeof rateVerdict>]>([
  // Of 100 in each period, two standard errors around 20 % are 11.3 points.
  ["rth", [26, 100], [14, 100], "worse"],
  ["rth", [14, 100], [26, 100], "better"],
  ["rth", [25, 100], [15, 100], "no real change"],
  // None or all of the cases in both periods did not move.
  ["ed", [0, 100], [0, 50], "no real change"],
  ["ed", [100, 100], [50, 50], "no real change"],
  // A rate of few events moves more by chance than one of many.
  ["h_1000", [6, 1000], [3, 1000], "no real change"],
  ["h_1000", [60, 1000], [30, 1000], "worse"],
  ["rth", [20, 20], [0, 20], "worse"],
  ["rth", [19, 19], [0, 100], "too few"],
  ["rth", [20, 100], [0, 19], "too few"],
  ["rth", [20, 100], [0, 0], "too few"],
  ["adm_1000", [5, 19.9], [5, 100], "too few"],
  ["rth", [null, 100], [1, 100], null],
  ["rth", [1, 100], [1, null], null],
])("of %s %j after %j the verdict is %s", (tag, now, before, verdict) => {
  expect(judged(tag, now, before)).toBe(verdict);
});
