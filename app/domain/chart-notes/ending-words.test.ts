import { expect, test } from "vitest";
import { endingChanges, isAskedAbout } from "./ending-words";

test("whoever ends a phase is asked, and told what changes", () => {
  expect([isAskedAbout("event"), isAskedAbout("phase")]).toEqual([false, true]);
  const [phase] = endingChanges({ from: "2026-03-01" });
  expect(phase).toContain("no longer restart with March 2026");
});
