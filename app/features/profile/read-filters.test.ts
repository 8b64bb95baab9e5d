import { expect, test } from "vitest";
import { readFilters } from "./read-filters";

const TODAY = "2026-03-04";
const VIEWER = {
  accessLevel: "company",
  accessLevelIds: [0],
  isnpOnly: false,
} as const;

function read(query: string, level: "facility" | "physician" = "physician") {
  return readFilters(new URLSearchParams(query), level, VIEWER, TODAY);
}

test("a facility narrows a physician's page, and no other", () => {
  expect(read("facility-id=12").filters.facilityId).toBe(12);
  expect(read("facility-id=12", "facility").filters).not.toHaveProperty(
    "facilityId",
  );
});

test("To Date before From Date goes back to the range that was in force", () => {
  const { filters, notes } = read(
    "startDate=2025-05-01&endDate=2025-03-01&previousStartDate=2025-05-01&previousEndDate=2025-06-30",
  );
  expect(filters).toMatchObject({
    startDate: "2025-05-01",
    endDate: "2025-06-30",
  });
  expect(notes).toHaveLength(1);
});

test("a previous range that is none counts for nothing", () => {
  const odd = "previousStartDate=2025-06-30&previousEndDate=2025-01-01";
  for (const query of [odd, "previousStartDate=x&previousEndDate=2025-01-01"]) {
    expect(read(query).filters).toMatchObject({
      startDate: "2025-03-04",
      endDate: TODAY,
    });
  }
});
