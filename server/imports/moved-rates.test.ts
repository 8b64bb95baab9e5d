import { expect, test } from "vitest";
import type { OverviewMetrics } from "~/domain/figures/metrics";
import { DAYS_PER_MONTH } from "~/domain/figures/rate-measures";
import { movedRates } from "./check-plausible";

/** A company with so many returns of a thousand admissions, and so many hospitalizations of long-stay residents. */
function metrics(
  returns: number,
  hospitalizations: number,
  { admissions = 1_000, days = 100_000 } = {},
): OverviewMetrics {
  const rate = (count: number, over: number, by: number) => ({
    count,
    rate: over === 0 ? null : (count * by) / over,
  });
  return {
    patient_count: 1_000,
    days_of_care: days,
    snf_adm: admissions,
    short_stays: {
      rth: rate(returns, admissions, 100),
      ed: rate(0, admissions, 100),
      ach_adm: admissions,
    },
    long_stays: {
      h_1000: rate(hospitalizations, days, 1_000),
      ed_1000: rate(0, days, 1_000),
      adm_1000: rate(0, days, 1_000 * DAYS_PER_MONTH),
      pd_lt_doc: days,
    },
  };
}

const tags = (before: OverviewMetrics | null, after: OverviewMetrics | null) =>
  movedRates(before, after).map(({ measure }) => measure.tag);

test("a rate that moves by a quarter stays quiet, by more than that it is reported", () => {
  expect(tags(metrics(200, 160), metrics(250, 120))).toEqual([]);
  expect(tags(metrics(200, 160), metrics(251, 160))).toEqual(["rth"]);
  expect(tags(metrics(200, 160), metrics(200, 119))).toEqual(["h_1000"]);
});

test("fewer than ten events are chance", () => {
  expect(tags(metrics(12, 0), metrics(21, 0))).toEqual([]);
  expect(tags(metrics(12, 0), metrics(22, 0))).toEqual(["rth"]);
  expect(tags(metrics(9, 0), metrics(0, 0))).toEqual([]);
  expect(tags(metrics(10, 0), metrics(0, 0))).toEqual(["rth"]);
});

test("a denominator that changes alone moves the rate too", () => {
  const halved = metrics(200, 160, { days: 50_000 });
  expect(tags(metrics(200, 160), halved)).toEqual(["h_1000"]);
});

test("a company that grows or shrinks evenly is none of this", () => {
  const doubled = metrics(400, 320, { admissions: 2_000, days: 200_000 });
  expect(tags(metrics(200, 160), doubled)).toEqual([]);
  expect(tags(doubled, metrics(200, 160))).toEqual([]);
});

test("events where there were none are a rise", () => {
  expect(tags(metrics(0, 0), metrics(10, 0))).toEqual(["rth"]);
});

test("the first data are not compared, and the last to go are reported", () => {
  expect(tags(null, metrics(200, 160))).toEqual([]);
  expect(
    tags(metrics(0, 0, { admissions: 0, days: 0 }), metrics(90, 90)),
  ).toEqual([]);
  expect(tags(metrics(200, 160), null)).toEqual(["rth", "h_1000"]);
});
