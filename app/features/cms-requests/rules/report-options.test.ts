import { describe, expect, it } from "vitest";
import {
  quarterDays,
  quarterName,
  quarterOf,
  COMPARISON_GROUPS,
  QUARTER_RANGES,
  ROLLING_YEARS,
  reportingQuartersOf,
} from "./report-options";

const labels = (options: readonly { label: string }[]) =>
  options.map(({ label }) => label);

describe("comparison groups", () => {
  it("are windows of six months, a month apart, from October 2010 to May 2021", () => {
    const groups = labels(COMPARISON_GROUPS);
    expect(groups.slice(0, 3)).toEqual([
      "05/01/2021-10/31/2021",
      "04/01/2021-09/30/2021",
      "03/01/2021-08/31/2021",
    ]);
    expect(groups.at(-1)).toBe("10/01/2010-03/31/2011");
    expect(groups).toHaveLength(128);
    expect(new Set(groups).size).toBe(128);
    // Leap years and ends of years.
    expect(groups).toContain("09/01/2019-02/29/2020");
    expect(groups).toContain("09/01/2020-02/28/2021");
    expect(groups).toContain("12/01/2020-05/31/2021");
  });
});

describe("date ranges of the SNF quality measure reports", () => {
  it("are the twelve months that end with a quarter, from 12/31/2021 back to 09/30/2017", () => {
    expect(labels(ROLLING_YEARS.slice(0, 2))).toEqual([
      "01/01/2021 - 12/31/2021",
      "10/01/2020 - 09/30/2021",
    ]);
    expect(ROLLING_YEARS).toHaveLength(18);
    expect(ROLLING_YEARS.at(-1)?.days).toEqual({
      start: "2016-10-01",
      end: "2017-09-30",
    });
  });
});

describe("quarter ranges", () => {
  it("go back quarter by quarter from Q1 2021 - Q4 2021 to Q1 2017 - Q4 2017", () => {
    expect(labels(QUARTER_RANGES.slice(0, 2))).toEqual([
      "Q1 2021 - Q4 2021",
      "Q4 2020 - Q3 2021",
    ]);
    expect(QUARTER_RANGES).toHaveLength(17);
    expect(labels(QUARTER_RANGES).at(-1)).toBe("Q1 2017 - Q4 2017");
  });

  it.each([
    [1, "Q1 2020", "2020-01-01", "2020-03-31"],
    [2, "Q2 2020", "2020-04-01", "2020-06-30"],
    [3, "Q3 2020", "2020-07-01", "2020-09-30"],
    [4, "Q4 2020", "2020-10-01", "2020-12-31"],
  ])("know quarter %i of a year", (number, name, start, end) => {
    const quarter = quarterOf(2020, number);
    expect(quarterName(quarter)).toBe(name);
    expect(quarterDays(quarter, quarter)).toEqual({ start, end });
  });
});

describe("reporting quarters", () => {
  it("are the four of the range, newest first", () => {
    expect(labels(reportingQuartersOf("Q4 2020 - Q3 2021"))).toEqual([
      "Q3 2021",
      "Q2 2021",
      "Q1 2021",
      "Q4 2020",
    ]);
  });

  it("are none for what is no quarter range", () => {
    expect(reportingQuartersOf("Q1 2016 - Q4 2016")).toEqual([]);
    expect(reportingQuartersOf("")).toEqual([]);
  });
});
