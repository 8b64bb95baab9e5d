import { describe, expect, it } from "vitest";
import { factorNotices } from "./factor-notices";
import { readRuleDay } from "./factor-rule";
import { levelCounts } from "./rule-words";

describe("a level that needs a second factor", () => {
  it("says how many have none", () => {
    expect(levelCounts(0, 0)).toBe("0 users");
    expect(levelCounts(1, 0)).toBe("1 user, all with one");
    expect(levelCounts(12, 3)).toBe("12 users, 3 without one");
  });
});

describe("the day of a rule", () => {
  it.each([
    ["2026-12-01", "2026-12-01"],
    ["12/01/2026", "2026-12-01"],
    ["2/9/2027", "2027-02-09"],
    ["02/30/2027", null],
    ["1/12/26", null],
    ["soon", null],
    ["", null],
  ])("%j is %j", (typed, day) => {
    expect(readRuleDay(typed)).toBe(day);
  });
});

describe("what the page after a sign-in tells", () => {
  it("is nothing where the host said nothing, or there is no news", () => {
    expect(factorNotices(undefined)).toEqual([]);
    expect(factorNotices({ required_from: null })).toEqual([]);
  });

  it.each([
    [1, "You have 1 recovery code left."],
    [9, "set it up again in your account menu, under 'Your login'."],
    [0, "Without that or a passkey, you cannot log in again."],
  ])(
    "is how many recovery codes are left, and what can be done: %d, %s",
    (left, text) => {
      const [notice] = factorNotices({
        required_from: null,
        recovery_codes_left: left,
      });
      expect(notice?.text).toContain(text);
    },
  );
});
