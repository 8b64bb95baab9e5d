import fc from "fast-check";
import { expect, test } from "vitest";
import type { AccessibleLocations } from "./accessible-locations";
import { locationPage, physicianPage } from "./guard";
import { ACCESS_LEVELS, rankOf, type AccessLevel } from "./ranks";
import type { Viewer } from "./viewer";

const organization: AccessibleLocations = {
  divisions: [{ division_id: 1, division_name: "North" }],
  regions: [{ region_id: 11, region_name: "Coast", division_id: 1 }],
  facilities: [
    {
      facility_id: 101,
      facility_name: "Harbor",
      region_id: 11,
      region_name: "Coast",
      division_id: 1,
    },
  ],
};

function viewerAt(accessLevel: AccessLevel, ids: number[] = [7001]): Viewer {
  return { accessLevel, accessLevelIds: ids, isnpOnly: false };
}

test("a physician with several ids may open each of them and no other", () => {
  const viewer = viewerAt("physician", [7001, 7002]);
  const verdicts = ["7001", "7002", "7003"].map((npi) =>
    physicianPage(viewer, npi),
  );
  expect(verdicts).toEqual(["allow", "allow", "forbidden"]);
});

test("a physician whose id is 0 may not open the stays without physician", () => {
  expect(physicianPage(viewerAt("physician", [0]), "0")).toBe("forbidden");
});

test("a location page is allowed only for a listed id and a rank that is high enough", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ACCESS_LEVELS),
      fc.constantFrom(
        "division" as const,
        "region" as const,
        "facility" as const,
      ),
      fc.oneof(fc.constantFrom("1", "11", "101"), fc.string()),
      (accessLevel, level, id) => {
        const verdict = locationPage(
          viewerAt(accessLevel),
          level,
          id,
          organization,
        );
        const needed = { division: 4, region: 3, facility: 2 }[level];
        const listed = { division: 1, region: 11, facility: 101 }[level];
        const may =
          /^\d+$/.test(id) &&
          Number(id) === listed &&
          rankOf(accessLevel) >= needed;
        expect(verdict === "allow").toBe(may);
      },
    ),
  );
});
