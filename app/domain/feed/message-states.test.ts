import { describe, expect, test } from "vitest";
import {
  actionsFor,
  MESSAGE_REASON_NAMES,
  messageReasonWords,
  waitsForSender,
} from "./message-states";

describe("a message", () => {
  test.each([
    ["stored", ["drop"]],
    ["used", ["drop"]],
    ["waiting", ["retry", "drop"]],
    ["aside", []],
    ["unusable", ["drop"]],
    ["dropped", ["restore"]],
  ] as const)("that is %s can be treated by %j", (status, actions) => {
    expect(actionsFor(status)).toEqual(actions);
  });

  test("says why it waits and what to do, whatever the reason", () => {
    for (const reason of MESSAGE_REASON_NAMES) {
      const words = messageReasonWords(reason);
      expect(words?.why).not.toBe("");
      expect(words?.todo).toMatch(/\.$/);
    }
    expect(messageReasonWords(null)).toBeNull();
    expect(messageReasonWords("a newer one")).toEqual({
      why: "a newer one",
      todo: "",
    });
  });

  test("waits for its sender where that or its code is unknown", () => {
    expect(waitsForSender("unknown_sender")).toBe(true);
    expect(waitsForSender("unknown_facility")).toBe(true);
    expect(waitsForSender("no_stay")).toBe(false);
    expect(waitsForSender(null)).toBe(false);
  });
});
