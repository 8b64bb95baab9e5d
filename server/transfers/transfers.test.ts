import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { answersOf } from "~/features/reviews/rules/answers";
import { columnsOf } from "~server/reviews/read-review";
import { trailOf } from "~server/audit/testing/trail-of";
import {
  ADA,
  BEN,
  openHandMadeCensus,
} from "~server/measures/testing/hand-made-census";
import { rebuildFigures } from "~server/measures/rebuild";
import type { TestApi, TestUser } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { listFacilities } from "~server/facilities/service";
import { countTransfers, listTransfers, transferFile } from "./service";

type Range = z.input<typeof countTransfers.input>;
type Group = z.input<typeof listTransfers.input>["group"];

/** All transfers of the company in the quarter. */
const QUARTER: Range = {
  level: "company",
  id: 0,
  startDate: "2026-01-01",
  endDate: "2026-03-31",
  isnp: false,
};
const COMPANY: TestUser = { accessLevel: "company" };

describe.each(TEST_DIALECTS)("the services of transfers on %s", (dialect) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openHandMadeCensus(dialect);
    const { db } = api.deps.store;
    // Of the others it is not known.
    for (const [id, minute_of_day, hospital, unit, reason] of [
      [1, 0, "Fictional General", "East", "A fall"],
      [2, 59, "Fictional General", "East", null],
      [3, 60, null, "West", "A fall"],
      [6, 1_439, "Elsewhere Memorial", null, "% of _ all! "],
    ] as const) {
      await db
        .updateTable("transfers")
        .set({ minute_of_day, hospital, unit, reason, diagnosis: reason })
        .where("id", "=", id)
        .execute();
    }
    for (const [id, transfer_id, state, avoidable, causes, before] of [
      // Written about another row of the transfer.
      [6, 5_000, "signed", "yes", "fall few_staff"],
      // Written about a row that is gone.
      [2, 9_999, "reviewed", "no", "fall"],
      [3, 3, "open", "yes", "fall"],
      // The transfer has its own.
      [3, 9_998, "reviewed", "no", "fall"],
      // Written about it later, for another resident before a merge.
      [3, 3, "reviewed", "no", "fall", 999],
      // It was planned.
      [4, 4, "reviewed", "yes", "fall"],
    ] as const) {
      const { patient_id, facility_id, transferred_on } = await db
        .selectFrom("transfers")
        .where("id", "=", id)
        .selectAll()
        .executeTakeFirstOrThrow();
      const answers = answersOf({ avoidable, causes });
      await db
        .insertInto("reviews")
        .values({
          ...{ transfer_id, facility_id, transferred_on, state },
          patient_id: before ?? patient_id,
          ...{ npi: null, isnp: 0, version: 1, ...columnsOf(answers) },
        })
        .execute();
    }
    // It was told twice, and the word that it was planned does not count (R248).
    const told = await db
      .selectFrom("transfers")
      .where("id", "=", 6)
      .selectAll()
      .executeTakeFirstOrThrow();
    await db
      .insertInto("transfers")
      .values({ ...told, id: 5_000, planned: 1, trip_planned: null })
      .execute();
    await rebuildFigures(db);
  });
  afterAll(() => api.close());

  async function count(range: Partial<Range> = {}, user = COMPANY) {
    const { token } = await api.signIn(user);
    return api.ask(token, countTransfers, { ...QUARTER, ...range });
  }

  async function list(
    group: Group,
    range: Partial<Range> & { page?: number } = {},
    user = COMPANY,
  ) {
    const { token } = await api.signIn(user);
    const asked = { ...QUARTER, page: 0, ...range, group };
    return api.ask(token, listTransfers, asked);
  }

  async function groupsOf(range: Partial<Range> = {}) {
    const { status, answer } = await count(range);
    if (status === 204) return null;
    const {
      groupings = [],
      days: _days,
      facilities: _facilities,
      ...sums
    } = answer?.data ?? {};
    const groups = Object.fromEntries(
      groupings.map(({ by, groups: found }) => [
        by,
        Object.fromEntries(found.map((group) => [group.key, group.transfers])),
      ]),
    );
    return { ...sums, ...groups };
  }

  async function namesBy(grouping: string) {
    const { answer } = await count();
    return answer?.data.groupings.find(({ by }) => by === grouping)?.groups;
  }

  async function idsOf(...args: Parameters<typeof list>) {
    const { answer } = await list(...args);
    return answer?.data.rows.map((row) => row.transfer_id);
  }

  it("tell of each transfer in a list how far its review is", async () => {
    const { answer } = await list(null);
    const rows = answer?.data.rows ?? [];
    const states = Object.fromEntries(
      rows.map((row) => [row.transfer_id, row.review_state]),
    );
    expect(states).toMatchObject({
      1: "not_begun",
      2: "reviewed",
      3: "open",
      4: "reviewed",
      6: "signed",
    });
    // Nobody has to review what was planned.
    const planned = rows.filter((row) => row.planned);
    expect(planned.map((row) => row.review_state).sort()).toEqual([
      null,
      "reviewed",
    ]);
  });

  it("count the transfers of the company as a hand does", async () => {
    // Transfers 1 to 13 are in the quarter; of 7, 10 and 13 no stay holds the day.
    expect(await groupsOf()).toEqual({
      transfers: 13,
      // Two were planned, and the review of one of them does not count.
      unplanned: 11,
      reviewed: 2,
      caused: 2,
      outcome: { inpatient: 6, observation: 2, ed_only: 4, planned: 1 },
      since_admission: {
        "0-2": 1,
        "3-7": 1,
        "8-14": 1,
        "15-30": 2,
        "over-30": 5,
        "not-known": 3,
      },
      weekday: { 0: 0, 1: 3, 2: 2, 3: 1, 4: 2, 5: 2, 6: 3 },
      hour: { 0: 3, 1: 0, 2: 0, 3: 0, 4: 0, 5: 1, "not-known": 9 },
      weekday_hour: expect.objectContaining({
        ...{ "1-0": 1, "1-1": 0, "1-5": 1, "1-not-known": 1 },
        ...{ "2-0": 1, "4-0": 1, "6-5": 0, "6-not-known": 3 },
      }),
      shift: { day: 0, evening: 0, night: 4, "not-known": 9 },
      unit: { East: 2, West: 1, "not-known": 10 },
      reason: { "A fall": 2, "% of _ all! ": 1, "not-known": 10 },
      diagnosis: { "A fall": 2, "% of _ all! ": 1, "not-known": 10 },
      physician: { [ADA]: 7, [BEN]: 2, "not-known": 4 },
      hospital: {
        "Fictional General": 2,
        "Elsewhere Memorial": 1,
        "not-known": 10,
      },
      // Of the two that are reviewed.
      avoidable: { yes: 1, no: 1 },
      cause: { fall: 2, few_staff: 1 },
    });
  });

  it.each([
    [419, "night"],
    [420, "day"],
    [899, "day"],
    [900, "evening"],
    [1_379, "evening"],
    [1_380, "night"],
  ] as const)("count minute %i in its shift", async (minute_of_day, shift) => {
    const { db } = api.deps.store;
    const set = async (minute: number) => {
      await db
        .updateTable("transfers")
        .set({ minute_of_day: minute })
        .where("id", "=", 1)
        .execute();
      await rebuildFigures(db);
    };
    await set(minute_of_day);
    // A range that no other test asks for: nothing is remembered of it.
    const startDate = isoDayOf(epochDayOf("2025-12-31") - minute_of_day);
    const ids = await idsOf({ by: "shift", key: shift }, { startDate });
    expect(ids).toContain(1);
    await set(0);
  });

  it("list as many transfers as each number says, of all and of each facility", async () => {
    const numbersOf = async (range: Partial<Range>) => {
      const { answer } = await count(range);
      return (answer?.data.groupings ?? []).flatMap(({ by, groups }) =>
        groups.map(({ key, transfers }) => ({ by, key, transfers })),
      );
    };
    const facilities = (await count()).answer?.data.facilities ?? [];
    expect(facilities.map(({ transfers }) => transfers)).toContain(0);
    const places: Partial<Range>[] = facilities
      .filter(({ transfers }) => transfers > 0)
      .map(({ id }) => ({ level: "facility", id }));
    for (const place of [{}, ...places]) {
      const numbers = await numbersOf(place);
      expect(numbers.length).toBeGreaterThan(50);
      for (const { by, key, transfers } of numbers) {
        const ids = (await idsOf({ by, key }, place)) ?? [];
        expect([place, by, key, ids.length]).toEqual([
          place,
          by,
          key,
          transfers,
        ]);
      }
    }
  });

  it("compare facilities by the numbers that their own pages have", async () => {
    const facilities = (await count()).answer?.data.facilities ?? [];
    const { token } = await api.signIn(COMPANY);
    const { level: _, id: company, ...range } = QUARTER;
    const place = { level: "company" as const, id: company };
    const asked = { ...range, isnp: false, place };
    const listed = (await api.ask(token, listFacilities, asked)).answer?.rows;
    const daysOf = (id: number) =>
      listed?.find((row) => row.id === id)?.totals?.days_of_care;
    expect(facilities.map(({ days }) => days)).toEqual(
      facilities.map(({ id }) => daysOf(id) ?? 0),
    );
    expect(Math.max(...facilities.map(({ days }) => days))).toBeGreaterThan(0);
    for (const { id, name, transfers, shifts, most } of facilities) {
      expect(name).not.toBe("");
      const own = (await count({ level: "facility", id })).answer?.data;
      expect(transfers).toBe(own?.transfers ?? 0);
      if (!own) continue;
      const groupsBy = (by: string) =>
        own.groupings.find((one) => one.by === by)?.groups ?? [];
      expect(shifts).toEqual(groupsBy("shift"));
      for (const [by, group] of Object.entries(most)) {
        const known = groupsBy(by).filter(
          (one) => one.key !== "not-known" && one.transfers > 0,
        );
        const largest = Math.max(0, ...known.map((one) => one.transfers));
        expect([by, group?.transfers ?? 0]).toEqual([by, largest]);
        if (group) expect(known).toContainEqual(group);
      }
    }
  });

  it("count by the day since admission, as far as the histogram goes", async () => {
    const { answer } = await count();
    const days = answer?.data.days ?? [];
    expect(days).toHaveLength(31);
    // Within the bands of 0 to 30 days.
    expect(days.reduce((sum, one) => sum + one, 0)).toBe(5);
  });

  it("count a review as soon as it is done", async () => {
    const reviewed = async () => (await groupsOf())?.reviewed;
    const mark = (state: "open" | "reviewed", version: number) =>
      api.deps.store.db
        .updateTable("reviews")
        .set({ state, version })
        .where("transfer_id", "=", 3)
        .execute();
    expect(await reviewed()).toBe(2);
    await mark("reviewed", 2);
    expect(await reviewed()).toBe(3);
    await mark("open", 3);
    expect(await reviewed()).toBe(2);
  });

  it("name physicians, and put those with most transfers first", async () => {
    const physicians = await namesBy("physician");
    expect(physicians?.map(({ name }) => name)).toEqual([
      `Physician ${ADA}, First`,
      null,
      `Physician ${BEN}, First`,
    ]);
  });

  it("name causes of the product, those that were added, and ended ones", async () => {
    const { db } = api.deps.store;
    const { id } = await db
      .insertInto("review_causes")
      .values({
        text: "Long waits at night",
        author: "Somebody",
        added_at: "2026-01-01T00:00:00.000Z",
        ended_at: "2026-02-01T00:00:00.000Z",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const said = (causes: string, version: number) =>
      db
        .updateTable("reviews")
        .set({ causes, version })
        .where("transfer_id", "=", 9_999)
        .execute();
    await said(`fall added-${id}`, 10);
    const causes = (await namesBy("cause")) ?? [];
    expect(
      Object.fromEntries(causes.map((one) => [one.key, one.name])),
    ).toEqual({
      fall: "A fall",
      few_staff: "Not enough staff for closer monitoring",
      [`added-${id}`]: "Long waits at night",
    });
    await said("fall", 11);
  });

  it.each<[transfers: number, range: Partial<Range>]>([
    [7, { level: "facility", id: 111 }],
    [1, { level: "facility", id: 112 }],
    [2, { level: "physician", id: BEN }],
    [1, { level: "physician", id: 0 }],
    [1, { isnp: true }],
    [2, { level: "physician", id: ADA, facilityId: 211 }],
    [1, { startDate: "2026-04-01", endDate: "2026-04-05" }],
  ])("count %i of %o", async (transfers, range) => {
    expect((await groupsOf(range))?.transfers).toBe(transfers);
  });

  it("have nothing where there are none", async () => {
    const range = { startDate: "2026-04-06", endDate: "2026-04-30" };
    expect(await groupsOf(range)).toBeNull();
    expect((await list(null, range)).status).toBe(204);
  });

  it("list the transfers behind each number, newest first", async () => {
    expect(await idsOf(null)).toEqual([
      12, 5, 4, 3, 7, 2, 1, 13, 11, 10, 8, 6, 9,
    ]);
    for (const [by, key, ids] of [
      ["outcome", "planned", [4]],
      ["hour", "0", [3, 2, 1]],
      ["weekday", "6", [5, 11, 9]],
      ["physician", String(BEN), [6, 9]],
      ["since_admission", "not-known", [7, 13, 10]],
      ["hospital", "Elsewhere Memorial", [6]],
      ["cause", "fall", [2, 6]],
      ["cause", "few_staff", [6]],
      ["avoidable", "yes", [6]],
    ] as const) {
      expect([by, key, await idsOf({ by, key })]).toEqual([by, key, ids]);
    }
    expect((await list({ by: "cause", key: "f%" })).status).toBe(204);
    expect((await list(null, { page: 1 })).status).toBe(204);
  });

  it("refuse a group and a page that there are not, and days that are none", async () => {
    for (const { status } of [
      await list({ by: "weekday", key: "7" }),
      await list({ by: "hour", key: "6" }),
      await list({ by: "hour", key: "" }),
      await list(null, { page: -1 }),
      await count({ startDate: "2026-02-30" }),
      await count({ startDate: "2026-04-01" }),
    ]) {
      expect(status).toBe(400);
    }
  });

  it("are closed to whoever may not see the place", async () => {
    const user: TestUser = { accessLevel: "facility", ids: [111] };
    const range = { level: "facility", id: 112 } as const;
    const { token } = await api.signIn(user);
    const asked = { ...QUARTER, ...range };
    for (const { status } of [
      await count(range, user),
      await list(null, range, user),
      await api.askFile(token, transferFile, asked),
    ]) {
      expect(status).toBe(403);
    }
  });

  it("are told to account managers of a month or more, without their rows", async () => {
    const user: TestUser = { accessLevel: "account_manager" };
    const range = { level: "facility", id: 111 } as const;
    for (const [startDate, endDate, status] of [
      ["2026-01-05", "2026-01-31", 400],
      ["2026-01-04", "2026-01-31", 200],
      // The data reach few of these days.
      ["2026-06-10", "2026-12-31", 400],
    ] as const) {
      const days = { ...range, startDate, endDate };
      const { status: open } = await count(days);
      expect(open).not.toBe(400);
      const found = (await count(days, user)).status;
      expect([startDate, found]).toEqual([
        startDate,
        status === 200 ? open : status,
      ]);
    }
    const { token } = await api.signIn(user);
    const asked = { ...QUARTER, ...range };
    expect((await list(null, range, user)).status).toBe(403);
    expect((await api.askFile(token, transferFile, asked)).status).toBe(403);
  });

  it("list for ISNP-only viewers those of flagged stays alone", async () => {
    const user: TestUser = { accessLevel: "region", ids: [11], isnpOnly: true };
    expect(await idsOf(null, { level: "region", id: 11 }, user)).toEqual([9]);
  });

  it("record each list of residents, and no count", async () => {
    const views = async () => (await trailOf(api, "view_patients")).length;
    const before = await views();
    const range = { level: "facility", id: 111 } as const;
    await groupsOf(range);
    expect(await views()).toBe(before);
    await list(null, range);
    expect(await views()).toBe(before + 1);
  });

  it("export each of them with its stay, its hour and its hospital", async () => {
    const { token } = await api.signIn({ accessLevel: "company" });
    const { file } = await api.askFile(token, transferFile, QUARTER);
    const text = await new Response(file?.body).text();
    const rows = parse<Record<string, string>>(text, {
      columns: true,
      bom: true,
    });
    expect(rows).toHaveLength(13);
    const [told] = rows.filter((row) => row.transfer_id === "6");
    expect(told).toMatchObject({
      stay_id: "2",
      event_on: "2026-01-20",
      event_time: "23:59",
      event_time_zone: "America/New_York",
      event_planned: "false",
      days_to_event: "10",
      hospital: "Elsewhere Memorial",
      review_state: "signed",
      avoidable: "yes",
      causes: "fall few_staff",
    });
    const [without] = rows.filter((row) => row.transfer_id === "13");
    expect(without).toMatchObject({
      facility_id: "211",
      patient_id: "6",
      stay_id: "",
      admitted_on: "",
      days_to_event: "",
      event_time: "",
      event_time_zone: "",
      review_state: "",
    });
  });
});
