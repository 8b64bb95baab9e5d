import { expect, test } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import type { SignedIn } from "~/session/require-user.server";
import { loadOwnLocations, ownPlaceLinks } from "./own-locations.server";

const ALL = { text: "All locations", href: "/search" };

const COAST = { region_id: 11, region_name: "Coast", division_id: 1 };
const FACILITIES = Array.from({ length: 30 }, (_, at) => ({
  ...{ facility_id: at, facility_name: `House ${39 - at}` },
  ...COAST,
}));

function user(
  accessLevel: AccessLevel,
  accessLevelIds: number[],
  isKnown = true,
) {
  const organization = {
    divisions: [{ division_id: 1, division_name: "North" }],
    regions: [COAST],
    facilities: FACILITIES,
  };
  const found = { kind: "data", organization };
  return {
    user: { viewer: { accessLevel, accessLevelIds, isnpOnly: false } },
    organizationAtHand: async () => (isKnown ? found : null),
    findOrganization: async () => found,
  } as unknown as SignedIn;
}

test("the menu of places has the user's own by name, and the way to all", async () => {
  expect(await ownPlaceLinks(user("facility", [2, 1, 77]))).toEqual([
    { text: "House 37", href: "/facility-profile/2" },
    { text: "House 38", href: "/facility-profile/1" },
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

test("account managers have no places", async () => {
  expect(await ownPlaceLinks(user("account_manager", []))).toEqual([]);
});

test.each<[AccessLevel, number[], string, [string, string][]]>([
  ["region", [11, 12], "Your regions", [["Coast", "/region-profile/11"]]],
  ["division", [1, 2], "Your divisions", [["North", "/division-profile/1"]]],
  [
    "physician",
    [1234567893, 0, 1003000126],
    "Your profiles",
    [
      ["NPI 1234567893", "/physician-profile/1234567893"],
      ["NPI 1003000126", "/physician-profile/1003000126"],
    ],
  ],
])(
  "the own places of a %s with %j have a heading and their pages",
  async (level, ids, heading, links) => {
    const { locations } = await loadOwnLocations(user(level, ids));
    expect(locations?.heading).toBe(heading);
    expect(locations?.links.map(({ text, href }) => [text, href])).toEqual(
      links,
    );
  },
);

test("where the organisation knows none of them there is no list", async () => {
  for (const one of [user("facility", [77, 78]), user("physician", [])]) {
    expect((await loadOwnLocations(one)).locations).toBeNull();
  }
});
