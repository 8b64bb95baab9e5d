import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isoDayOf } from "~/domain/calendar";
import { NOTICE_PARTS } from "~/features/transfer-notices/rules";
import { trailOf } from "~server/audit/testing/trail-of";
import { forgetResident } from "~server/forget/forget-resident";
import {
  ReviewedCompany,
  TODAY,
  type Asker,
} from "~server/reviews/testing/reviewed-company";
import { USERS, type UserName } from "~server/testing/users-of-levels";
import {
  changeNotices,
  countNotices,
  findNotice,
  listNotices,
  sendNotices,
} from "./service";

const TRANSFERS = [10, 20, 30, 40, 50] as const;
const JUNE = "2026-06";

const day = (daysAgo: number) => isoDayOf(TODAY - daysAgo);

const write = (
  asker: Asker,
  id: number,
  version: number,
  entries: Record<string, string>,
) => asker.ask(changeNotices, { id, version, entries });

const list = async (asker: Asker, month: string | null) => {
  const asked = { facilityId: 111, month: month ?? "", file: false };
  const isDue = month === null;
  const { answer } = await asker.ask(listNotices, { ...asked, isDue });
  return answer;
};

const given = (daysAgo: number) => ({
  ...{ notice_on: day(daysAgo), notice_to: "both", notice_by: "A. Reed, RN" },
  bed_hold_on: day(daysAgo),
});

describe("who may see notices", () => {
  let company: ReviewedCompany;
  beforeAll(async () => {
    company = await ReviewedCompany.open();
  });
  afterAll(() => company.api.close());

  /** `w`: sees and records notices of transfers 10 to 50; else the status. Last: the month of facility 111. */
  it.each<[UserName, (string | number)[]]>([
    ["a facility", ["w", 403, 403, 403, "w", 200]],
    ["a facility, ISNP only", [403, 403, 403, 403, 403, 200]],
    ["another facility", [403, "w", 403, 403, 403, 403]],
    ["a region", ["w", 403, 403, "w", "w", 200]],
    ["another division, ISNP only", [403, "w", 403, 403, 403, 403]],
    ["the company", ["w", "w", "w", "w", "w", 200]],
    ["an admin", ["w", "w", "w", "w", "w", 200]],
    ["an account manager", [403, 403, 403, 403, 403, 403]],
    ["a physician", ["w", "w", 403, 403, 403, 403]],
    ["another physician", [403, 403, 403, 403, 403, 403]],
  ])("is told apart for %s, as with reviews", async (who, expected) => {
    const asker = await company.signIn(USERS[who]);
    const found: (string | number)[] = [];
    for (const id of TRANSFERS) {
      const { status, answer } = await asker.ask(findNotice, { id });
      const { version = 0, may_write = null } = answer ?? {};
      const entries = { ...given(0), notice_by: who };
      const written = await write(asker, id, version, entries);
      expect(written.status).toBe(may_write === true ? 204 : status);
      found.push(status === 200 && may_write ? "w" : status);
    }
    const asked = { facilityId: 111, month: JUNE, ombudsman_on: day(0) };
    const list = { ...asked, isDue: false, file: false };
    const { status } = await asker.ask(listNotices, list);
    expect((await asker.ask(countNotices, asked)).status).toBe(status);
    expect((await asker.ask(sendNotices, asked)).status).toBe(status);
    expect([...found, status]).toEqual(expected);
  });
});

describe("notices", () => {
  let company: ReviewedCompany;
  let asker: Asker;
  beforeAll(async () => {
    company = await ReviewedCompany.open();
    // Of May one that was planned, and one that two rows tell of.
    const of = { patient_id: 1, facility_id: 111 };
    await company.transfer(60, 25, { ...of, planned: 1 });
    await company.transfer(61, 26, of);
    await company.transfer(62, 26, { ...of, outcome: "ed_only" });
    await company.transfer(63, 95, of);
    // That of 50, who had left by then, is on no list.
    await company.transfer(64, 19, of);
    asker = await company.signIn(USERS["a facility"]);
  });
  beforeEach(() => company.db.deleteFrom("transfer_notices").execute());
  afterAll(() => company.api.close());

  const find = async (id: number) =>
    (await asker.ask(findNotice, { id })).answer;

  it("are of each transfer of a month once, as counted by hand, and due as the rules say", async () => {
    const may = await list(asker, "2026-05");
    expect(
      may?.rows.map((row) => [row.transfer_id, row.planned, row.due]),
    ).toEqual([
      [61, 0, NOTICE_PARTS],
      [60, 1, NOTICE_PARTS],
      [64, 0, NOTICE_PARTS],
    ]);
    // The copy goes with the list of June.
    const june = await list(asker, JUNE);
    expect(june?.rows.map((row) => [row.transfer_id, row.due])).toEqual([
      [10, ["notice_on", "bed_hold_on"]],
    ]);
    await write(asker, 10, 0, given(3));
    await write(asker, 60, 0, { ...given(25), ombudsman_on: day(25) });
    const due = await list(asker, null);
    expect(due?.rows.map((row) => row.transfer_id)).toEqual([61, 64]);
    expect(due?.due).toBe(2);
    expect((await list(asker, JUNE))?.due).toBe(2);
    const count = async (facilityId: number) => {
      const region = await company.signIn(USERS["a region"]);
      return (await region.ask(countNotices, { facilityId })).answer;
    };
    // Facility 112 has one of today: nothing is due of it.
    expect([await count(111), await count(112)]).toEqual([2, 0]);
  });

  it("keep former entries with who and when, and refuse an old version", async () => {
    expect((await write(asker, 10, 0, given(3))).status).toBe(204);
    const corrected = { ...given(3), bed_hold_on: day(2) };
    expect((await write(asker, 10, 0, corrected)).status).toBe(409);
    expect((await write(asker, 10, 1, corrected)).status).toBe(204);
    // Nothing new is no change.
    expect((await write(asker, 10, 2, corrected)).status).toBe(204);
    const found = await find(10);
    expect(found).toMatchObject({ entries: corrected, version: 2 });
    expect(found?.history.map(({ changes }) => changes)).toEqual([
      given(3),
      { bed_hold_on: day(2) },
    ]);
    const [first] = found?.history ?? [];
    expect(first?.author).not.toBe("");
    expect(first?.at).toMatch(/^2026-06-15T/);
    const trail = await trailOf(company.api, "write_transfer_notices");
    expect(trail.at(-1)?.details).toMatchObject({
      transfer_id: 10,
      fields: "bed_hold_on",
    });
  });

  it("are marked as sent for the emergency transfers of a list that have no copy", async () => {
    await write(asker, 61, 0, { ombudsman_on: day(20) });
    const of = { facilityId: 111, month: "2026-05" };
    const send = (on: string) =>
      asker.ask(sendNotices, { ...of, ombudsman_on: on });
    const body = { field: "ombudsman_on" };
    const refused = { status: 400, refusal: { body } };
    expect(await send(day(-1))).toMatchObject(refused);
    expect(await send(day(21))).toMatchObject(refused);
    // A planned one, and one of June, are not of this list.
    const { answer } = await send(day(1));
    expect(answer).toEqual({ sent: 1 });
    const may = await list(asker, "2026-05");
    expect(may?.rows.map((row) => row.entries.ombudsman_on)).toEqual([
      day(20),
      "",
      day(1),
    ]);
    expect((await find(64))?.history).toHaveLength(1);
    expect((await find(10))?.version).toBe(0);
    const trail = await trailOf(company.api, "send_transfer_notices");
    expect(trail.at(-1)?.details).toMatchObject({ rows: 1 });
  });

  it("are of the row that stands for the transfer, by whichever number it is asked for", async () => {
    await write(asker, 62, 0, given(26));
    expect(await find(61)).toMatchObject({ transfer_id: 61, version: 1 });
    expect(await find(62)).toMatchObject({ transfer_id: 61, version: 1 });
  });

  it("outlive a transfer that is taken back, are not counted then, and cannot be changed", async () => {
    const of = { patient_id: 1, facility_id: 111 };
    await company.transfer(70, 12, of);
    await write(asker, 70, 0, given(12));
    await company.db.deleteFrom("transfers").where("id", "=", 70).execute();
    const june = await list(asker, JUNE);
    expect(june?.rows.map((row) => row.transfer_id)).toEqual([10]);
    expect(await find(70)).toMatchObject({ is_known: false, may_write: false });
    expect((await write(asker, 70, 1, given(11))).status).toBe(403);
    // Who does not see its stay does not read it.
    const other = await company.signIn(USERS["another facility"]);
    expect((await other.ask(findNotice, { id: 70 })).status).toBe(403);
  });

  it("keep their days when a resident is forgotten, and nothing that was typed", async () => {
    await write(asker, 10, 0, given(3));
    const gone = await forgetResident(company.db, 1, {
      ...{ isDryRun: true, now: new Date() },
    });
    expect(gone).toContainEqual({
      ...{ what: "notices of transfers with who gave them", count: 1 },
    });
    await forgetResident(company.db, 1, { isDryRun: false, now: new Date() });
    const found = await find(10);
    expect(found?.entries).toEqual({
      ...{ ...given(3), notice_by: "", ombudsman_on: "" },
    });
    expect(JSON.stringify(found)).not.toContain("Reed");
    // A form that was open before is not saved over it.
    expect((await write(asker, 10, 1, given(3))).status).toBe(409);
  });
});
