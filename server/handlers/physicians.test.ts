import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { searchPhysicians } from "~/contract/physicians";
import { openTestApi } from "~server/testing/open-test-api";
import type { TestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  IDLE_NPI,
  ROAMING_NPI,
  SETTLED_NPI,
  seedOrganization,
} from "~server/testing/seed-organization";

const EMPTY_ENTRY = { npi: null, first_name: "", last_name: "" };

describe.each(TEST_DIALECTS)("the search for physicians on %s", (dialect) => {
  let api: TestApi;
  let token: string;
  beforeEach(async () => {
    api = await openTestApi(dialect);
    await seedOrganization(api.deps.store.db);
    ({ token } = await api.signIn({ accessLevel: "account_manager" }));
  });
  afterEach(() => api.close());

  async function search(text: string) {
    const path = `/api/physicians?s=${encodeURIComponent(text)}`;
    const response = await api.get(path, token);
    expect(response.status).toBe(200);
    return searchPhysicians.answer.parse(await response.json()).data;
  }

  it("finds them by name and number, with the empty entry at the end", async () => {
    const ada = { npi: ROAMING_NPI, first_name: "Ada", last_name: "Roam" };
    for (const text of ["ROAM", "adá roam", "0001 ad", `${ROAMING_NPI}`]) {
      expect(await search(text)).toEqual([ada, EMPTY_ENTRY]);
    }
    expect((await search("1000")).map(({ npi }) => npi)).toEqual([
      IDLE_NPI,
      ROAMING_NPI,
      SETTLED_NPI,
      null,
    ]);
  });

  it("finds nobody but the empty entry for nothing, and for what nobody is called", async () => {
    for (const text of ["", "  ", "nobody", "%", "ada%"]) {
      expect(await search(text)).toEqual([EMPTY_ENTRY]);
    }
  });

  it("knows those of the next import", async () => {
    const { db } = api.deps.store;
    expect(await search("newman")).toEqual([EMPTY_ENTRY]);
    await db
      .insertInto("physicians")
      .values({
        npi: 1_000_000_009,
        first_name: null,
        last_name: "Newman",
        credentials: null,
        primary_specialty: null,
        alternate_specialty: null,
        organization_legal_name: null,
      })
      .execute();
    await db
      .updateTable("data_state")
      .set((row) => ({ version: row("version", "+", 1) }))
      .execute();
    expect(await search("newman")).toEqual([
      { npi: 1_000_000_009, first_name: null, last_name: "Newman" },
      EMPTY_ENTRY,
    ]);
  });
});
