import { describe, expect, test } from "vitest";
import type { AccessibleLocations } from "~/domain/access/accessible-locations";
import { ACCESS_LEVELS, type AccessLevel } from "~/domain/access/ranks";
import { searchItems } from "./items";

function facility(facility_id: number, facility_name: string, region = 11) {
  return {
    facility_id,
    facility_name,
    region_id: region,
    region_name: region === 11 ? "Coast" : "Hills",
    division_id: 1,
  };
}

const OTHER = "other" as const;

const organization: AccessibleLocations = {
  divisions: [{ division_id: 1, division_name: "North" }],
  regions: [{ region_id: 11, region_name: "Coast", division_id: 1 }],
  facilities: [facility(101, "Harbor")],
};
const reports = [
  { report_id: "after-hours-patient-report", title: "Notes", type: OTHER },
];

function itemsOf(
  accessLevel: AccessLevel,
  facts: Partial<Parameters<typeof searchItems>[0]> = {},
) {
  const viewer = { accessLevel, accessLevelIds: [], isnpOnly: false };
  return searchItems({ viewer, organization, reports, ...facts });
}

function kindsOf(...asked: Parameters<typeof itemsOf>): string[] {
  return itemsOf(...asked).map(({ kind }) => kind);
}

function placesOf(places: Partial<AccessibleLocations>) {
  const items = itemsOf("company", {
    organization: { divisions: [], regions: [], facilities: [], ...places },
    reports: [],
  });
  return items
    .slice(1)
    .map(({ label, place }) => (place ? `${label} (${place})` : label));
}

describe("who finds what", () => {
  const HIGH = ["company", "division", "region", "facility", "report"];
  const EXPECTED: Record<AccessLevel, string[]> = {
    physician: ["report"],
    facility: ["facility", "report"],
    region: ["region", "facility", "report"],
    division: ["division", "region", "facility", "report"],
    company: HIGH,
    admin: HIGH,
    account_manager: ["users", "reports-config"],
  };

  test.each(ACCESS_LEVELS)("%s", (level) => {
    expect(kindsOf(level)).toEqual(EXPECTED[level]);
  });
});

describe("the order", () => {
  test("of reports is that of their titles, whatever their case", () => {
    const titled = ["beta", "Alpha", "éclair", "Zeta", "Delta", " "].map(
      (title, at) => ({ report_id: `r-${at}`, title, type: OTHER }),
    );
    expect(
      itemsOf("physician", { reports: titled }).map(({ label }) => label),
    ).toEqual(["Alpha", "beta", "Delta", "éclair", "r-5", "Zeta"]);
  });
});

test("reports that are closed to a level are not found, whatever the list says", () => {
  const listed = [
    { report_id: "cms-qies-reports", title: "CMS", type: OTHER },
    { report_id: "medical-staff-report", title: "Staff", type: OTHER },
    { report_id: "airway", title: "Airway", type: "powerbi" as const },
    { report_id: "after-hours-patient-report", title: "Notes", type: OTHER },
  ];
  const found = (level: AccessLevel) =>
    itemsOf(level, { reports: listed, organization: null })
      .filter(({ kind }) => kind === "report")
      .map(({ label }) => label);
  expect(found("physician")).toEqual(["Notes"]);
  expect(found("facility")).toEqual(["Airway", "CMS", "Notes"]);
  expect(found("region")).toEqual(["Airway", "CMS", "Notes", "Staff"]);
});

describe("places of one name", () => {
  test("are told apart by where they lie, and others stay plain", () => {
    expect(
      placesOf({
        facilities: [
          facility(1, "Harbor"),
          facility(2, "HARBOR", 12),
          facility(3, "Elm"),
        ],
      }),
    ).toEqual(["Elm", "Harbor (Coast)", "HARBOR (Hills)"]);
  });

  test("in one region are told apart by their numbers too", () => {
    expect(
      placesOf({
        facilities: [
          facility(1, "Harbor"),
          facility(2, "Harbor"),
          facility(3, "Harbor", 12),
        ],
      }),
    ).toEqual([
      "Harbor (Coast, number 1)",
      "Harbor (Coast, number 2)",
      "Harbor (Hills)",
    ]);
  });

  test("are regions by their division, as far as it is known", () => {
    const region = { region_name: "Coast" };
    expect(
      placesOf({
        divisions: [{ division_id: 1, division_name: "North" }],
        regions: [
          { ...region, region_id: 11, division_id: 1 },
          { ...region, region_id: 21, division_id: 2, division_name: "South" },
          { ...region, region_id: 31, division_id: 3 },
        ],
      }),
    ).toEqual(["North", "Coast (North)", "Coast (South)", "Coast (number 31)"]);
  });

  test("are not those of different levels, nor one that is listed twice", () => {
    const north = { division_id: 1, division_name: "North" };
    expect(
      placesOf({
        divisions: [north, north],
        facilities: [facility(1, "North"), facility(1, "North")],
      }),
    ).toEqual(["North", "North"]);
  });

  test("a place without a name has its level and number", () => {
    expect(placesOf({ facilities: [facility(7, "  ")] })).toEqual([
      "Facility 7",
    ]);
  });
});
