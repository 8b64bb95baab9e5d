import fc from "fast-check";
import { expect, test } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import {
  carriedFilters,
  ownHref,
  PREVIOUS_END,
  PREVIOUS_START,
} from "../profile-links";
import {
  hasPreviousRange,
  readFilters,
  keepNotes,
  takeNotes,
} from "./accepted-range.server";

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

test("the previous end date alone is a previous range", () => {
  const sent = new URLSearchParams("isnp=true&previousEndDate=2025-06-30");
  expect(hasPreviousRange(sent)).toBe(true);
});

test("whatever was asked for, the address of what was accepted is accepted as it is", () => {
  const text = fc.oneof(
    fc.constantFrom("", "x", TODAY, "2026-03-05", "2027-03-04", "2027-03-05"),
    fc.date({ noInvalidDate: true }).map((day) => day.toISOString()),
    fc
      .integer({ min: -100_000, max: 100_000 })
      .map((day) => isoDayOf(epochDayOf(TODAY) + day)),
  );
  const name = fc.constantFrom(
    "startDate",
    "endDate",
    PREVIOUS_START,
    PREVIOUS_END,
    "isnp",
    "facility-id",
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, text)), (query) => {
      const search = new URLSearchParams(query);
      const { filters } = readFilters(search, "physician", VIEWER, TODAY);
      const href = ownHref({
        level: "physician",
        id: 1,
        filters,
        carried: carriedFilters(search, filters),
        sort: null,
        frailtyFilter: "all",
        monthly: [],
        hasLongGraph: false,
        layout: "page",
      });
      const accepted = new URL(href, "http://sojourn.test").searchParams;
      expect(hasPreviousRange(accepted)).toBe(false);
      expect(readFilters(accepted, "physician", VIEWER, TODAY)).toEqual({
        filters,
        notes: [],
      });
    }),
  );
});

test("a previous range without the dates of the filter bar counts for nothing", () => {
  const previous = "previousStartDate=2025-05-01&previousEndDate=2025-06-30";
  expect(read(previous).filters).toMatchObject({
    startDate: "2025-03-04",
    endDate: TODAY,
  });
});

const PAGE = "/company-overview?startDate=2026-01-01&endDate=2026-02-01";

test("notes show once, on the page that they are for", () => {
  keepNotes("a session", PAGE, ["From Date was put right."]);
  expect(takeNotes("a session", "/company-overview")).toEqual([]);
  expect(takeNotes("a session", PAGE)).toEqual(["From Date was put right."]);
  expect(takeNotes("a session", PAGE)).toEqual([]);
});

test("nobody else sees them", () => {
  keepNotes("a session", PAGE, ["From Date was put right."]);
  expect(takeNotes("another session", PAGE)).toEqual([]);
});
