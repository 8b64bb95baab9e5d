import { expect, test } from "vitest";
import { waitsForSender } from "./message-states";

test("a message waits for its sender where that or its code is unknown", () => {
  expect(waitsForSender("unknown_sender")).toBe(true);
  expect(waitsForSender("unknown_facility")).toBe(true);
  expect(waitsForSender("no_stay")).toBe(false);
  expect(waitsForSender(null)).toBe(false);
});
