import { expect, test } from "vitest";
import { endingChanges, isAskedAbout } from "./ending-words";

test("whoever ends a phase or a baseline is asked, and told what changes", () => {
  expect(["event", "phase", "baseline"] as const).toSatisfy(
    ([event, phase, baseline]: ["event", "phase", "baseline"]) =>
      !isAskedAbout(event) && isAskedAbout(phase) && isAskedAbout(baseline),
  );
  const [phase] = endingChanges({ kind: "phase", from: "2026-03-01" });
  expect(phase).toContain("no longer begin anew with March 2026");
  const baseline = endingChanges({ kind: "baseline", from: "2025-01-01" });
  expect(baseline.join(" ")).toContain("cannot be brought back");
});
