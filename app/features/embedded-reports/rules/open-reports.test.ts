import { describe, expect, it, test } from "vitest";
import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import { mayHaveReports, openReports, type ListedReport } from "./open-reports";

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

  test("account managers alone can have none", () => {
    const without = ACCESS_LEVELS.filter(
      (accessLevel) => !mayHaveReports({ accessLevel }),
    );
    expect(without).toEqual(["account_manager"]);
  });
});

test("each report says what it is for", () => {
  const purposes = openTo("region", [
    ...LISTED,
    { report_id: "system-test", title: "Test", type: "other" },
  ]).map(({ slug, purpose }) => [slug, purpose]);
  expect(purposes).toEqual([
    ["airway", "Charts of your organization in Power\u00a0BI."],
    ["cms-qies-reports", "Request CMS reports and download them."],
    [
      "after-hours-patient-report",
      "Notes from telehealth visits in the last three days.",
    ],
    ["medical-staff-report", "Hospitalization figures by physician."],
    ["system-test", "This report has nothing to show yet."],
  ]);
});

test("a report without a title has its slug, and one that is listed twice counts once", () => {
  const blank = { report_id: "r-5", title: " ", type: "other" } as const;
  expect(openTo("region", [blank, blank]).map(({ title }) => title)).toEqual([
    "r-5",
  ]);
});
