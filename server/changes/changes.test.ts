import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { isoDayOf, mondayBefore } from "~/domain/calendar";
import { trailOf } from "~server/audit/testing/trail-of";
import { rebuildFigures } from "~server/measures/rebuild";
import {
  insertRows,
  stayRow,
  transferRow,
} from "~server/measures/testing/census";
import {
  ReviewedCompany,
  TODAY,
} from "~server/reviews/testing/reviewed-company";
import type { TestUser } from "~server/testing/open-test-api";
import { countChanges, listChanges } from "./service";

const REGION: TestUser = { accessLevel: "region", ids: [11] };
const COMPANY: TestUser = { accessLevel: "company" };
const ALL = { level: "company", id: 0 } as const;
/** The Monday of the week before: the tests' clock shows a Monday. */
const MONDAY = TODAY - 7;

type Place = z.input<typeof listChanges.input>["place"];

describe("what changed since Monday", () => {
  let company: ReviewedCompany;
  beforeEach(async () => {
    company = await ReviewedCompany.open();
  });
  afterEach(() => company.api.close());

  async function changes(user: TestUser = COMPANY, place: Place = ALL) {
    const asker = await company.signIn(user);
    const { status, answer } = await asker.ask(listChanges, { place });
    const counted = await asker.ask(countChanges, { place });
    return {
      status,
      since: answer?.since,
      count: counted.answer?.count,
      facilities: answer?.facilities ?? [],
    };
  }

  const reviewsOf = async (...asked: Parameters<typeof changes>) =>
    (await changes(...asked)).facilities.flatMap(({ reviews }) => reviews);

  it("are reviews that are overdue, and were not on Monday", async () => {
    const { reviewDays } = company.api.deps;
    const since = TODAY - (MONDAY - reviewDays - 1);
    const of = { patient_id: 1, facility_id: 111 };
    await company.transfer(60, since, of);
    await company.transfer(61, since + 1, of);
    const { facilities, count, since: monday } = await changes();
    expect(monday).toBe(isoDayOf(mondayBefore(TODAY)));
    expect(monday).toBe(isoDayOf(MONDAY));
    const at111 = facilities.find(({ facility_id }) => facility_id === 111);
    expect(at111?.reviews).toEqual([
      {
        transfer_id: 60,
        transferred_on: isoDayOf(TODAY - since),
        overdue_on: isoDayOf(MONDAY),
      },
    ]);
    const all = facilities.flatMap(({ reviews }) => reviews);
    expect(all.map((one) => one.transfer_id).sort()).toEqual([20, 60]);
    expect(count).toBe(2);
    // A review that is signed is not overdue, whatever was remembered.
    await company.db
      .insertInto("reviews")
      .values({
        ...{ transfer_id: 60, ...of, npi: null },
        transferred_on: TODAY - since,
        ...{ isnp: 0 as const, version: 1, answers: "{}", avoidable: "" },
        ...{ causes: "", owner_key: "", due_on: null, done_on: null },
        state: "signed",
      })
      .execute();
    expect((await reviewsOf()).map((one) => one.transfer_id)).toEqual([20]);
  });

  it("are feeds that have become silent since", async () => {
    const movementsUntil = async (facility: number, last: number) => {
      const said = (day: number) => `${isoDayOf(TODAY - day)}T12:00:00.000Z`;
      const rows = Array.from({ length: 8 * 30 }, (_, at) => ({
        digest: `digest ${facility} ${at}`,
        ...{ via: "mllp" as const, encoding: "hl7" as const },
        ...{ reused_id: 0 as const, type: "ADT^A01", status: "used" as const },
        ...{ role: "facility" as const, movement: 1 as const },
        received_at: said(last + 1 + Math.floor(at / 8)),
        said_at: said(last + 1 + Math.floor(at / 8)),
        facility_id: facility,
      }));
      await company.db.insertInto("feed_messages").values(rows).execute();
      await company.db
        .insertInto("feed_facilities")
        .values({
          facility_id: facility,
          last_message_at: said(0),
          last_movement_at: said(last),
        })
        .execute();
    };
    await movementsUntil(111, 3);
    await movementsUntil(112, 20);
    const { facilities, count } = await changes(REGION, {
      level: "region",
      id: 11,
    });
    expect(facilities.map(({ silent }) => silent)).toEqual([
      { since: isoDayOf(TODAY - 2), last_movement: isoDayOf(TODAY - 3) },
    ]);
    expect([facilities[0]?.facility_id, count]).toEqual([111, 1]);
  });

  it("are months that are unusual, and were not through the Sunday before", async () => {
    const { db } = company;
    const people = Array.from({ length: 40 }, (_, at) => 1000 + at);
    await insertRows(
      db,
      "patients",
      people.map((id) => ({
        ...{ id, mrn: `M${id}`, frailty_score: null },
        ...{ first_name: "Ada", last_name: "Resident" },
      })),
    );
    const of = { facility_id: 112, npi: null, isnp: 0 as const };
    const stays = people.map((id) => ({
      ...{ ...of, id, patient_id: id, admitted_on: TODAY - 900 },
      ...{ discharged_on: null, admitted_from: "community" as const },
    }));
    await insertRows(db, "stays", stays.map(stayRow));
    // Two a month, and then twenty on the Monday.
    const days = [
      ...Array.from({ length: 34 }, (_, at) => TODAY - 20 - 15 * at),
      ...people.slice(0, 20).map(() => MONDAY),
    ];
    const transfers = days.map((transferred_on, at) => ({
      ...{ id: 5000 + at, patient_id: 1000 + (at % 34), facility_id: 112 },
      ...{ transferred_on, outcome: "inpatient" as const, planned: 0 as const },
    }));
    await insertRows(db, "transfers", transfers.map(transferRow));
    await db.updateTable("facilities").set({ data_through: TODAY }).execute();
    await rebuildFigures(db);
    const unusual = (of: Place, user?: TestUser) =>
      changes(user, of).then(({ facilities }) =>
        facilities.flatMap(({ signals }) => signals),
      );
    const high = { variation: "unusually_high", month: "2026-06" };
    const expected = ["hosp_1000", "adm_1000"].map((graph) =>
      expect.objectContaining({ ...high, graph }),
    );
    expect(await unusual(ALL)).toEqual(expect.arrayContaining(expected));
    // What is unusual comes before overdue reviews, whatever the names.
    await db
      .updateTable("facilities")
      .set({ name: "Zinnia" })
      .where("id", "=", 112)
      .execute();
    const { facilities } = await changes();
    expect(facilities.length).toBeGreaterThan(1);
    expect(facilities[0]?.facility_id).toBe(112);
    const own: TestUser = { accessLevel: "facility", ids: [112, 111] };
    expect(await unusual(null, own)).toEqual(await unusual(ALL));
    // On the Monday after next it is no longer new.
    company.api.advance(8 * 24 * 3_600_000);
    expect(await unusual(ALL)).toEqual([]);
  });

  it("are of the places that the viewer may see, and recorded where they lead to residents", async () => {
    await rebuildFigures(company.db);
    const statusOf = async (user: TestUser, place: Place) =>
      (await changes(user, place)).status;
    const region = { level: "region", id: 11 } as const;
    expect(await statusOf(REGION, region)).toBe(200);
    expect(await statusOf(REGION, { ...region, id: 21 })).toBe(403);
    expect(await statusOf(REGION, ALL)).toBe(403);
    expect(await statusOf({ accessLevel: "account_manager" }, ALL)).toBe(403);
    const physician: TestUser = { accessLevel: "physician", ids: [1] };
    expect(await statusOf(physician, null)).toBe(403);
    const several: TestUser = { accessLevel: "facility", ids: [111, 211, 999] };
    expect((await reviewsOf(several, null)).length).toBe(1);
    const { details, action } = (await trailOf(company.api)).at(-1) ?? {};
    expect(action).toBe("view_patients");
    expect(details).toMatchObject({ list: "changes", rows: 1 });
    const isnp: TestUser = { ...REGION, isnpOnly: true };
    expect(await reviewsOf(isnp, region)).toEqual([]);
  });
});
