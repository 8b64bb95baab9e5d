import { expect, test } from "vitest";
import { graphs } from "./graphs";

const line = { rolling: [20, 21], mom: [19, null] };

function answer(more: object = {}) {
  return {
    short_stays: { rth_30: line, ed_30: line, admission_events: line },
    long_stays: {
      hosp_1000: line,
      ed_1000: line,
      adm_1000: line,
      inpatient_events: line,
      outpatient_events: line,
      period_doc: line,
    },
    months: [11, 12],
    years: [2025, 2025],
    ...more,
  };
}

function fits(more: object): boolean {
  return graphs.safeParse(answer(more)).success;
}

test.each([[[1, 12]], [["Jan", "Sept."]], [["Août", "9月"]], [["P1", "P 2"]]])(
  "months may be %j",
  (value) => {
    expect(fits({ months: value })).toBe(true);
  },
);

test.each([
  [[0, 1]],
  [[12, 13]],
  [["Jan", ""]],
  [["Jan", "<img src=x onerror=alert(1)>"]],
  [["Jan & Feb", "Mar"]],
  [["Jan", "a month with a very long name"]],
  [[12]],
  [[10, 11, 12]],
])("months cannot be %j", (value) => {
  expect(fits({ months: value })).toBe(false);
});

test("a line has a point for each month, or none at all", () => {
  const short = answer().short_stays;
  expect(
    fits({ short_stays: { ...short, ed_30: { rolling: [], mom: [] } } }),
  ).toBe(true);
  expect(
    fits({ short_stays: { ...short, ed_30: { rolling: [1], mom: [] } } }),
  ).toBe(false);
  const known = { patient_count: [1, 2], days_of_care: [3, 4] };
  expect(fits({ general: { ...known, snf_adm: [] } })).toBe(true);
  expect(fits({ general: { ...known, snf_adm: [1, 2, 3] } })).toBe(false);
});
