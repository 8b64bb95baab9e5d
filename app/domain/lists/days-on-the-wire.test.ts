import { describe, expect, test } from "vitest";
import { isoDayIn, newYorkTimeIn, slashOrderOf } from "./days-on-the-wire";

describe("the order of slashed days", () => {
  test.each<[string, unknown[], string]>([
    ["nothing", [], "day-first"],
    ["no slashed day", ["2026-01-31", null, 7, "soon"], "day-first"],
    ["days that may be either", ["03/04/2026", "12/12/2025"], "day-first"],
    ["one that is day first", ["03/04/2026", "13/04/2026"], "day-first"],
    ["one that is month first", ["03/04/2026", "04/13/2026"], "month-first"],
    ["one of each", ["04/13/2026", "13/04/2026"], "day-first"],
    ["a date and time", ["04/13/2026 08:00:00"], "month-first"],
  ])("of %s", (_, texts, order) => {
    expect(slashOrderOf(texts)).toBe(order);
  });
});

describe("the day of a text", () => {
  test.each<[string, string | null]>([
    ["2026-01-31", "2026-01-31"],
    [" 2026-01-31 ", "2026-01-31"],
    ["2026-01-31 23:59:59", "2026-01-31"],
    ["2026-01-31T00:00:00.000Z", "2026-01-31"],
    ["31/01/2026", "2026-01-31"],
    ["3/4/2026", "2026-04-03"],
    ["31/01/2026 10:00", "2026-01-31"],
    ["2026-02-30", null],
    ["30/02/2026", null],
    ["01/31/2026", null],
    ["2026-01-311", null],
    ["31/01/26", null],
    ["", null],
    ["soon", null],
  ])("%j is %j where days come first", (text, day) => {
    expect(isoDayIn(text, "day-first")).toBe(day);
  });

  test("is read month first where the answer is written so", () => {
    expect(isoDayIn("01/31/2026", "month-first")).toBe("2026-01-31");
    expect(isoDayIn("3/4/2026", "month-first")).toBe("2026-03-04");
    expect(isoDayIn("31/01/2026", "month-first")).toBeNull();
  });
});

describe("the time of a text, in New York", () => {
  test.each<[string, string | null]>([
    ["2026-01-31 10:00:00", "2026-01-31 10:00:00"],
    ["2026-01-31 10:00:00.123", "2026-01-31 10:00:00"],
    ["2026-01-31T10:00", "2026-01-31 10:00:00"],
    ["2026-01-31T10:00:00Z", "2026-01-31 05:00:00"],
    ["2026-07-31T02:00:00.5+00:00", "2026-07-30 22:00:00"],
    ["2026-01-31T10:00:00-05:00", "2026-01-31 10:00:00"],
    ["31/01/2026 10:00", "2026-01-31 10:00:00"],
    ["01/31/2026 23:59:59", "2026-01-31 23:59:59"],
    ["2026-01-31", null],
    ["2026-01-31 24:00:00", null],
    ["2026-02-30T10:00:00Z", null],
    ["2026-01-31T10:00:00+99:00", null],
    ["", null],
    ["today at 10:00", null],
  ])("%j is %j", (text, time) => {
    expect(newYorkTimeIn(text)).toBe(time);
  });
});
