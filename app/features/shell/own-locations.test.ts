import { expect, test } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import { ownLevelOf, ownLocations, ownPhysicians } from "./own-locations";

const PLACE = { region_id: 11, region_name: "Coast", division_id: 1 };
const ORGANIZATION = {
  divisions: [
    { division_id: 2, division_name: "South" },
    { division_id: 1, division_name: "North" },
  ],
  regions: [PLACE],
  facilities: [
    { ...PLACE, facility_id: 102, facility_name: "Oak House" },
    { ...PLACE, facility_id: 101, facility_name: "Elm House" },
    { ...PLACE, facility_id: 103, facility_name: "Fir House" },
  ],
};

function viewer(accessLevel: AccessLevel, accessLevelIds: number[]) {
  return { accessLevel, accessLevelIds, isnpOnly: false };
}

test("a viewer's own places are listed by name, and no others of that level", () => {
  expect(
    ownLocations("facility", viewer("facility", [102, 101, 77]), ORGANIZATION),
  ).toEqual({
    heading: "Your facilities",
    links: [
      { name: "Elm House", href: "/facility-profile/101" },
      { name: "Oak House", href: "/facility-profile/102" },
    ],
  });
});

test("regions and divisions have their own heading and pages", () => {
  expect(
    ownLocations("region", viewer("region", [11, 12]), ORGANIZATION),
  ).toEqual({
    heading: "Your regions",
    links: [{ name: "Coast", href: "/region-profile/11" }],
  });
  expect(
    ownLocations("division", viewer("division", [1, 2]), ORGANIZATION),
  ).toEqual({
    heading: "Your divisions",
    links: [
      { name: "North", href: "/division-profile/1" },
      { name: "South", href: "/division-profile/2" },
    ],
  });
});

test("where the organisation knows none of them there is no list", () => {
  expect(
    ownLocations("facility", viewer("facility", [7, 8]), ORGANIZATION),
  ).toBeNull();
});

test("a physician with several numbers has a link for each, and nobody else has any", () => {
  expect(
    ownPhysicians(viewer("physician", [1234567893, 0, 1003000126])),
  ).toEqual({
    heading: "Your profiles",
    links: [
      { name: "NPI 1234567893", href: "/physician-profile/1234567893" },
      { name: "NPI 1003000126", href: "/physician-profile/1003000126" },
    ],
  });
  expect(ownPhysicians(viewer("physician", []))).toBeNull();
  expect(ownPhysicians(viewer("region", [11, 12]))).toBeNull();
});

test("only those who look after places have places of their own", () => {
  expect(ownLevelOf(viewer("region", [1, 2]))).toBe("region");
  expect(ownLevelOf(viewer("physician", [1, 2]))).toBeNull();
  expect(ownLevelOf(viewer("company", [0]))).toBeNull();
});
