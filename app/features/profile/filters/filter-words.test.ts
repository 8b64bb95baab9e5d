import { expect, test } from "vitest";
import { paperWords, documentTitle } from "./filter-words";
import { withListFilters } from "../shown-view";

const PHYSICIAN = {
  level: "physician",
  name: "Ada Grey",
  filters: { startDate: "2025-03-04", endDate: "2026-03-04", isnp: true },
  facilityName: "Maple Court",
  through: "",
} as const;

test("each sheet of a list says whose it is, and under which filters", () => {
  expect(paperWords(PHYSICIAN).head).toBe(
    "Physician Profile Ada Grey · 03/04/2025–03/04/2026 · ISNP Patients Only · Facility: Maple Court",
  );
  const company = {
    ...PHYSICIAN,
    level: "company",
    name: null,
    filters: { ...PHYSICIAN.filters, isnp: false },
    facilityName: null,
  } as const;
  expect(paperWords(company).head).toBe(
    "Company Overview · 03/04/2025–03/04/2026 · All patients",
  );
});

test("the filters of the list stand last on paper, and not over the graphs, which they do not change", () => {
  const { head, graphs, filters } = withListFilters(paperWords(PHYSICIAN), {
    frailtyFilter: "high",
    isCurrentOnly: true,
  });
  const last = / · Facility: Maple Court · Current only · Frailty: high$/;
  expect(head).toMatch(last);
  expect(filters).toMatch(last);
  expect(graphs).not.toMatch(/Frailty|Current/);
  const words = paperWords(PHYSICIAN);
  expect(withListFilters(words, { frailtyFilter: "all" })).toEqual(words);
});

test("a range that the data do not reach says so wherever it is written", () => {
  const view = { ...PHYSICIAN, through: " · through 02/28/2026" };
  const { head, graphs, filters } = paperWords(view);
  expect(head).toContain(" · 03/04/2025–03/04/2026 · through 02/28/2026 · ");
  expect(graphs).toContain(" · To 03/04/2026 · through 02/28/2026 · ");
  expect(filters).toContain(" · To Date 03/04/2026 · through 02/28/2026 · ");
});

const PAGE: Parameters<typeof documentTitle>[0] = {
  level: "region",
  name: "Lakes",
  notices: [],
  layout: "page",
};

test("a huddle sheet is told from its profile, and a page that failed in part from one that did not", () => {
  expect(documentTitle({ ...PAGE, layout: "huddle" })).toBe(
    "Region Profile: Lakes, huddle sheet",
  );
  expect(
    documentTitle({ ...PAGE, notices: [{ tone: "error", text: "" }] }),
  ).toBe("Error: Region Profile: Lakes");
});
