import { describe, expect, it } from "vitest";
import {
  DEFAULT_REPORT_SORT,
  readReportSort,
  reportNames,
  reportRangeText,
  requestedAt,
  sortReports,
  type ReportListColumn,
  type RequestedReport,
} from "./report-list";

function report(id: number, more: Partial<RequestedReport> = {}) {
  return {
    id,
    name: "Errors",
    file_type: "pdf",
    requested_tstamp: "2026-01-02 03:04:05",
    start_date: null,
    end_date: null,
    status: "requested",
    fac_name: "Elm House",
    ...more,
  } satisfies RequestedReport;
}

function ids(reports: RequestedReport[]): number[] {
  return reports.map(({ id }) => id);
}

describe("the filters of the list", () => {
  it("offer the names of the form, and then others that there are", () => {
    expect(
      reportNames(
        ["B", "A"],
        [{ name: "D" }, { name: "A" }, { name: "C" }, { name: "" }],
      ),
    ).toEqual(["B", "A", "C", "D"]);
  });
});

describe("the order of the list", () => {
  it("is the newest first, by the time too, where nothing else is asked for", () => {
    const reports = [
      report(1, { requested_tstamp: "2025-12-31 23:59:00" }),
      report(2, { requested_tstamp: "2026-01-02 09:00:00" }),
      report(3, { requested_tstamp: "2026-01-02 10:00:00" }),
    ];
    expect(ids(sortReports(reports, DEFAULT_REPORT_SORT))).toEqual([3, 2, 1]);
  });

  it.each<[ReportListColumn, number[], number[]]>([
    ["requested", [1, 3, 2], [2, 3, 1]],
    ["type", [2, 3, 1], [1, 3, 2]],
    ["facility", [3, 1, 2], [2, 1, 3]],
    ["range", [3, 1, 2], [1, 3, 2]],
    ["file", [2, 3, 1], [3, 2, 1]],
    ["status", [3, 2, 1], [2, 3, 1]],
  ])("by %s is %j up and %j down", (column, up, down) => {
    const reports = [
      report(1, {
        requested_tstamp: "2026-01-01 00:00:00",
        name: "Missing",
        fac_name: "Fir House",
        start_date: "2025-06-01",
        end_date: "2025-12-31",
        status: "Unknown",
      }),
      report(2, {
        requested_tstamp: "2026-01-03 00:00:00",
        name: "Characteristics",
        fac_name: null,
        status: "completed",
      }),
      report(3, {
        requested_tstamp: "2026-01-02 00:00:00",
        name: "Errors",
        start_date: "2025-06-01",
        end_date: "2025-11-30",
        status: "automatic",
      }),
    ];
    expect(ids(sortReports(reports, { column, direction: "asc" }))).toEqual(up);
    expect(ids(sortReports(reports, { column, direction: "desc" }))).toEqual(
      down,
    );
  });

  it.each(["", "sort=status", "sort=nothing&dir=asc", "sort=status&dir=up"])(
    "is the default for '%s'",
    (query) =>
      expect(readReportSort(new URLSearchParams(query))).toEqual(
        DEFAULT_REPORT_SORT,
      ),
  );
});

describe("what a row says", () => {
  it.each([
    ["2026-01-02 15:04:05", { day: "01/02/26", time: "03:04 PM" }],
    ["2026-01-02T15:04:05", { day: "01/02/26", time: "03:04 PM" }],
    ["2026-01-02", { day: "01/02/26", time: null }],
    ["yesterday", { day: "yesterday", time: null }],
  ])("of the time %s", (text, expected) =>
    expect(requestedAt(text)).toEqual(expected),
  );

  it.each([
    ["2026-01-02", "2026-03-04 00:00:00", "01/02/2026–03/04/2026"],
    [null, "2026-03-04", "03/04/2026"],
    [null, null, ""],
    ["Q1", "Q2", "Q1–Q2"],
  ])("of the range %s to %s", (start_date, end_date, expected) =>
    expect(reportRangeText({ start_date, end_date })).toBe(expected),
  );
});
