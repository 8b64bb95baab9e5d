import { describe, expect, test } from "vitest";
import { isSettledRange, settledMonthCount } from "./settled-months";

const at = (lastUpdated: string | null) => ({ lastUpdated, reach: null });

describe("the settled months of eighteen", () => {
  test.each([
    // 31 January + 30 days = 2 March.
    ["29 days after its end a month is open", "2026-03-31", "2026-03-01", 15],
    ["30 days after its end it is settled", "2026-03-31", "2026-03-02", 16],
    ["31 days after its end it stays so", "2026-03-31", "2026-03-03", 16],
    // 28 February + 30 days = 30 March, and 29 February + 30 days = 30 March of a leap year.
    ["February ends on the 28th", "2026-03-31", "2026-03-29", 16],
    ["and is settled on 30 March", "2026-03-31", "2026-03-30", 17],
    ["a leap February too, a day later", "2028-03-31", "2028-03-29", 16],
    ["whose 30th day is 30 March as well", "2028-03-31", "2028-03-30", 17],
    [
      "a month of 30 days is settled on the 30th",
      "2026-05-31",
      "2026-05-30",
      17,
    ],
    ["one of 31 days a day before", "2026-06-30", "2026-06-30", 17],
    ["years may lie between", "2027-01-15", "2027-01-15", 16],
    ["of months to come none is settled", "2026-12-31", "2026-09-10", 13],
    ["a To Date long past settles all", "2025-06-30", "2026-03-04", 18],
    [
      "a To Date within its month ends that month there",
      "2026-02-02",
      "2026-03-04",
      18,
    ],
    ["and is settled on its own 30th day", "2026-02-02", "2026-03-03", 17],
    ["data older than the graph settle nothing", "2026-03-31", "2020-01-01", 0],
  ])("%s: To Date %s, import %s", (_, endDate, day, settled) => {
    expect(settledMonthCount(18, endDate, at(`${day} 06:00:00`))).toBe(settled);
  });

  test("are judged by To Date alone where the import is not known", () => {
    expect(settledMonthCount(18, "2026-03-31", at(null))).toBe(17);
    expect(settledMonthCount(18, "2026-03-29", at(null))).toBe(16);
    expect(settledMonthCount(18, "2026-03-29", at("soon"))).toBe(16);
  });
});

describe("the settled months of thirty-six", () => {
  test.each([
    ["are the newest ones of eighteen, and all before them", "2026-03-01", 33],
    ["grow by one on the same day", "2026-03-02", 34],
    ["are one where the data end 30 days after it", "2023-05-30", 1],
    ["are none a day before", "2023-05-29", 0],
  ])("%s: import %s", (_, day, settled) => {
    expect(settledMonthCount(36, "2026-03-31", at(`${day} 06:00:00`))).toBe(
      settled,
    );
  });
});

test("a range is settled 30 days after its end", () => {
  expect(isSettledRange("2026-01-31", at("2026-03-01 23:59:59"))).toBe(false);
  expect(isSettledRange("2026-01-31", at("2026-03-02 00:00:00"))).toBe(true);
  expect(isSettledRange("2026-01-31", at("2026-03-03 00:00:00"))).toBe(true);
  expect(isSettledRange("2028-02-29", at("2028-03-29 12:00:00"))).toBe(false);
  expect(isSettledRange("2028-02-29", at("2028-03-30 12:00:00"))).toBe(true);
});

test("nobody knows of a range where the import is not known", () => {
  expect(isSettledRange("2020-01-31", at(null))).toBeNull();
  expect(isSettledRange("2020-01-31", at("soon"))).toBeNull();
});

test("days that the data do not reach are not over, whenever the import was", () => {
  const time = (reach: string) => ({
    lastUpdated: "2026-09-01 06:00:00",
    reach,
  });
  expect(settledMonthCount(18, "2026-03-31", time("2026-04-29"))).toBe(17);
  expect(settledMonthCount(18, "2026-03-31", time("2026-04-30"))).toBe(18);
  expect(isSettledRange("2026-01-31", time("2026-03-01"))).toBe(false);
  expect(isSettledRange("2026-01-31", time("2026-03-02"))).toBe(true);
  const ahead = { lastUpdated: "2026-03-01 06:00:00", reach: "2026-09-01" };
  expect(isSettledRange("2026-01-31", ahead)).toBe(false);
  expect(isSettledRange("2026-01-31", { ...ahead, lastUpdated: null })).toBe(
    true,
  );
});
