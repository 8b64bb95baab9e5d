import { expect, test } from "vitest";
import { metricFileName } from "../lists/download-texts";

test("a file is named after its metric, place and days", () => {
  expect(
    metricFileName({
      tag: "h_1000",
      level: "physician",
      id: 1003000102,
      startDate: "2025-07-01",
      endDate: "2026-06-30",
    }),
  ).toBe("h_1000-physician-1003000102-from-2025-07-01-2026-06-30.csv");
});
