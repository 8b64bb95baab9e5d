import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isoDayOf } from "~/domain/calendar";
import { openDoors } from "~server/api";
import { trailOf } from "~server/audit/testing/trail-of";
import { askDoor } from "~server/door/in-process-door";
import { concernFacilities } from "~server/measures/place-versions";
import { raiseVersion } from "~server/store/data-state";
import type { FindingKind } from "~/features/data-quality/rules/census-marks";
import { DoubtfulCompany, NPI, TODAY } from "~server/testing/doubtful-company";
import type { TestUser } from "~server/testing/open-test-api";
import { listCensus, listFindings, listMarked } from "./service";

describe("the census of facilities", () => {
  let company: DoubtfulCompany;
  beforeEach(async () => {
    company = await DoubtfulCompany.open();
  });
  afterEach(() => company.api.close());

  it("tells of the feed of a facility that has one, and that it is silent", async () => {
    for (let day = 1; day <= 30; day += 1) {
      const said = `${isoDayOf(TODAY - 2 - day)}T12:00:00.000Z`;
      for (let one = 0; one < 8; one += 1) await company.message(said);
    }
    const last_message_at = `${isoDayOf(TODAY)}T11:00:00.000Z`;
    const last_movement_at = `${isoDayOf(TODAY - 3)}T12:00:00.000Z`;
    await company.api.deps.store.db
      .updateTable("facilities")
      .set({ time_zone: "Pacific/Kiritimati" })
      .where("id", "=", 111)
      .execute();
    await company.api.deps.store.db
      .insertInto("feed_facilities")
      .values([
        { facility_id: 111, last_message_at, last_movement_at },
        { facility_id: 112, last_message_at, last_movement_at: null },
      ])
      .execute();
    expect(await company.rowOf(111)).toMatchObject({
      last_message: last_message_at,
      last_movement: last_movement_at,
      last_movement_on: isoDayOf(TODAY - 2),
      usual_movements: 8,
      movements: (5 * 8) / 7,
      is_silent: true,
    });
    expect(await company.rowOf(112)).toMatchObject({
      last_message: last_message_at,
      last_movement: null,
      usual_movements: null,
      is_silent: false,
    });
    expect(await company.rowOf(211)).toMatchObject({
      last_message: null,
      movements: null,
      is_silent: false,
    });
  });

  it("is put in order over all pages, and says which of all are marked", async () => {
    await company.facilities(101);
    await company.stay(50, null, { facility_id: 1101, mrn: "7", npi: null });
    await company.stay(40, null, { facility_id: 1101, mrn: "7", npi: null });
    const first = await company.ask();
    expect([first.data.length, first.next]).toEqual([100, 1]);
    expect(first.data[0]?.facility_id).toBe(1101);
    const byName = await company.ask({ sort: "facility", dir: "asc" });
    expect(byName.data.map((row) => row.facility_id)).not.toContain(1101);
    for (const sort of ["doubt", "findings", "residents"] as const) {
      const { data } = await company.ask({ sort, dir: "desc" });
      expect([sort, data[0]?.facility_id]).toEqual([sort, 1101]);
    }
    const last = { sort: "doubt", dir: "asc", page: 1 } as const;
    const { data } = await company.ask(last);
    expect(data.at(-1)?.facility_id).toBe(1101);
    const { facilities, marked } = await company.marked();
    expect(marked.map((row) => row.facility_id)).toEqual([1101]);
    expect(facilities).toBe(105);
  });

  it("is judged again where a facility's own data have changed, and only there", async () => {
    const { deps } = company.api;
    await company.stay(50, null, { npi: null });
    await company.stay(50, null, { npi: null, facility_id: 112 });
    const withoutPhysician = async () => {
      const { data } = await company.ask();
      return [111, 112].map(
        (id) => data.find((row) => row.facility_id === id)?.no_physician,
      );
    };
    expect(await withoutPhysician()).toEqual([1, 1]);
    await company.stay(40, null, { npi: null });
    await company.stay(40, null, { npi: null, facility_id: 112 });
    await deps.store.db.transaction().execute(async (trx) => {
      await raiseVersion(trx, "named");
      await concernFacilities(trx, [111]);
    });
    expect(await withoutPhysician()).toEqual([2, 1]);
    await deps.store.db
      .transaction()
      .execute((trx) => raiseVersion(trx, "all"));
    expect(await withoutPhysician()).toEqual([2, 2]);
  });

  it("is judged to the end for who has left, so that the next one finds it", async () => {
    await company.facilities(250);
    const { api } = company;
    const { token } = await api.signIn({ accessLevel: "company" });
    const all = { place: null, page: 0 };
    await askDoor(openDoors(api.deps), listCensus, all, {
      ...{ session: null, presented: { token }, requestId: "gone" },
      signal: AbortSignal.abort(),
    });
    expect(api.deps.census.rows.size).toBe(254);
  });

  it("is marked in the last column of the rows behind a figure, but for physicians", async () => {
    await company.stay(50, null, { mrn: "7" });
    await company.stay(40, null, { mrn: "7" });
    const lastCells = async (place: string, user?: TestUser) => {
      const { token } = await company.api.signIn(
        user ?? { accessLevel: "company" },
      );
      const path = `/api/metricdatacsv/${place}/2026-05-01/2026-06-15/`;
      const answer = await company.api.get(
        `${path}?measure_name=patient_count`,
        token,
      );
      const lines = (await answer.text()).trimEnd().split("\r\n");
      return lines.map((line) => line.slice(line.lastIndexOf(",") + 1));
    };
    const marks = ["census_mark", "in doubt", "in doubt"];
    expect(await lastCells("company/0")).toEqual(marks);
    const physician = `physician/${NPI}`;
    expect(await lastCells(physician)).toEqual(marks);
    const own: TestUser = { accessLevel: "physician", ids: [NPI] };
    expect(await lastCells(physician, own)).toEqual(["census_mark", "", ""]);
  });

  it("is of ISNP stays alone for who may see no others, and for who asks for them", async () => {
    await company.stay(40, null, { npi: null, isnp: 1 });
    await company.transfer(await company.stay(40, null, { npi: null }), 9);
    const user: TestUser = { accessLevel: "region", ids: [11], isnpOnly: true };
    const only = { no_physician: 1, stays: 1, transfer_outside_stay: 0 };
    expect(await company.rowOf(111, user)).toMatchObject(only);
    await company.transfer(await company.stay(40, null, { isnp: 1 }), 9);
    const markedOf = async (isnp: boolean) =>
      (await company.marked(isnp)).marked.map((row) => row.stays);
    expect([await markedOf(false), await markedOf(true)]).toEqual([[3], []]);
    expect(await company.numbersIn("no_physician", user)).toHaveLength(1);
    expect(await company.numbersIn("no_physician")).toHaveLength(2);
  });

  it("is of the viewer's own places, or of one that is asked for", async () => {
    const facilitiesOf = async (
      user: TestUser,
      place?: { level: "region"; id: number },
    ) =>
      (await company.ask({ place }, user)).data.map(
        ({ facility_id }) => facility_id,
      );
    expect(
      await facilitiesOf({ accessLevel: "facility", ids: [211, 111] }),
    ).toEqual([211, 111]);
    const division: TestUser = { accessLevel: "division", ids: [1] };
    expect(await facilitiesOf(division)).toEqual([112, 121, 111]);
    expect(await facilitiesOf(division, { level: "region", id: 12 })).toEqual([
      121,
    ]);
  });

  it("has lists in pages of 100, each of which is recorded", async () => {
    for (let at = 0; at < 101; at += 1)
      await company.stay(40, null, { npi: null });
    const first = await company.listOf("no_physician");
    expect([first.rows.length, first.next]).toEqual([100, 1]);
    const second = await company.listOf("no_physician", 1);
    expect([second.rows.length, second.next]).toEqual([1, null]);
    const none = { rows: [], next: null };
    expect(await company.listOf("no_physician", 2)).toEqual(none);
    const of = {
      list: "data_quality",
      group: "no_physician",
      ...{ level: "facility", subject_id: 111, facility_id: null },
    };
    expect(
      (await trailOf(company.api, "view_patients")).map(
        ({ details }) => details,
      ),
    ).toEqual([
      { ...of, page: 1, rows: 100 },
      { ...of, page: 2, rows: 1 },
    ]);
  });

  it("keeps lists of residents from account managers, and not the messages that wait", async () => {
    await company.stay(40, null, { npi: null });
    const { token } = await company.api.signIn({
      accessLevel: "account_manager",
    });
    const statusOf = async (kind: FindingKind) => {
      const asked = { kind, facilityId: 111, page: 0 };
      return (await company.api.ask(token, listFindings, asked)).status;
    };
    expect(await statusOf("no_physician")).toBe(403);
    expect(await statusOf("waiting")).toBe(204);
  });

  it("tells of waiting messages: counts and reasons, and those of no facility to who sees all places", async () => {
    const said = "2026-06-15T08:00:00.000Z";
    const wait = { status: "waiting", reason: "no_stay" } as const;
    await company.message(said, wait);
    await company.message(said, wait);
    await company.message(said, {
      ...wait,
      reason: "unknown_sender",
      facility_id: null,
    });
    const region: TestUser = { accessLevel: "region", ids: [11] };
    expect(await company.ask()).toMatchObject({ unplaced: 1 });
    expect(await company.ask({}, region)).toMatchObject({ unplaced: null });
    expect(await company.rowOf(111, region)).toMatchObject({ waiting: 2 });
    expect(await company.waiting(region)).toEqual([
      { facility_id: 111, reason: "no_stay", messages: 2 },
    ]);
    expect(await trailOf(company.api, "view_patients")).toEqual([]);
  });

  it("is closed to physicians, and to whoever may not see its place", async () => {
    const statusesOf = async (
      user: TestUser,
      place: { level: "company" | "region" | "facility"; id: number },
    ) => {
      const { ask, signIn } = company.api;
      const { token } = await signIn(user);
      const of = {
        kind: "no_physician",
        facilityId: place.id,
        page: 0,
      } as const;
      const answers = [
        await ask(token, listCensus, { place, page: 0 }),
        await ask(token, listMarked, { place, isnp: false }),
        ...(place.level === "facility"
          ? [await ask(token, listFindings, of)]
          : []),
      ];
      return answers.map(({ status }) => status);
    };
    const region: TestUser = { accessLevel: "region", ids: [11] };
    const elsewhere = { level: "region", id: 21 } as const;
    expect(await statusesOf(region, elsewhere)).toEqual([403, 403]);
    const other = { level: "facility", id: 211 } as const;
    expect(await statusesOf(region, other)).toEqual([403, 403, 403]);
    const unknown = { level: "facility", id: 999 } as const;
    const manager: TestUser = { accessLevel: "account_manager" };
    expect(await statusesOf(manager, unknown)).toEqual([404, 404, 404]);
    const physician: TestUser = { accessLevel: "physician", ids: [NPI] };
    const own = { level: "facility", id: 111 } as const;
    expect(await statusesOf(physician, own)).toEqual([403, 403, 403]);
  });
});
