import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "kysely";
import { isoDayOf, type IsoDay } from "~/domain/calendar";
import type { SignalLevel } from "~/features/signals/rules/own-places";
import { createAnswerCache } from "~server/answer-cache";
import { raiseVersion } from "~server/store/data-state";
import {
  ADA,
  BEN,
  openHandMadeCensus,
} from "~server/measures/testing/hand-made-census";
import { rebuildFigures } from "~server/measures/rebuild";
import { reachThrough } from "~server/measures/testing/reach-through";
import { DoubtfulCompany, TODAY } from "~server/testing/doubtful-company";
import type { TestApi, TestUser } from "~server/testing/open-test-api";
import { listSignals } from "./service";
import { openedForAll } from "~server/testing/opened";

const COMPANY: TestUser = { accessLevel: "company" };

interface Asked {
  endDate?: IsoDay;
  isnp?: boolean;
}

async function ask(
  api: TestApi,
  [level, id]: [level: SignalLevel, id: number],
  { endDate = "2026-03-31", isnp }: Asked = {},
  user = COMPANY,
) {
  const { token } = await api.signIn(user);
  return api.ask(token, listSignals, { place: { level, id }, endDate, isnp });
}

async function signals(...asked: Parameters<typeof ask>) {
  const { answer } = await ask(...asked);
  if (!answer) throw new Error("there are no signals");
  return answer.data;
}

describe("signals", () => {
  const api = openedForAll(() => openHandMadeCensus());

  it("are those of a place and of each of its children, by name", async () => {
    const { own, rows } = await signals(api, ["region", 11]);
    expect(rows.map(({ id }) => id)).toEqual([112, 111]);
    // March has two hospitalizations on 21 long-stay days; the newest admission from hospital is stay 2.
    expect(rows[1]?.signals).toMatchObject({
      hosp_1000: {
        denominator: 21,
        month: "2026-03",
        variation: "too_few",
        months: [],
      },
      rth_30: { value: 100, denominator: 1, month: "2026-01" },
    });
    expect(rows[1]?.signals.hosp_1000.value).toBeCloseTo(2_000 / 21, 9);
    expect(own.ed_30).toMatchObject({ denominator: 1, month: "2026-02" });
  });

  it("are those of the physicians of a facility, and last of the stays without one", async () => {
    const { rows } = await signals(api, ["facility", 111]);
    expect(rows.map(({ id }) => id)).toEqual([ADA, BEN, 0]);
    expect(rows.map(({ name }) => name)).toEqual([
      "Physician 1000000001, First, MD",
      "Physician 1000000002, First, MD",
      null,
    ]);
    expect(rows[1]?.signals.rth_30).toMatchObject({
      value: 100,
      denominator: 1,
    });
    // BEN's only ISNP stay is at 112.
    const { rows: isnp } = await signals(api, ["facility", 112], {
      isnp: true,
    });
    expect(isnp.map(({ id }) => id)).toEqual([BEN]);
  });

  it("are those of all facilities below a place, each as its region lists it", async () => {
    const { token } = await api.signIn(COMPANY);
    const place = { level: "company" as const, id: 0 };
    const asked = { place, endDate: "2026-03-31", facilities: true };
    const { answer } = await api.ask(token, listSignals, asked);
    const all = new Map(answer?.data.rows.map((row) => [row.id, row]));
    const { own, rows } = await signals(api, ["region", 11]);
    for (const row of rows) expect(all.get(row.id)).toEqual(row);
    expect(all.size).toBeGreaterThan(rows.length);
    expect(answer?.data.own).not.toEqual(own);
  });

  it("are refused of a place that the viewer may not see", async () => {
    const user: TestUser = { accessLevel: "region", ids: [11] };
    const statuses = [];
    for (const place of [
      ["region", 11],
      ["facility", 111],
      ["region", 12],
      ["company", 0],
    ] as const) {
      statuses.push((await ask(api, [...place], {}, user)).status);
    }
    expect(statuses).toEqual([200, 200, 403, 403]);
  });

  it("are none where no month has anything, nor for months to come", async () => {
    const statuses = ["2020-03-31", "2029-03-31"].map(
      async (endDate) => (await ask(api, ["company", 0], { endDate })).status,
    );
    expect(await Promise.all(statuses)).toEqual([204, 204]);
  });

  it("have of the percentages the newest month with admissions whose 30 days are over", async () => {
    const monthAt = async (reach: string) => {
      await reachThrough(api, reach);
      const { own } = await signals(api, ["company", 0]);
      return own.rth_30.month;
    };
    // Stay 8 was admitted on 1 March.
    expect(await monthAt("2026-03-30")).toBe("2026-02");
    expect(await monthAt("2026-03-31")).toBe("2026-03");
    await reachThrough(api, "2026-06-15");
  });
});

describe("a facility that is silent", () => {
  let company: DoubtfulCompany;
  beforeEach(async () => {
    company = await DoubtfulCompany.open();
  });
  afterEach(() => company.api.close());

  it("is judged up to the last month of which it has told, at once", async () => {
    const { api } = company;
    await company.stay(600, null);
    await rebuildFigures(api.deps.store.db);
    const months = async () => {
      const endDate = isoDayOf(TODAY);
      const above = await signals(api, ["region", 11], { endDate });
      const itself = await signals(api, ["facility", 111], { endDate });
      const row = above.rows.find(({ id }) => id === 111);
      return [row?.signals, itself.own, above.own].map(
        (cells) => cells?.hosp_1000.month,
      );
    };
    expect(await months()).toEqual(["2026-06", "2026-06", "2026-06"]);
    for (let day = 1; day <= 30; day += 1) {
      const said = `${isoDayOf(TODAY - 5 - day)}T12:00:00.000Z`;
      for (let one = 0; one < 8; one += 1) await company.message(said);
    }
    await api.deps.store.db
      .insertInto("feed_facilities")
      .values({
        facility_id: 111,
        last_message_at: `${isoDayOf(TODAY)}T11:00:00.000Z`,
        last_movement_at: `${isoDayOf(TODAY - 6)}T12:00:00.000Z`,
      })
      .execute();
    // What a feed says is remembered for a minute.
    api.advance(60_000);
    // The months of the region do not depend on it.
    expect(await months()).toEqual(["2026-05", "2026-05", "2026-06"]);
  });

  it("is read as it was judged, until its data change", async () => {
    const { api } = company;
    const { db } = api.deps.store;
    await company.stay(600, null);
    await rebuildFigures(db);
    const variation = async () => {
      api.deps.signals.clear();
      api.deps.cache = createAnswerCache();
      const endDate = isoDayOf(TODAY);
      const { rows } = await signals(api, ["region", 11], { endDate });
      return rows.find(({ id }) => id === 111)?.signals.hosp_1000.variation;
    };
    expect(await variation()).toBe("too_few");
    await vi.waitFor(async () => {
      const { numUpdatedRows } = await db
        .updateTable("judged_signals")
        .set({ cells: sql`replace(cells, 'too_few', 'usual')` })
        .executeTakeFirst();
      expect(numUpdatedRows).toBeGreaterThan(0n);
    });
    expect(await variation()).toBe("usual");
    await raiseVersion(db, "all");
    expect(await variation()).toBe("too_few");
  });
});
