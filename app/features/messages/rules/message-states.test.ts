import { expect, test } from "vitest";
import { MESSAGE_REASONS, waitsForSender } from "./message-states";

test("a message says why it waits and what to do, whatever the reason", () => {
  for (const { why, todo } of Object.values(MESSAGE_REASONS)) {
    expect(why).not.toBe("");
    expect(todo).toMatch(/\.$/);
  }
});

test("a message waits for its sender where that or its code is unknown", () => {
  expect(waitsForSender("unknown_sender")).toBe(true);
  expect(waitsForSender("unknown_facility")).toBe(true);
  expect(waitsForSender("no_stay")).toBe(false);
  expect(waitsForSender(null)).toBe(false);
});
