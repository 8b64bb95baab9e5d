import { beforeAll, describe, expect, it } from "vitest";
import { getOrganization } from "~/contract/organization";
import type { Organization } from "~/contract/organization";
import { openTestApi } from "~server/testing/open-test-api";
import type { TestUser } from "~server/testing/open-test-api";
import { seedOrganization } from "~server/testing/seed-organization";
import { openedForAll } from "~server/testing/opened";

describe("the organisation call", () => {
  const api = openedForAll(() => openTestApi());
  beforeAll(() => seedOrganization(api.deps.store.db));

  async function organizationOf(user: TestUser): Promise<Organization> {
    const { token } = await api.signIn(user);
    const response = await api.get("/api/company/organization/", token);
    return getOrganization.answer.parse(await response.json()).data;
  }

  const idsOf = (organization: Organization) => ({
    divisions: organization.divisions.map((d) => d.division_id),
    regions: organization.regions.map((r) => r.region_id),
    facilities: organization.facilities.map((f) => f.facility_id),
  });

  it.each(["company", "admin", "account_manager"] as const)(
    "lists everything, sorted by name, for a %s",
    async (accessLevel) => {
      expect(idsOf(await organizationOf({ accessLevel }))).toEqual({
        divisions: [1, 2, 3],
        regions: [21, 12, 11],
        facilities: [112, 211, 121, 111],
      });
    },
  );

  it("lists for the other roles what they may open", async () => {
    expect(
      idsOf(await organizationOf({ accessLevel: "division", ids: [1] })),
    ).toEqual({
      divisions: [1],
      regions: [12, 11],
      facilities: [112, 121, 111],
    });
    expect(
      idsOf(await organizationOf({ accessLevel: "region", ids: [11] })),
    ).toEqual({ divisions: [], regions: [11], facilities: [112, 111] });
    expect(
      idsOf(await organizationOf({ accessLevel: "facility", ids: [211, 9] })),
    ).toEqual({ divisions: [], regions: [], facilities: [211] });
    expect(
      idsOf(await organizationOf({ accessLevel: "physician", ids: [111] })),
    ).toEqual({ divisions: [], regions: [], facilities: [] });
  });

  it("names the places above a facility, and its stars", async () => {
    const { facilities } = await organizationOf({
      accessLevel: "facility",
      ids: [111],
    });
    expect(facilities).toEqual([
      {
        facility_id: 111,
        facility_name: "Willow House",
        region_id: 11,
        region_name: "Lakes",
        division_id: 1,
        division_name: "North",
        overall: 4,
        health_inspection: 3,
        qm: 5,
        staffing: 2,
        time_zone: null,
      },
    ]);
  });
});
