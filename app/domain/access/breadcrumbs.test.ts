import { describe, expect, test } from "vitest";
import type { AccessibleLocations } from "./accessible-locations";
import {
  breadcrumbsFor,
  physicianCrumbLabel,
  trailOfLocation,
  trailOfPhysician,
  type Breadcrumb,
  type PhysicianFacility,
} from "./breadcrumbs";
import { companyWide, locationPage } from "./guard";
import type { LocationLevel } from "../places/hierarchy";
import { ACCESS_LEVELS, type AccessLevel } from "./ranks";

const harbor = {
  facility_id: 101,
  facility_name: "Harbor",
  region_id: 11,
  region_name: "Coast",
  division_id: 1,
};
const organization: AccessibleLocations = {
  divisions: [{ division_id: 1, division_name: "North" }],
  regions: [{ region_id: 11, region_name: "Coast", division_id: 1 }],
  facilities: [harbor],
};
const atHarbor: PhysicianFacility = { ...harbor, division_name: "North" };
const atMeadow: PhysicianFacility = {
  ...atHarbor,
  facility_id: 102,
  facility_name: "Meadow",
};
const atHill: PhysicianFacility = {
  ...atHarbor,
  facility_id: 201,
  facility_name: "Hill",
  region_id: 12,
  region_name: "Inland",
};

function viewerAt(accessLevel: AccessLevel) {
  return { accessLevel, accessLevelIds: [1], isnpOnly: false };
}

/** Writes a trail in one line: [links] in brackets, *the current page* in stars. */
function written(crumbs: Breadcrumb[]): string {
  return crumbs
    .map(({ label, target, current }) =>
      target ? `[${label}]` : current ? `*${label}*` : label,
    )
    .join(" > ");
}

function placeTrail(
  level: "company" | LocationLevel,
  id: number,
  accessLevel: AccessLevel,
) {
  const trail =
    level === "company" ? [] : trailOfLocation(level, id, organization);
  return breadcrumbsFor({ level, viewer: viewerAt(accessLevel), trail });
}

describe("a place's trail", () => {
  const HARBOR = "*Facility: Harbor*";

  test.each([
    [
      "facility",
      101,
      "facility",
      `Division: North > Region: Coast > ${HARBOR}`,
    ],
    [
      "facility",
      101,
      "region",
      `Division: North > [Region: Coast] > ${HARBOR}`,
    ],
    [
      "facility",
      101,
      "division",
      `[Division: North] > [Region: Coast] > ${HARBOR}`,
    ],
    [
      ...(["facility", 101, "company"] as const),
      `[Company Overview] > [Division: North] > [Region: Coast] > ${HARBOR}`,
    ],
    [
      ...(["facility", 101, "admin"] as const),
      `[Company Overview] > [Division: North] > [Region: Coast] > ${HARBOR}`,
    ],
    [
      ...(["facility", 101, "account_manager"] as const),
      `Company Overview > [Division: North] > [Region: Coast] > ${HARBOR}`,
    ],
    ["region", 11, "division", "[Division: North] > *Region: Coast*"],
    ["division", 1, "division", "*Division: North*"],
    ["company", 0, "company", "*Company Overview*"],
  ] as const)("of %s %i for %s reads %s", (level, id, viewer, expected) => {
    expect(written(placeTrail(level, id, viewer))).toBe(expected);
  });

  test("leads up by id", () => {
    const crumbs = placeTrail("facility", 101, "company");
    expect(crumbs.map(({ target }) => target)).toEqual([
      { level: "company", id: 0 },
      { level: "division", id: 1 },
      { level: "region", id: 11 },
      undefined,
    ]);
  });

  test.each([
    ["names the region from the facility", 101, harbor, ["Coast", "Harbor"]],
    [
      "names the division too where the facility tells it",
      101,
      atHarbor,
      ["North", "Coast", "Harbor"],
    ],
    ["is empty for a facility that is not listed", 999, harbor, []],
  ])("of a facility alone in view %s", (_, id, facility, names) => {
    const alone = { divisions: [], regions: [], facilities: [facility] };
    const trail = trailOfLocation("facility", id, alone);
    expect(trail.map(({ name }) => name)).toEqual(names);
  });
});

describe("a physician's trail", () => {
  function trailFor(
    accessLevel: AccessLevel,
    facilities: PhysicianFacility[],
    selected?: number,
  ) {
    return written(
      breadcrumbsFor({
        level: "physician",
        viewer: viewerAt(accessLevel),
        trail: trailOfPhysician(facilities, selected),
        physicianName: "Reyes, Ana",
      }),
    );
  }

  const NORTH = "[Division: North]";
  const COAST = "Region: Coast";

  test.each([
    [
      "is division, region, facility, then 'last, first'",
      "facility",
      [atHarbor],
      undefined,
      `Division: North > ${COAST} > [Facility: Harbor]`,
    ],
    [
      "has no links for physicians themselves",
      "physician",
      [atHarbor],
      undefined,
      `Division: North > ${COAST} > Facility: Harbor`,
    ],
    [
      "reads 'Multiple' for several facilities of which none is selected",
      "company",
      [atHarbor, atMeadow],
      undefined,
      `[Company Overview] > ${NORTH} > [${COAST}] > Facility: Multiple`,
    ],
    [
      "reads 'Multiple' for the region too where they lie in several",
      "division",
      [atHarbor, atHill],
      undefined,
      `${NORTH} > Region: Multiple > Facility: Multiple`,
    ],
    [
      "names the selected facility",
      "division",
      [atHarbor, atHill],
      201,
      `${NORTH} > [Region: Inland] > [Facility: Hill]`,
    ],
  ] as const)("%s", (_, level, facilities, selected, places) => {
    expect(trailFor(level, [...facilities], selected)).toBe(
      `${places} > *Reyes, Ana*`,
    );
  });

  test("takes a facility that is not the physician's for none", () => {
    expect(trailFor("facility", [atHarbor, atMeadow], 999)).toContain(
      "Facility: Multiple",
    );
  });

  test("is the name alone where no facility is in view", () => {
    expect(trailFor("facility", [])).toBe("*Reyes, Ana*");
  });

  test("ends with the words for stays without a physician at id 0", () => {
    const nobody = { firstName: null, lastName: null };
    expect(physicianCrumbLabel({ npi: 0, ...nobody })).toBe(
      "Patients without primary care physician",
    );
    expect(
      physicianCrumbLabel({ npi: 5, firstName: "Ana", lastName: "Reyes" }),
    ).toBe("Reyes, Ana");
  });
});

test("no link of a trail leads to a page that the guard refuses", () => {
  const trail = trailOfLocation("facility", 101, organization);
  for (const accessLevel of ACCESS_LEVELS) {
    const viewer = viewerAt(accessLevel);
    const crumbs = breadcrumbsFor({ level: "physician", viewer, trail });
    for (const { target } of crumbs) {
      if (!target || target.level === "physician") continue;
      const { level, id } = target;
      const verdict =
        level === "company"
          ? companyWide(viewer)
          : locationPage(viewer, level, String(id), organization);
      expect(verdict).toBe("allow");
    }
  }
});
