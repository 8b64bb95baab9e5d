import { describe, expect, test } from "vitest";
import { EMPTY_METRICS, figureText, type OverviewMetrics } from "./metrics";
import { formatCount, formatPer1000, formatPercent } from "../number-format";
import { findFigure, OVERVIEW_FIGURES } from "./overview-figures";

const metrics: OverviewMetrics = {
  patient_count: 1234,
  days_of_care: 56789,
  snf_adm: 70,
  short_stays: {
    rth: { count: 12, rate: 21.428571 },
    ed: { count: 0, rate: null },
    ach_adm: 56,
  },
  long_stays: {
    h_1000: { count: 3, rate: 1.6194 },
    ed_1000: { count: 4, rate: null },
    adm_1000: { count: 2, rate: 1234.5 },
    pd_lt_doc: null,
  },
};

function textsOf(given: OverviewMetrics | null) {
  return Object.fromEntries(
    OVERVIEW_FIGURES.map((figure) => [figure.tag, figureText(figure, given)]),
  );
}

describe("formats", () => {
  test("counts have thousands separators", () => {
    expect([0, 999, 1000, 1234567].map(formatCount)).toEqual([
      "0",
      "999",
      "1,000",
      "1,234,567",
    ]);
  });

  test("percentages and rates per 1,000 have two decimals", () => {
    expect([0, 21.428571, 100].map(formatPercent)).toEqual([
      "0.00%",
      "21.43%",
      "100.00%",
    ]);
    expect([0, 1.6194, 1.625].map(formatPer1000)).toEqual([
      "0.00",
      "1.62",
      "1.63",
    ]);
  });

  test.each([formatCount, formatPercent, formatPer1000])(
    "%o writes 'Unknown' for what is not a number",
    (format) => {
      expect([null, NaN, Infinity].map(format)).toEqual([
        "Unknown",
        "Unknown",
        "Unknown",
      ]);
    },
  );
});

describe("figures of the overview card", () => {
  test("are written by their unit, a rate over nothing as 'Unknown'", () => {
    expect(textsOf(metrics)).toEqual({
      patient_count: "1,234",
      days_of_care: "56,789",
      snf_adm: "70",
      rth: "12 / 21.43%",
      ed: "0 / Unknown",
      ach_adm: "56",
      h_1000: "1.62",
      ed_1000: "Unknown",
      adm_1000: "1,234.50",
      pd_lt_doc: "Unknown",
    });
  });

  test("are zeros for an empty answer", () => {
    expect(textsOf(EMPTY_METRICS)).toMatchObject({
      patient_count: "0",
      rth: "0 / 0.00%",
      h_1000: "0.00",
    });
  });

  test("are 'Unknown' throughout on an error", () => {
    expect(new Set(Object.values(textsOf(null)))).toEqual(new Set(["Unknown"]));
  });

  test("are found by their tag, and by nothing else", () => {
    expect(findFigure("h_1000")?.label).toBe("H/1000");
    expect(findFigure("__proto__")).toBeNull();
    expect(findFigure(null)).toBeNull();
  });
});
