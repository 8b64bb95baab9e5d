import { expect, it } from "vitest";
import type { User } from "~/contract/users";
import type { AccessLevel } from "~/domain/access/ranks";
import { userRows } from "./user-row";

const organization = {
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
};

function user(access_level: AccessLevel, access_level_id: string): User {
  return {
    id: 9,
    username: "u",
    firstname: "Ada",
    lastname: "Lee",
    access_level,
    access_level_id,
    isnp_only: false,
  };
}

function locationOf(level: AccessLevel, ids: string): string | undefined {
  return userRows([user(level, ids)], organization)[0]?.location;
}

it("names a user, their access level and their locations", () => {
  expect(userRows([user("facility", "3")], organization)).toEqual([
    {
      id: 9,
      name: "Ada Lee",
      username: "u",
      accessLevel: "Facility",
      location: "Elm House",
    },
  ]);
  expect(locationOf("division", "1")).toBe("East");
  expect(locationOf("region", "2")).toBe("Coast");
  expect(locationOf("physician", "1234567893")).toBe("NPI 1234567893");
  expect(locationOf("account_manager", "0")).toBe("All locations");
});

it("says which facility id the organisation does not know", () => {
  expect(locationOf("facility", "3 77")).toBe(
    "Elm House, INVALID FACILITY (ID: 77)",
  );
});
