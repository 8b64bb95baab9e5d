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

  it("tells the day of the last movement by the facility's own clock", async () => {
    const { db } = company.api.deps.store;
    const last = `${isoDayOf(TODAY - 3)}T12:00:00.000Z`;
    await db
      .updateTable("facilities")
      .set({ time_zone: "Pacific/Kiritimati" })
      .where("id", "=", 111)
      .execute();
    await db
      .insertInto("feed_facilities")
      .values({
        facility_id: 111,
        last_message_at: last,
        last_movement_at: last,
      })
      .execute();
    expect(await company.rowOf(111)).toMatchObject({
      last_movement: last,
      last_movement_on: isoDayOf(TODAY - 2),
    });
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
