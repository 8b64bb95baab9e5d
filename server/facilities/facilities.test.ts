import { describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { listCensus } from "~server/data-quality/service";
import {
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import { raiseVersion } from "~server/store/data-state";
import { countReviews } from "~server/reviews/service";
import type { TestUser } from "~server/testing/open-test-api";
import { listFacilities } from "./service";
import { openedForAll } from "~server/testing/opened";

const COMPANY: TestUser = { accessLevel: "company" };
const ALL = { level: "company", id: 0 } as const;
const [startDate = "", endDate = ""] = QUARTER.split("/");

describe("the facilities of a place", () => {
  const api = openedForAll(() => openHandMadeCensus());

  async function ask(
    place: Parameters<typeof listFacilities.run>[1]["place"] = ALL,
    { isnp = false, user = COMPANY, days = { startDate, endDate } } = {},
  ) {
    const { token } = await api.signIn(user);
    return api.ask(token, listFacilities, { place, ...days, isnp });
  }

  async function rowsOf(...asked: Parameters<typeof ask>) {
    return (await ask(...asked)).answer?.rows ?? [];
  }

  it.each([false, true])(
    "have the figures of their profiles, ISNP: %s",
    async (isnp) => {
      const rows = await rowsOf(ALL, { isnp });
      expect(rows.length).toBeGreaterThan(3);
      const { token } = await api.signIn(COMPANY);
      const read = async <Answer>(path: string) => {
        const answer = await api.get(`/api/${path}?isnp=${isnp}`, token);
        return answer.status === 204 ? null : ((await answer.json()) as Answer);
      };
      for (const { id, totals, score } of rows) {
        const metrics = await read<{
          data: {
            short_stays: Record<string, { count: number } & number>;
            long_stays: Record<string, { count: number } & number>;
          };
        }>(`metrics/facility/${id}/${QUARTER}`);
        const { short_stays: short, long_stays: long } = metrics?.data ?? {};
        expect([
          totals?.rth,
          totals?.ed,
          totals?.settled_adm,
          totals?.h_events,
          totals?.pd_lt_doc,
        ]).toEqual([
          short?.rth?.count ?? 0,
          short?.ed?.count ?? 0,
          short?.settled_adm ?? 0,
          long?.h_1000?.count ?? 0,
          long?.pd_lt_doc ?? 0,
        ]);
        const quality = await read<{
          data: Record<"rth" | "ed" | "h_1000" | "ed_1000", { score: number }>;
        }>(`qmcalculator/facility/${id}/`);
        const { rth, ed, h_1000, ed_1000 } = quality?.data ?? {};
        const points = [rth, ed, h_1000, ed_1000].reduce(
          (sum, one) => sum + (one?.score ?? 0),
          0,
        );
        expect(score?.points ?? 0).toBe(points);
      }
    },
  );

  it("have the residents of the census page, and the overdue reviews of their lists", async () => {
    const { token } = await api.signIn(COMPANY);
    const census = await api.ask(token, listCensus, { place: ALL, page: 0 });
    const rows = await rowsOf();
    for (const { id, in_house, overdue } of rows) {
      const its = census.answer?.data.find((one) => one.facility_id === id);
      expect(in_house).toBe(its?.residents);
      const place = { level: "facility", id } as const;
      const reviews = await api.ask(token, countReviews, { place });
      expect(overdue).toBe(reviews.answer?.counts.lists.overdue ?? 0);
    }
    expect(rows.some(({ overdue }) => overdue !== 0)).toBe(true);
    expect(rows.some(({ in_house }) => in_house !== 0)).toBe(true);
  });

  it("are those of the place, and refused where that is not the viewer's", async () => {
    const region = await rowsOf({ level: "region", id: 11 });
    expect(region.map(({ id }) => id).sort()).toEqual([111, 112]);
    const user: TestUser = { accessLevel: "region", ids: [11] };
    expect(await rowsOf({ level: "region", id: 11 }, { user })).toEqual(region);
    const statuses = [];
    for (const [asked, by] of [
      [ALL, user],
      [{ level: "region", id: 12 }, user],
      [{ level: "region", id: 99 }, COMPANY],
      [ALL, { accessLevel: "account_manager" }],
    ] as const) {
      statuses.push((await ask(asked, { user: by })).status);
    }
    expect(statuses).toEqual([403, 403, 404, 403]);
    const days = { startDate: "2029-01-01", endDate: "2029-02-01" };
    expect((await ask(ALL, { days })).status).toBe(204);
  });

  it("count no reviews for account managers", async () => {
    const user: TestUser = { accessLevel: "account_manager" };
    const region = { level: "region", id: 11 } as const;
    const rows = await rowsOf(region, { user });
    expect(rows.map(({ overdue }) => overdue)).toEqual([null, null]);
  });

  it("are not known where their data end before the range", async () => {
    const { db } = api.deps.store;
    await db
      .updateTable("facilities")
      .set({ data_through: epochDayOf(startDate) - 1 })
      .where("id", "=", 112)
      .execute();
    await db.transaction().execute((trx) => raiseVersion(trx, "all"));
    const rows = await rowsOf();
    expect(rows.filter(({ totals }) => totals === null)).toMatchObject([
      { id: 112 },
    ]);
  });
});
