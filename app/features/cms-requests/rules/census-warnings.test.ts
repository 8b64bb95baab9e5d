import { expect, it } from "vitest";
import { censusWarnings } from "./census-warnings";
import { findReportType } from "./report-types";
import type { TypedValues } from "./report-fields";

const CENSUS = { first_day: "2024-01-01", last_day: "2026-06-29" };
const BEGINS =
  "The census begins on 01/01/2024. The report will have no figures before that day.";
const ENDS =
  "The census is complete through 06/29/2026. The report will count no day after it.";

function warningsFor(code: string, typed: TypedValues, census = CENSUS) {
  const type = findReportType(code);
  if (!type) throw new Error(code);
  return censusWarnings(type, typed, census);
}

function nothingFor(period: string): string {
  return `The census begins on 01/01/2024. It has nothing for ${period}.`;
}

it.each<[string, string, string, string[]]>([
  ["within it", "2024-01-01", "2026-06-29", []],
  [
    "that ends the day before it",
    "2023-10-01",
    "2023-12-31",
    [nothingFor("10/01/2023–12/31/2023")],
  ],
  ["that ends on its first day", "2023-10-01", "2024-01-01", [BEGINS]],
  ["that begins the day before it", "2023-12-31", "2024-03-31", [BEGINS]],
  ["that ends after it", "2026-06-01", "2026-06-30", [ENDS]],
  ["longer than it", "2020-01-01", "2026-06-30", [BEGINS, ENDS]],
  ["without its first day", "", "2026-06-30", []],
  ["that is turned around", "2020-02-01", "2020-01-01", []],
])("warns as it should of a period %s", (_, start, end, expected) => {
  const typed = { startDate: [start], endDate: [end] };
  expect(warningsFor("50-5011", typed)).toEqual(expected);
});

it.each<[string, string, TypedValues, string[]]>([
  [
    "comparison group",
    "56-800",
    {
      startDate: ["2026-01-01"],
      endDate: ["2026-03-31"],
      comparisonGroup: ["05/01/2021-10/31/2021"],
    },
    [nothingFor("05/01/2021–10/31/2021")],
  ],
  ["fiscal year", "60-6035", { fiscalYear: ["2024"] }, [BEGINS]],
  [
    "date range",
    "60-6032",
    { dateRange: ["01/01/2021-12/31/2021"] },
    [nothingFor("01/01/2021–12/31/2021")],
  ],
  [
    "quarter range",
    "60-6030",
    { quarterRange: ["Q1 2021 - Q4 2021"] },
    [nothingFor("01/01/2021–12/31/2021")],
  ],
  ["no period", "50-5015", {}, []],
  ["no choice yet", "60-6035", { fiscalYear: [""] }, []],
  [
    "dates that do not show",
    "55-5017",
    {
      submissionBy: ["id"],
      startDate: ["2020-01-01"],
      endDate: ["2020-01-02"],
    },
    [],
  ],
])("looks at the %s of a report", (_, code, typed, expected) => {
  expect(warningsFor(code, typed)).toEqual(expected);
});

it("warns of every report where the census is empty", () => {
  const empty = { first_day: null, last_day: null };
  const type = findReportType("50-5015");
  expect(type && censusWarnings(type, {}, empty)).toEqual([
    "The census is empty, so the report will have no figures.",
  ]);
});
