import { describe, expect, test } from "vitest";
import { ACTIONS_FOR, MESSAGE_REASONS, waitsForSender } from "./message-states";

describe("a message", () => {
  test.each([
    ["stored", ["drop"]],
    ["used", ["drop"]],
    ["waiting", ["retry", "drop"]],
    ["aside", []],
    ["unusable", ["drop"]],
    ["dropped", ["restore"]],
  ] as const)("that is %s can be treated by %j", (status, actions) => {
    expect(ACTIONS_FOR[status]).toEqual(actions);
  });

  test("says why it waits and what to do, whatever the reason", () => {
    for (const { why, todo } of Object.values(MESSAGE_REASONS)) {
      expect(why).not.toBe("");
      expect(todo).toMatch(/\.$/);
    }
  });

  test("waits for its sender where that or its code is unknown", () => {
    expect(waitsForSender("unknown_sender")).toBe(true);
    expect(waitsForSender("unknown_facility")).toBe(true);
    expect(waitsForSender("no_stay")).toBe(false);
    expect(waitsForSender(null)).toBe(false);
  });
});
