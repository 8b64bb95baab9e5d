import { expect, test } from "vitest";
import { signalText } from "./load.server";

test("a low month is not read as bad news", () => {
  const cell = { graph: "hosp_1000", month: "2026-10" } as const;
  expect([
    signalText({ ...cell, variation: "unusually_low" }),
    signalText({ ...cell, variation: "unusually_high" }),
  ]).toEqual([
    "Hosp/1000 Days of Care: unusually low in Oct 2026 (lower is better)",
    "Hosp/1000 Days of Care: unusually high in Oct 2026",
  ]);
});
