import { expect, test } from "vitest";
import { measurePeriodIn } from "./cms-file";

test.each([
  ["20230401-20240331", "2023-04-01", "2024-03-31"],
  ["20230401 - 20240331", "2023-04-01", "2024-03-31"],
  ["20240229-20240229", "2024-02-29", "2024-02-29"],
  ["2015Q1-2015Q4", "2015-01-01", "2015-12-31"],
  ["2024q4-2025Q3", "2024-10-01", "2025-09-30"],
])("%j is a period", (text, from, to) => {
  expect(measurePeriodIn(text)).toEqual({ from, to });
});

test.each([
  "",
  "2023",
  "20230401",
  "20230229-20240331",
  "20240331-20230401",
  "2015Q4-2015Q1",
  "2015Q0-2015Q4",
  "2015Q1-2015Q5",
  "x20230401-20240331",
])("%j is none", (text) => {
  expect(measurePeriodIn(text)).toBeNull();
});
