import { expect, test } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import type { SignedIn } from "~/session/require-user.server";
import { ownPlaceLinks } from "./load-own-locations.server";

const ALL = { text: "All locations", href: "/search" };

const FACILITIES = Array.from({ length: 30 }, (_, at) => ({
  ...{ facility_id: at, facility_name: `House ${10 + at}` },
  ...{ region_id: 1, region_name: "Coast", division_id: 1 },
}));

function user(
  accessLevel: AccessLevel,
  accessLevelIds: number[],
  isKnown = true,
) {
  const organization = { divisions: [], regions: [], facilities: FACILITIES };
  return {
    user: { viewer: { accessLevel, accessLevelIds, isnpOnly: false } },
    organizationAtHand: async () =>
      isKnown ? { kind: "data", organization } : null,
  } as unknown as SignedIn;
}

test("the menu of places has the user's own by name, and the way to all", async () => {
  expect(await ownPlaceLinks(user("facility", [2, 1]))).toEqual([
    { text: "House 11", href: "/facility-profile/1" },
    { text: "House 12", href: "/facility-profile/2" },
    ALL,
  ]);
});

test("of more places than 20 the search finds the others", async () => {
  const ids = FACILITIES.map(({ facility_id }) => facility_id);
  expect(await ownPlaceLinks(user("facility", ids))).toHaveLength(21);
});

test("who sees all places, or whose organisation is not at hand, has the way to all", async () => {
  expect(await ownPlaceLinks(user("company", [0]))).toEqual([ALL]);
  expect(await ownPlaceLinks(user("facility", [1], false))).toEqual([ALL]);
});

test("physicians have their own profiles, and account managers nothing", async () => {
  const [own, all] = await ownPlaceLinks(user("physician", [1000000001]));
  expect(own?.href).toBe("/physician-profile/1000000001");
  expect(all).toEqual(ALL);
  expect(await ownPlaceLinks(user("account_manager", []))).toEqual([]);
});
