import { describe, expect, it, test } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import { openReports, type ListedReport } from "./open-reports";

const LISTED: ListedReport[] = [
  { report_id: "medical-staff-report", title: "Staff", type: "other" },
  { report_id: "cms-qies-reports", title: "CMS", type: "other" },
  { report_id: "airway", title: "airway", type: "powerbi" },
  { report_id: "after-hours-patient-report", title: "Notes", type: "other" },
];

function openTo(accessLevel: AccessLevel, reports = LISTED) {
  return openReports(reports, {
    accessLevel,
    accessLevelIds: [],
    isnpOnly: false,
  });
}

describe("who may open which report", () => {
  const ALL = ["airway", "CMS", "Notes", "Staff"];
  it.each<[AccessLevel, string[]]>([
    ["physician", ["Notes"]],
    ["facility", ["airway", "CMS", "Notes"]],
    ["region", ALL],
    ["division", ALL],
    ["company", ALL],
    ["admin", ALL],
    ["account_manager", []],
  ])("%s", (level, titles) => {
    expect(openTo(level).map(({ title }) => title)).toEqual(titles);
  });
});

test("a report without a title has its slug, and one that is listed twice counts once", () => {
  const blank = { report_id: "r-5", title: " ", type: "other" } as const;
  expect(openTo("region", [blank, blank]).map(({ title }) => title)).toEqual([
    "r-5",
  ]);
});
