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

describe("a facility's trail", () => {
  const trail = trailOfLocation("facility", 101, organization);

  test.each([
    ["facility", "Division: North > Region: Coast > *Facility: Harbor*"],
    ["region", "Division: North > [Region: Coast] > *Facility: Harbor*"],
    ["division", "[Division: North] > [Region: Coast] > *Facility: Harbor*"],
    [
      "company",
      "[Company Overview] > [Division: North] > [Region: Coast] > *Facility: Harbor*",
    ],
    [
      "admin",
      "[Company Overview] > [Division: North] > [Region: Coast] > *Facility: Harbor*",
    ],
    [
      "account_manager",
      "Company Overview > [Division: North] > [Region: Coast] > *Facility: Harbor*",
    ],
  ] as const)("for %s reads %s", (accessLevel, expected) => {
    const viewer = viewerAt(accessLevel);
    expect(written(breadcrumbsFor({ level: "facility", viewer, trail }))).toBe(
      expected,
    );
  });

  test("leads up by id", () => {
    const viewer = viewerAt("company");
    const targets = breadcrumbsFor({ level: "facility", viewer, trail }).map(
      ({ target }) => target,
    );
    expect(targets).toEqual([
      { level: "company", id: 0 },
      { level: "division", id: 1 },
      { level: "region", id: 11 },
      undefined,
    ]);
  });
});

describe("a division's and a region's trail", () => {
  test("ends with the page itself, without a link", () => {
    const viewer = viewerAt("division");
    const region = trailOfLocation("region", 11, organization);
    const division = trailOfLocation("division", 1, organization);
    expect(
      written(breadcrumbsFor({ level: "region", viewer, trail: region })),
    ).toBe("[Division: North] > *Region: Coast*");
    expect(
      written(breadcrumbsFor({ level: "division", viewer, trail: division })),
    ).toBe("*Division: North*");
  });
});

test("the company page is its own home entry", () => {
  const viewer = viewerAt("company");
  expect(written(breadcrumbsFor({ level: "company", viewer, trail: [] }))).toBe(
    "*Company Overview*",
  );
});

describe("the trail of a facility whose region and division are not in view", () => {
  test("names the region from the facility and leaves the division out", () => {
    const trail = trailOfLocation("facility", 101, {
      divisions: [],
      regions: [],
      facilities: [harbor],
    });
    expect(trail.map(({ name }) => name)).toEqual(["Coast", "Harbor"]);
  });

  test("names the division too where the facility tells it", () => {
    const trail = trailOfLocation("facility", 101, {
      divisions: [],
      regions: [],
      facilities: [atHarbor],
    });
    expect(trail.map(({ name }) => name)).toEqual(["North", "Coast", "Harbor"]);
  });

  test("is empty for a facility that is not listed", () => {
    expect(trailOfLocation("facility", 999, organization)).toEqual([]);
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

  test("is division, region, facility, then 'last, first'", () => {
    expect(trailFor("facility", [atHarbor])).toBe(
      "Division: North > Region: Coast > [Facility: Harbor] > *Reyes, Ana*",
    );
  });

  test("has no links for physicians themselves", () => {
    expect(trailFor("physician", [atHarbor])).toBe(
      "Division: North > Region: Coast > Facility: Harbor > *Reyes, Ana*",
    );
  });

  test("reads 'Multiple' for several facilities of which none is selected", () => {
    expect(trailFor("company", [atHarbor, atMeadow])).toBe(
      "[Company Overview] > [Division: North] > [Region: Coast] > Facility: Multiple > *Reyes, Ana*",
    );
  });

  test("reads 'Multiple' for the region too where the facilities lie in several", () => {
    expect(trailFor("division", [atHarbor, atHill])).toBe(
      "[Division: North] > Region: Multiple > Facility: Multiple > *Reyes, Ana*",
    );
  });

  test("names the selected facility", () => {
    expect(trailFor("division", [atHarbor, atHill], 201)).toBe(
      "[Division: North] > [Region: Inland] > [Facility: Hill] > *Reyes, Ana*",
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
