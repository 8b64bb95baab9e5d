import { describe, expect, it } from "vitest";
import { defaultRange } from "~/domain/filters";
import { messages } from "~/domain/messages";
import { rangePresets } from "./range-text";

const datesOn = (today: string) =>
  rangePresets(today).map(
    ([startDate, endDate], at) =>
      `${messages.profile.rangePresets[at]}: ${startDate} to ${endDate}`,
  );

describe("the links to ranges", () => {
  it("are the last 30 days, quarter and year, and the year to date", () => {
    expect(datesOn("2026-11-27")).toEqual([
      "Last 30 days: 2026-10-29 to 2026-11-27",
      "Last quarter: 2026-07-01 to 2026-09-30",
      "Last year: 2025-11-27 to 2026-11-27",
      "Year to date: 2026-01-01 to 2026-11-27",
    ]);
  });

  it.each([
    ["2026-01-01", "2025-10-01 to 2025-12-31"],
    ["2026-03-31", "2025-10-01 to 2025-12-31"],
    ["2026-04-01", "2026-01-01 to 2026-03-31"],
    ["2026-06-30", "2026-01-01 to 2026-03-31"],
    ["2026-12-31", "2026-07-01 to 2026-09-30"],
  ])("on %s have the quarter %s", (today, quarter) => {
    expect(datesOn(today)[1]).toBe(`Last quarter: ${quarter}`);
  });

  it("have one day for the year to date on its first", () => {
    expect(datesOn("2026-01-01")[3]).toBe(
      "Year to date: 2026-01-01 to 2026-01-01",
    );
  });

  it("have the range of a page without dates as the last year, on a leap day too", () => {
    const { startDate, endDate } = defaultRange("2028-02-29");
    expect(datesOn("2028-02-29")[2]).toBe(
      `Last year: ${startDate} to ${endDate}`,
    );
  });
});
