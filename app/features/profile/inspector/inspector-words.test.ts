import { describe, expect, test } from "vitest";
import {
  chanceWords,
  changeWords,
  trendWords,
  workingOf,
} from "./inspector-words";
import { EMPTY_METRICS, type OverviewMetrics } from "~/domain/figures/metrics";

const METRICS: OverviewMetrics = {
  patient_count: 265,
  days_of_care: 21_358,
  snf_adm: 222,
  short_stays: {
    rth: { count: 12, rate: (12 / 56) * 100 },
    ed: { count: 3, rate: (3 / 56) * 100 },
    ach_adm: 56,
  },
  long_stays: {
    h_1000: { count: 19, rate: (19 / 14_825) * 1000 },
    ed_1000: { count: 27, rate: (27 / 14_825) * 1000 },
    adm_1000: { count: 16, rate: (16 / (14_825 / 30.4375)) * 1000 },
    pd_lt_doc: 14_825,
  },
};

describe("the working of a rate", () => {
  test("divides this page's events by its admissions", () => {
    expect(workingOf("rth", METRICS, true)[0]).toBe(
      "12 returns to hospital ÷ 56 admissions from hospital × 100 = 21.43%.",
    );
  });

  test("makes patient months of days first", () => {
    expect(workingOf("adm_1000", METRICS, true).slice(0, 2)).toEqual([
      "14,825 long-stay days ÷ 30.4375 days a month = 487.06 long-term patient months.",
      "16 hospital admissions ÷ 487.06 long-term patient months × 1,000 = 32.85.",
    ]);
  });

  test("over nothing says why there is no rate", () => {
    expect(workingOf("rth", EMPTY_METRICS, true)[0]).toBe(
      "0 returns to hospital ÷ 0 admissions from hospital: there is nothing to divide by.",
    );
  });

  test("owns up where the host's own rate is another one", () => {
    const other = {
      ...METRICS,
      short_stays: { ...METRICS.short_stays, rth: { count: 12, rate: 25 } },
    };
    expect(workingOf("rth", other, true).slice(0, 2)).toEqual([
      "12 returns to hospital ÷ 56 admissions from hospital × 100 = 21.43%.",
      "Your data source gives 25.00%.",
    ]);
  });

  test("shows no arithmetic of parts that are not known", () => {
    const unknown = {
      ...METRICS,
      short_stays: { ...METRICS.short_stays, ach_adm: null },
    };
    expect(workingOf("rth", unknown, true).join(" ")).not.toContain("÷");
  });
});

describe("the working of a 30-day rate", () => {
  const settled = (settled_adm: number, ach_adm = 7_760) => ({
    ...METRICS,
    short_stays: {
      rth: { count: 1_776, rate: settled_adm && 177_600 / settled_adm },
      ed: { count: 0, rate: 0 },
      ach_adm,
      settled_adm,
      settled_through: "2026-10-28",
    },
  });

  test("divides by the settled admissions, and says how many are not counted yet", () => {
    expect(workingOf("rth", settled(7_120), true).slice(0, 2)).toEqual([
      "1,776 returns to hospital ÷ 7,120 admissions from hospital × 100 = 24.94%.",
      "1,776 returns to hospital of 7,120 admissions through 10/28/2026; 640 later ones are not counted yet.",
    ]);
    expect(workingOf("rth", settled(7_120), false)[1]).toBe(
      "1,776 returns to hospital of 7,120 admissions whose 30 days are over; 640 are not counted yet.",
    );
    expect(workingOf("rth", settled(7_759), true)[1]).toMatch(
      /; 1 later one is not counted yet\.$/,
    );
  });

  test("says nothing of it where all admissions are settled, or a host does not know", () => {
    const words = (metrics: OverviewMetrics) =>
      workingOf("rth", metrics, true).join(" ");
    expect(words(settled(7_760))).not.toContain("not counted yet");
    expect(words(METRICS)).not.toContain("not counted yet");
  });

  test("says why there is no rate yet", () => {
    expect(workingOf("rth", settled(0), true)[0]).toBe(
      "The 30 days after these admissions are not over.",
    );
  });
});

describe("a trend in words", () => {
  const MONTHS = ["Jan 2026", "Feb 2026", "Mar 2026"];

  test("has its lowest, highest and last month", () => {
    expect(trendWords("rth", [20, 12.5, 25], MONTHS)).toBe(
      "Full months, Jan 2026 to Mar 2026: lowest 12.50% in Feb 2026, highest 25.00% in Mar 2026, last 25.00% in Mar 2026.",
    );
  });

  test("skips months that are not known", () => {
    expect(trendWords("snf_adm", [null, 4, 4], MONTHS)).toBe(
      "Full months, Feb 2026 to Mar 2026: 4 in each.",
    );
  });

  test("is nothing without two months", () => {
    expect(trendWords("rth", [null, 3, null], MONTHS)).toBeNull();
    expect(trendWords("rth", [], [])).toBeNull();
  });
});

test("a change is told by its direction, size and verdict", () => {
  const change = {
    direction: "up",
    amount: "2.1 points",
    short: "2.1 pts",
    verdict: "worse",
  } as const;
  expect(changeWords(change)).toBe("2.1 points higher, worse");
  expect(changeWords(change, "2025")).toBe(
    "2.1 points higher than in 2025, worse",
  );
  const better = { ...change, direction: "down", verdict: "better" } as const;
  expect(changeWords(better)).toBe("2.1 points lower, better");
  expect(changeWords({ ...change, verdict: null })).toBe("2.1 points higher");
  const fromNothing = { ...change, amount: "from 0", verdict: null };
  expect(changeWords(fromNothing)).toBe("up from 0");
  expect(changeWords(fromNothing, "2025")).toBe("up from 0 in 2025");
  const none = { ...change, direction: "none" } as const;
  expect(changeWords(none)).toBe("no change");
  expect(changeWords(none, "2025")).toBe("no change from 2025");
});

test("chance is told of a verdict, and of none where cases are too few or unknown", () => {
  expect(chanceWords("no real change")).toBe(
    "Chance alone can move it this far.",
  );
  expect(chanceWords("worse")).toBe(
    "Chance alone would hardly move it this far.",
  );
  expect(chanceWords("too few")).toBeNull();
  expect(chanceWords(null)).toBeNull();
});
