import { expect, test } from "vitest";
import { METRIC_COLUMNS } from "~/contract/metricdatacsv";
import { exportSentences, hasRows } from "./export-words";
import { FIGURE_TAGS } from "~/domain/figures/figure-tags";
import { EMPTY_METRICS, type OverviewMetrics } from "~/domain/figures/metrics";

const METRICS: OverviewMetrics = {
  ...EMPTY_METRICS,
  patient_count: 1,
  days_of_care: 14_825,
  short_stays: {
    rth: { count: 34, rate: 21.25 },
    ed: { count: null, rate: null },
    ach_adm: 1600,
  },
};

test("an export of events says how many rows it has, and where the denominator is", () => {
  expect(exportSentences("rth", METRICS)).toEqual([
    "The file has 34 rows, one for each return to hospital.",
    "For the denominator, export ACH ADM.",
  ]);
  expect(exportSentences("ach_adm", METRICS)).toEqual([
    "The file has 1,600 rows, one for each admission from hospital.",
  ]);
  expect(exportSentences("patient_count", METRICS)).toEqual([
    "The file has 1 row, one for each patient.",
  ]);
});

test("an export of days says that they add up to the figure", () => {
  expect(exportSentences("days_of_care", METRICS)).toEqual([
    "The file has one row for each stay. Their days add up to 14,825.",
  ]);
});

test("an export of which the count is not known says no number", () => {
  expect(exportSentences("ed", METRICS)[0]).toBe(
    "The file has one row for each admission with an ED visit.",
  );
});

test("there is nothing to export where nothing counted", () => {
  for (const tag of FIGURE_TAGS) {
    expect(exportSentences(tag, EMPTY_METRICS)).toEqual([
      "There is nothing to export, because the count is 0.",
    ]);
    expect(hasRows(tag, EMPTY_METRICS)).toBe(false);
  }
});

test("the days of a file add up to the figure where it has a column of days that do", () => {
  const withDays = FIGURE_TAGS.filter((tag) =>
    exportSentences(tag, {
      ...METRICS,
      long_stays: { ...METRICS.long_stays, pd_lt_doc: 7 },
    }).some((sentence) => sentence.includes("days add up to")),
  );
  expect(withDays).toEqual(["days_of_care", "pd_lt_doc"]);
  for (const tag of withDays) {
    const days = METRIC_COLUMNS[tag].filter((column) =>
      column.endsWith("days_in_range"),
    );
    expect(days).toHaveLength(1);
  }
});
