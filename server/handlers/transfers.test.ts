import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getTransferList, getTransfers } from "~/contract/transfers";
import { answersOf } from "~/domain/reviews/review-answers";
import { columnsOf } from "~server/reviews/stored-review";
import { trailOf } from "~server/audit/testing/trail-of";
import {
  ADA,
  BEN,
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import type { TestApi, TestUser } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

const RANGE = QUARTER.slice(0, -1);

describe.each(TEST_DIALECTS)("the transfers calls on %s", (dialect) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openHandMadeCensus(dialect);
    const { db } = api.deps.store;
    // Of the others it is not known.
    for (const [id, minute_of_day, hospital] of [
      [1, 0, "Fictional General"],
      [2, 59, "Fictional General"],
      [3, 60, null],
      [6, 1_439, "Elsewhere Memorial"],
    ] as const) {
      await db
        .updateTable("transfers")
        .set({ minute_of_day, hospital })
        .where("id", "=", id)
        .execute();
    }
    for (const [transfer_id, state, avoidable, causes] of [
      [6, "signed", "yes", "fall few_staff"],
      [2, "reviewed", "no", "fall"],
      [3, "open", "yes", "fall"],
      // It was planned.
      [4, "reviewed", "yes", "fall"],
    ] as const) {
      const { patient_id, facility_id, transferred_on } = await db
        .selectFrom("transfers")
        .where("id", "=", transfer_id)
        .selectAll()
        .executeTakeFirstOrThrow();
      const answers = answersOf({ avoidable, causes });
      await db
        .insertInto("reviews")
        .values({
          ...{ transfer_id, patient_id, facility_id, transferred_on, state },
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
  });
  afterAll(() => api.close());

  async function ask(
    path: string,
    user: TestUser = { accessLevel: "company" },
  ) {
    const { token } = await api.signIn(user);
    return api.get(`/transfers/${path}`, token);
  }

  async function groupsOf(path: string) {
    const response = await ask(path);
    if (response.status === 204) return null;
    expect(response.status).toBe(200);
    const { data } = getTransfers.answer.parse(await response.json());
    const groups = Object.fromEntries(
      data.groupings.map(({ by, groups: found }) => [
        by,
        Object.fromEntries(found.map((group) => [group.key, group.transfers])),
      ]),
    );
    const { transfers, unplanned, reviewed } = data;
    return { transfers, unplanned, reviewed, ...groups };
  }

  async function idsOf(path: string, user?: TestUser) {
    const response = await ask(path, user);
    if (response.status === 204) return [];
    expect(response.status).toBe(200);
    const { data } = getTransferList.answer.parse(await response.json());
    return data.rows.map((row) => row.transfer_id);
  }

  it("tell of each transfer in a list how far its review is", async () => {
    const response = await ask(`company/0/${RANGE}/list`);
    const { data } = getTransferList.answer.parse(await response.json());
    const states = Object.fromEntries(
      data.rows.map((row) => [row.transfer_id, row.review_state]),
    );
    expect(states).toMatchObject({
      1: "not_begun",
      2: "reviewed",
      3: "open",
      4: "reviewed",
      6: "signed",
    });
    // Nobody has to review what was planned.
    const planned = data.rows.filter((row) => row.planned === true);
    expect(planned.map((row) => row.review_state).sort()).toEqual([
      null,
      "reviewed",
    ]);
  });

  it("count the transfers of the company as a hand does", async () => {
    // Transfers 1 to 13 are in the quarter; of 7, 10 and 13 no stay holds the day.
    expect(await groupsOf(`company/0/${RANGE}`)).toEqual({
      transfers: 13,
      // Two were planned, and the review of one of them does not count.
      unplanned: 11,
      reviewed: 2,
      outcome: { inpatient: 6, observation: 2, ed_only: 4, planned: 1 },
      since_admission: {
        "0-2": 1,
        "3-7": 1,
        "8-14": 1,
        "15-30": 2,
        "over-30": 5,
        "not-known": 3,
      },
      weekday: { 1: 3, 2: 2, 3: 1, 4: 2, 5: 2, 6: 3 },
      hour: { 0: 2, 1: 1, 23: 1, "not-known": 9 },
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

  it("count a review as soon as it is done", async () => {
    const reviewed = async () =>
      (await groupsOf(`company/0/${RANGE}`))?.reviewed;
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
    const response = await ask(`company/0/${RANGE}`);
    const { data } = getTransfers.answer.parse(await response.json());
    const physicians = data.groupings.find(({ by }) => by === "physician");
    expect(physicians?.groups.map(({ name }) => name)).toEqual([
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
        .where("transfer_id", "=", 2)
        .execute();
    await said(`fall added-${id}`, 10);
    const response = await ask(`company/0/${RANGE}`);
    const { data } = getTransfers.answer.parse(await response.json());
    const causes = data.groupings.find(({ by }) => by === "cause");
    expect(
      Object.fromEntries(
        causes?.groups.map((one) => [one.key, one.name]) ?? [],
      ),
    ).toEqual({
      fall: "A fall",
      few_staff: "Too few staff for closer care",
      [`added-${id}`]: "Long waits at night",
    });
    await said("fall", 11);
  });

  it.each([
    [`facility/111/${RANGE}`, 7],
    [`facility/112/${RANGE}`, 1],
    [`physician/${BEN}/${RANGE}`, 2],
    [`physician/0/${RANGE}`, 1],
    [`company/0/${RANGE}?isnp=true`, 1],
    [`physician/${ADA}/${RANGE}?facility_id=211`, 2],
    ["company/0/2026-04-01/2026-04-05", 1],
  ])("count those of %s", async (path, transfers) => {
    expect((await groupsOf(path))?.transfers).toBe(transfers);
  });

  it("say 204 where there are none", async () => {
    expect(await groupsOf("company/0/2026-04-06/2026-04-30")).toBeNull();
    expect(await idsOf("company/0/2026-04-06/2026-04-30/list")).toEqual([]);
  });

  it("list the transfers behind each number, newest first", async () => {
    const list = `company/0/${RANGE}/list`;
    expect(await idsOf(list)).toEqual([
      12, 5, 4, 3, 7, 2, 1, 13, 11, 10, 8, 6, 9,
    ]);
    expect(await idsOf(`${list}?by=outcome&key=planned`)).toEqual([4]);
    expect(await idsOf(`${list}?by=hour&key=0`)).toEqual([2, 1]);
    expect(await idsOf(`${list}?by=weekday&key=6`)).toEqual([5, 11, 9]);
    expect(await idsOf(`${list}?by=physician&key=${BEN}`)).toEqual([6, 9]);
    expect(await idsOf(`${list}?by=since_admission&key=not-known`)).toEqual([
      7, 13, 10,
    ]);
    expect(await idsOf(`${list}?by=hospital&key=Elsewhere%20Memorial`)).toEqual(
      [6],
    );
    expect(await idsOf(`${list}?by=cause&key=fall`)).toEqual([2, 6]);
    expect(await idsOf(`${list}?by=cause&key=few_staff`)).toEqual([6]);
    expect(await idsOf(`${list}?by=cause&key=f%25`)).toEqual([]);
    expect(await idsOf(`${list}?by=avoidable&key=yes`)).toEqual([6]);
    expect(await idsOf(`${list}?page=1`)).toEqual([]);
  });

  it("refuse a group that there is not", async () => {
    const list = `company/0/${RANGE}/list`;
    for (const query of ["by=weekday&key=7", "by=hour&key=24", "by=hour"]) {
      expect((await ask(`${list}?${query}`)).status).toBe(400);
    }
  });

  it("are told of a month or more to whom residents are closed, and of any range to others", async () => {
    const closed: TestUser = { accessLevel: "account_manager" };
    const statusesFor = async (user: TestUser) => {
      const statuses: number[] = [];
      for (const range of [
        "2026-01-05/2026-01-05",
        "2026-01-05/2026-01-31",
        "2026-01-04/2026-01-31",
        RANGE,
        // Of these few days the data reach.
        "2026-06-10/2026-12-31",
      ]) {
        statuses.push((await ask(`facility/111/${range}`, user)).status);
      }
      return statuses;
    };
    const open = await statusesFor(closed);
    expect(open).not.toContain(400);
    api.deps.accountManagersRead = false;
    try {
      expect(await statusesFor(closed)).toEqual([400, 400, open[2], 200, 400]);
      expect(await statusesFor({ accessLevel: "admin" })).toEqual(open);
    } finally {
      api.deps.accountManagersRead = true;
    }
  });

  it("list for ISNP-only viewers those of flagged stays alone", async () => {
    const user: TestUser = { accessLevel: "region", ids: [11], isnpOnly: true };
    expect(await idsOf(`region/11/${RANGE}/list`, user)).toEqual([9]);
  });

  it("record each list of residents, and no count", async () => {
    const views = async () => (await trailOf(api, "view_patients")).length;
    const before = await views();
    await groupsOf(`facility/111/${RANGE}`);
    expect(await views()).toBe(before);
    await idsOf(`facility/111/${RANGE}/list`);
    expect(await views()).toBe(before + 1);
  });

  it("export each of them with its stay, its hour and its hospital", async () => {
    const { token } = await api.signIn({ accessLevel: "company" });
    const response = await api.get(
      `/api/metricdatacsv/company/0/${QUARTER}?measure_name=transfers`,
      token,
    );
    const rows = parse<Record<string, string>>(await response.text(), {
      columns: true,
      bom: true,
    });
    expect(rows).toHaveLength(13);
    const [told] = rows.filter((row) => row.transfer_id === "6");
    expect(told).toMatchObject({
      stay_id: "2",
      event_on: "2026-01-20",
      event_time: "23:59",
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
      review_state: "",
    });
  });
});
