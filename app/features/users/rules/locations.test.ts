import { describe, expect, it } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import {
  isInvalidLocation,
  locationNames,
  physicianNames,
  userLocations,
  type LocatedUser,
} from "./locations";

const NAMES = locationNames({
  divisions: [{ division_id: 1, division_name: "East" }],
  regions: [{ region_id: 2, region_name: "Coast", division_id: 1 }],
  facilities: [
    {
      facility_id: 3,
      facility_name: "Elm House",
      region_id: 2,
      region_name: "Coast",
      division_id: 1,
    },
  ],
});

function user(access_level: AccessLevel, access_level_id: string): LocatedUser {
  return { access_level, access_level_id };
}

describe("the locations of a user", () => {
  it.each<[AccessLevel, string, string[]]>([
    ["division", "1", ["East"]],
    ["region", "2", ["Coast"]],
    ["facility", "3", ["Elm House"]],
    ["physician", "1234567893", ["NPI 1234567893"]],
    ["company", "0", ["All locations"]],
    ["admin", "", ["All locations"]],
    ["account_manager", "0", ["All locations"]],
    ["facility", "", []],
    ["facility", "  3   3 ", ["Elm House", "Elm House"]],
  ])("of level %s with ids %j are %j", (level, ids, locations) => {
    expect(userLocations(user(level, ids), NAMES)).toEqual(locations);
  });

  it.each<[AccessLevel, string, string]>([
    ["facility", "77", "INVALID FACILITY (ID: 77)"],
    ["region", "3", "INVALID REGION (ID: 3)"],
    ["division", "__proto__", "INVALID DIVISION (ID: __proto__)"],
  ])("say which %s id the organisation does not know", (level, ids, text) => {
    expect(userLocations(user(level, ids), NAMES)).toEqual([text]);
    expect(isInvalidLocation(text)).toBe(true);
  });

  it("tell a physician by name where that is known", () => {
    const names = physicianNames([
      { npi: 1_234_567_893, first_name: "Ada", last_name: "Lind" },
      { npi: 1_003_000_101, first_name: null, last_name: null },
    ]);
    const located = (npi: string) =>
      userLocations(user("physician", npi), null, names);
    expect(located("1234567893")).toEqual(["Lind, Ada (NPI 1234567893)"]);
    expect(located("1003000101")).toEqual(["NPI 1003000101"]);
    expect(located("1003000102")).toEqual(["NPI 1003000102"]);
  });

  it("keep their numbers where the organisation could not be had", () => {
    expect(userLocations(user("facility", "3 77"), null)).toEqual([
      "Facility 3",
      "Facility 77",
    ]);
    expect(locationNames(null)).toBeNull();
  });

  it("are valid by any other name", () => {
    expect(isInvalidLocation("Elm House")).toBe(false);
    expect(isInvalidLocation("NPI 1234567893")).toBe(false);
  });
});
