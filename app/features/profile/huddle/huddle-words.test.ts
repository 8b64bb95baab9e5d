import { describe, expect, test } from "vitest";
import { smallNumbersSentence } from "./huddle-figures";
import { EMPTY_METRICS, type OverviewMetrics } from "~/domain/figures/metrics";

function metrics(ach_adm: number, pd_lt_doc: number): OverviewMetrics {
  return {
    ...EMPTY_METRICS,
    short_stays: { ...EMPTY_METRICS.short_stays, ach_adm },
    long_stays: { ...EMPTY_METRICS.long_stays, pd_lt_doc },
  };
}

describe("the note on small numbers", () => {
  test("names each rate that stands on too little", () => {
    expect(smallNumbersSentence(metrics(19, 36_500))).toBe(
      "Small numbers: 30 Day RTH, 30 Day OP Ed Visits. Treat with caution: fewer than 20 admissions or patient months.",
    );
    expect(smallNumbersSentence(metrics(20, 300))).toContain(
      "Hosp/1000 Days of Care, ED/1000 Days of Care, ADM/1000 LT Pt. Months",
    );
  });

  test("is not there where all rates stand on enough, or on nothing", () => {
    expect(smallNumbersSentence(metrics(20, 36_500))).toBeNull();
    expect(smallNumbersSentence(EMPTY_METRICS)).toBeNull();
  });
});
