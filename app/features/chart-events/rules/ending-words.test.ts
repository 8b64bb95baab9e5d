import { expect, test } from "vitest";
import { endingChanges } from "./ending-words";

test("what ends is said with what it changes", () => {
  const from = "2026-03-01";
  expect(endingChanges({ kind: "phase", from })[0]).toContain(
    "no longer restart with March 2026",
  );
  expect(endingChanges({ kind: "event", from })[0]).toBe(
    "These charts no longer show it.",
  );
});
