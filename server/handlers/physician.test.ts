import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getPhysician } from "~/contract/physician";
import { openTestApi } from "~server/testing/open-test-api";
import type { TestApi, TestUser } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  IDLE_NPI,
  ROAMING_NPI,
  SETTLED_NPI,
  seedOrganization,
} from "~server/testing/seed-organization";

describe.each(TEST_DIALECTS)("the physician call on %s", (dialect) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(dialect);
    await seedOrganization(api.deps.store.db);
  });
  afterAll(() => api.close());

  async function ask(user: TestUser, npi: number): Promise<Response> {
    const { token } = await api.signIn(user);
    return api.get(`/api/physician/${npi}/`, token);
  }

  async function facilitiesSeenBy(user: TestUser): Promise<number[]> {
    const answer = await (await ask(user, ROAMING_NPI)).json();
    const { data } = getPhysician.answer.parse(answer);
    return data.facilities.map((facility) => facility.facility_id);
  }

  it("answers a physician's record with the places of their facilities", async () => {
    const response = await ask(
      { accessLevel: "physician", ids: [SETTLED_NPI] },
      SETTLED_NPI,
    );
    expect(await response.json()).toMatchObject({
      data: {
        physician_npi: SETTLED_NPI,
        first_name: "Ben",
        last_name: "Settle",
        facilities: [
          {
            facility_id: 121,
            facility_name: "Maple House",
            region_id: 12,
            region_name: "Hills",
            division_id: 1,
            division_name: "North",
          },
        ],
      },
    });
  });

  it("names only the facilities that the viewer may see", async () => {
    expect(await facilitiesSeenBy({ accessLevel: "admin" })).toEqual([
      211, 111,
    ]);
    expect(
      await facilitiesSeenBy({ accessLevel: "physician", ids: [ROAMING_NPI] }),
    ).toEqual([211, 111]);
    expect(
      await facilitiesSeenBy({ accessLevel: "region", ids: [11] }),
    ).toEqual([111]);
  });

  it("refuses colleagues, strangers and people who are not on record", async () => {
    const facility: TestUser = { accessLevel: "facility", ids: [112] };
    const region: TestUser = { accessLevel: "region", ids: [12] };
    const other: TestUser = { accessLevel: "physician", ids: [IDLE_NPI] };
    const admin: TestUser = { accessLevel: "admin" };
    expect((await ask(facility, ROAMING_NPI)).status).toBe(403);
    expect((await ask(region, 42)).status).toBe(403);
    expect((await ask(other, ROAMING_NPI)).status).toBe(403);
    expect((await ask(admin, 42)).status).toBe(404);
    expect((await ask(admin, 0)).status).toBe(404);
  });
});
