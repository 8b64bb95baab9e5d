import { beforeAll, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { insertCensus } from "~server/measures/testing/census";
import { openTestApi, type TestUser } from "~server/testing/open-test-api";
import { findCmsMeasures } from "./service";
import { openedForAll } from "~server/testing/opened";

const NPI = 1_000_000_001;
const COMPANY: TestUser = { accessLevel: "company" };

describe("what CMS publishes", () => {
  const api = openedForAll(() => openTestApi());
  beforeAll(async () => {
    const { db } = api.deps.store;
    const none = { patients: [], stays: [], transfers: [], reach: {} };
    await insertCensus(db, none, [NPI]);
    const named = db.updateTable("facilities").set({ ccn: "335001" });
    await named.where("id", "=", 111).execute();
    const of111 = {
      ccn: "335001",
      state: "NY",
      period_from: epochDayOf("2024-10-01"),
      period_to: epochDayOf("2025-09-30"),
      processed_on: epochDayOf("2026-04-01"),
    };
    const told = { adjusted: 21.5, observed: 24, expected: 26.1 };
    const suppressed = { adjusted: null, observed: null, expected: null };
    await db
      .insertInto("cms_scores")
      .values([
        { ...of111, measure: 551, ...suppressed, footnote: "9" },
        { ...of111, measure: 521, ...told, footnote: null },
      ])
      .execute();
    const averages = [
      { place: "NY", measure: 521, score: 23.1 },
      { place: "NATION", measure: 521, score: 23.9 },
      { place: "OH", measure: 551, score: 1.5 },
    ] as const;
    await db
      .insertInto("cms_averages")
      .values(
        averages.map((average) => ({
          ...average,
          processed_on: of111.processed_on,
        })),
      )
      .execute();
  });

  async function ask(user: TestUser, facilityId: number) {
    const { token } = await api.signIn(user);
    return api.ask(token, findCmsMeasures, { facilityId });
  }

  it("is each measure of a facility with the averages of its state and the nation", async () => {
    const days = { period_from: "2024-10-01", period_to: "2025-09-30" };
    expect((await ask(COMPANY, 111)).answer).toEqual({
      state: "NY",
      averages_on: "2026-04-01",
      measures: [
        {
          ...{ measure: 521, adjusted: 21.5, observed: 24, expected: 26.1 },
          ...{ ...days, footnote: null },
          ...{ state_average: 23.1, nation_average: 23.9 },
        },
        {
          ...{ measure: 551, adjusted: null, observed: null, expected: null },
          ...{ ...days, footnote: "9" },
          ...{ state_average: null, nation_average: null },
        },
      ],
    });
  });

  it.each<[string, TestUser, number, number]>([
    ["its own facility", { accessLevel: "facility", ids: [111] }, 111, 200],
    ["one of which nothing is stored", COMPANY, 112, 204],
    ["one elsewhere", { accessLevel: "region", ids: [11] }, 211, 403],
    ["one that is not there", COMPANY, 999, 404],
    ["any, to a physician", { accessLevel: "physician", ids: [NPI] }, 111, 403],
  ])("of %s is answered by the rights to its figures", async (...of) => {
    const [, user, facility, status] = of;
    expect((await ask(user, facility)).status).toBe(status);
  });
});
