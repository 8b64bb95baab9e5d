import { describe, expect, it } from "vitest";
import { emergencyEntriesText, emergencyNotices } from "./emergency-notices";

const at = "2026-11-27T19:12:00.000Z";
const used = (username: string, times = 1) => ({ username, at, times });

describe("uses of emergency accounts", () => {
  it("are told with who and when", () => {
    expect(emergencyEntriesText([used("safe")])).toBe(
      "safe on 11/27/2026, 02:12 PM ET",
    );
    expect(emergencyEntriesText([used("safe", 3), used("spare")])).toBe(
      "safe 3 times, last on 11/27/2026, 02:12 PM ET; spare on 11/27/2026, 02:12 PM ET",
    );
  });

  it("name three accounts, and say how many more there are", () => {
    const four = ["a", "b", "c", "d"].map((name) => used(name));
    expect(emergencyEntriesText(four)).toMatch(
      /^a on .*; b on .*; c on .* ET; and 1 other account$/,
    );
    expect(emergencyEntriesText([...four, used("e")])).toMatch(
      /; and 2 other accounts$/,
    );
  });

  it("are told after a login, and one's own too", () => {
    expect(emergencyNotices(undefined)).toEqual([]);
    expect(emergencyNotices({ entered: false, entries: [] })).toEqual([]);
    expect(emergencyNotices({ entered: true, entries: [] })).toEqual([
      {
        tone: "warning",
        text: expect.stringMatching(/^You logged in with an emergency account/),
      },
    ]);
    const told = emergencyNotices({ entered: false, entries: [used("safe")] });
    expect(told.map(({ text }) => text)).toEqual([
      "Emergency logins since your last login: safe on 11/27/2026, 02:12 PM ET. See the audit trail.",
    ]);
    const both = { entered: true, entries: [used("safe")] };
    expect(emergencyNotices(both)).toHaveLength(2);
  });
});
