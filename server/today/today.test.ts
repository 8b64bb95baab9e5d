import { beforeAll, describe, expect, it } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { listResidents, todayCounts } from "~/features/today/rules/list";
import type { ResidentLevel } from "~/features/today/rules/query";
import { trailOf } from "~server/audit/testing/trail-of";
import { concernFacilities } from "~server/measures/place-versions";
import { rebuildFigures } from "~server/measures/rebuild";
import {
  insertCensus,
  type PlainStay,
  type PlainTransfer,
} from "~server/measures/testing/census";
import { ADA, BEN } from "~server/measures/testing/hand-made-census";
import { openTestApi, type TestUser } from "~server/testing/open-test-api";
import { raiseVersion } from "~server/store/data-state";
import {
  countToday,
  discussToday,
  listFirst,
  listToday,
  listTodayByFacility,
  type TodayResident,
} from "./service";
import { openedForAll } from "~server/testing/opened";

/** What the tests' clock shows: noon UTC, 8 in New York. */
const TODAY = epochDayOf("2026-06-15");
const ago = (days: number) => isoDayOf(TODAY - days);

/** A stay at 111 of a resident who has the same number, by days ago. */
function stay(
  id: number,
  from: number,
  to: number | null,
  more: Partial<PlainStay> = {},
): PlainStay {
  return {
    id,
    patient_id: id,
    facility_id: 111,
    npi: ADA,
    admitted_on: TODAY - from,
    discharged_on: to === null ? null : TODAY - to,
    admitted_from: "hospital",
    isnp: 0,
    ...more,
  };
}

function trip(
  patient_id: number,
  day: number,
  more: Partial<PlainTransfer> = {},
): PlainTransfer {
  return {
    id: 0,
    patient_id,
    facility_id: 111,
    transferred_on: TODAY - day,
    outcome: "inpatient",
    planned: 0,
    ...more,
  };
}

/**
 * A census to be counted by hand. Of 111, which reaches today:
 *
 * | stay | day | window left | what it is for |
 * |---|---|---|---|
 * | 1, score 7 | 31 | 0 | in the window and frail, on its last day; two trips in 30 days, one of them listed twice |
 * | 2, score 7 | 32 | over | frail, out of the window; trips 31, 91 and 181 days ago, and a planned one |
 * | 3 → 13 | 3 | 28 | left 9 days ago, back 2 days ago: back within 72 hours |
 * | 4 | 2 | 29 | new from hospital; ISNP |
 * | 5 | left | – | out since 15 days: the stay ended with the transfer |
 * | 6 | left | – | left for hospital 16 days ago: expected no more |
 * | 7 | 51 | – | from the community; out, bed kept |
 * | 8 | 95 | – | from the community; long-stay in 6 days; ED visit at 211 |
 * | 9 | left | – | left for hospital, and is at 211 since: in house there |
 * | 10 | left | – | went home yesterday |
 *
 * In house are 1, 2, 13, 4 and 8: five. Out are 5 and 7: two. In the window are 1, 13 and 4: three. Back within 72 hours is 13: one. Long-stay within
 * 7 days is 8: one. Named by rules are 1 (two), 13, 4 and 8: four. Of 112, which reaches five days less, 11 came before that and is in
 * house, and so is 12, who left after it; 14 came after it and is not known.
 */
const STAYS = [
  stay(1, 30, null),
  stay(2, 31, null),
  stay(3, 60, 9),
  stay(13, 2, null, { patient_id: 3 }),
  stay(4, 1, null, { isnp: 1, npi: null }),
  stay(5, 80, 15),
  stay(6, 80, 16),
  stay(7, 50, null, { admitted_from: "community", npi: BEN }),
  stay(8, 94, null, { admitted_from: "community" }),
  stay(9, 80, 4),
  stay(19, 2, null, { patient_id: 9, facility_id: 211 }),
  stay(10, 10, 1),
  stay(11, 20, null, { facility_id: 112 }),
  stay(12, 20, 4, { facility_id: 112, npi: BEN }),
  stay(14, 4, null, { facility_id: 112 }),
];

const TRIPS = [
  trip(1, 30),
  trip(1, 3, { outcome: "observation" }),
  trip(1, 3, { outcome: "observation", planned: 1 }),
  trip(2, 31),
  trip(2, 91, { outcome: "ed_only" }),
  trip(2, 181),
  trip(2, 5, { planned: 1 }),
  trip(3, 9),
  trip(5, 15),
  trip(6, 16),
  trip(7, 8),
  trip(8, 30, { outcome: "ed_only", facility_id: 211 }),
  trip(9, 4),
].map((row, at) => ({ ...row, id: at + 1 }));

describe("the residents of today", () => {
  const api = openedForAll(() => openTestApi());
  beforeAll(async () => {
    const { db } = api.deps.store;
    await insertCensus(
      db,
      {
        reach: { 111: TODAY, 112: TODAY - 5, 211: TODAY },
        patients: [...new Set(STAYS.map((one) => one.patient_id))].map(
          (id) => ({
            id,
            first_name: "First",
            last_name: `Resident ${id}`,
            frailty_score: id <= 2 ? 7 : null,
          }),
        ),
        stays: STAYS,
        transfers: TRIPS,
      },
      [ADA, BEN],
    );
    await rebuildFigures(db);
    // Whoever came back within a stay: somebody told it.
    await db
      .updateTable("transfers")
      .set({ returned_on: TODAY - 4 })
      .where("patient_id", "in", [1, 2])
      .execute();
    await db
      .updateTable("stays")
      .set({ unit: "2 West" })
      .where("id", "=", 1)
      .execute();
  });

  async function ask(user: TestUser, place: string, file = false) {
    const { token } = await api.signIn(user);
    const [level, id] = place.split("/") as [ResidentLevel, string];
    const input = { level, id: Number(id), file };
    const { status, answer } = await api.ask(token, listToday, input);
    expect(status).toBe(200);
    return answer!;
  }

  const FACILITY: TestUser = { accessLevel: "facility", ids: [111] };
  const of111 = () => ask(FACILITY, "facility/111");

  function byStay(rows: TodayResident[]) {
    return new Map(rows.map((row) => [row.stay_id, row]));
  }

  const idsOf = ({ data }: { data: TodayResident[] }) =>
    data.map(({ stay_id }) => stay_id).sort((one, other) => one - other);

  it("are those that a hand counts", async () => {
    const answer = await of111();
    expect(answer.day).toBe("2026-06-15");
    expect(idsOf(answer)).toEqual([1, 2, 4, 5, 7, 8, 13]);
    const all = listResidents(answer);
    expect(todayCounts(all)).toEqual({
      in_house: 5,
      attention: 4,
      window: 3,
      out: 2,
      back: 1,
      long_stay_soon: 1,
    });
    expect(
      Object.fromEntries(all.map(({ row, day }) => [row.stay_id, day.reasons])),
    ).toEqual({
      1: ["window_frail", "second_transfer"],
      2: [],
      13: ["back"],
      4: ["new"],
      5: [],
      7: [],
      8: ["long_stay_soon"],
    });
  });

  it("have their trips counted from anywhere, each once, and what is planned not", async () => {
    const rows = byStay((await of111()).data);
    expect(rows.get(1)).toMatchObject({
      hospitalizations_30: 2,
      hospitalizations_90: 2,
      hospitalizations_180: 2,
      ed_visits_30: 0,
      unit: "2 West",
    });
    expect(rows.get(2)).toMatchObject({
      hospitalizations_30: 0,
      hospitalizations_90: 1,
      hospitalizations_180: 1,
      ed_visits_90: 0,
      ed_visits_180: 1,
      unit: null,
    });
    expect(rows.get(8)).toMatchObject({
      ed_visits_30: 1,
      long_stay_from: ago(-6),
      physician_name: expect.stringContaining(`${ADA}`),
    });
  });

  it("say since when they are out, and when they came back", async () => {
    const rows = byStay((await of111()).data);
    expect(rows.get(5)).toMatchObject({ out_since: ago(15), bed_kept: false });
    expect(rows.get(7)).toMatchObject({ out_since: ago(8), bed_kept: true });
    expect(rows.get(13)).toMatchObject({ out_since: null, back_on: ago(2) });
    expect(rows.get(4)).toMatchObject({ out_since: null, back_on: null });
  });

  it("of a late facility are those of the last day that is known", async () => {
    const user: TestUser = { accessLevel: "facility", ids: [112] };
    const answer = await ask(user, "facility/112");
    expect(idsOf(answer)).toEqual([11, 12]);
    expect(answer.facilities).toEqual([
      {
        facility_id: 112,
        facility_name: expect.any(String),
        region_name: expect.any(String),
        data_through: ago(5),
        day: ago(0),
      },
    ]);
  });

  it("of a facility without a reach are none, which leaves no record", async () => {
    const user: TestUser = { accessLevel: "company" };
    const before = await trailOf(api, "view_patients");
    const answer = await ask(user, "facility/121");
    expect(answer.data).toEqual([]);
    expect(answer.facilities).toMatchObject([{ data_through: null }]);
    expect(await trailOf(api, "view_patients")).toEqual(before);
  });

  it.each<[string, TestUser, string, number[]]>([
    [
      "a physician, of all facilities",
      { accessLevel: "physician", ids: [BEN] },
      `physician/${BEN}`,
      [7, 12],
    ],
    [
      "a facility, of a physician there alone",
      FACILITY,
      `physician/${BEN}`,
      [7],
    ],
    [
      "a region, of a physician there",
      { accessLevel: "region", ids: [11] },
      `physician/${BEN}`,
      [7, 12],
    ],
    [
      "who sees flagged residents alone",
      { ...FACILITY, isnpOnly: true },
      "facility/111",
      [4],
    ],
    [
      "a physician who sees flagged residents alone",
      { accessLevel: "physician", ids: [BEN], isnpOnly: true },
      `physician/${BEN}`,
      [],
    ],
  ])("are given to %s", async (_, user, place, ids) => {
    expect(idsOf(await ask(user, place))).toEqual(ids);
  });

  it("are recorded each time, a file as an export", async () => {
    await of111();
    await ask(FACILITY, "facility/111", true);
    const details = {
      level: "facility",
      subject_id: 111,
      facility_id: null,
      rows: 7,
    };
    const [seen, exported] = (await trailOf(api))
      .filter(({ action }) => action !== "sign_in")
      .slice(-2);
    expect(seen).toMatchObject({ action: "view_patients", details });
    expect(exported).toMatchObject({ action: "export_rows", details });
  });

  it("are counted at each facility of a place as its list counts them, and again where something changed", async () => {
    const { token } = await api.signIn({ accessLevel: "company" });
    const place = { level: "company", id: 0 } as const;
    const listOf = async (id: number) =>
      todayCounts(
        listResidents(await ask({ accessLevel: "company" }, `facility/${id}`)),
      );
    const { answer: rows } = await api.ask(token, listTodayByFacility, place);
    const ids = rows!.map(({ facility_id: id }) => id);
    expect(ids).toEqual(expect.arrayContaining([111, 112, 121, 211]));
    for (const row of rows!) {
      expect(row).toMatchObject(await listOf(row.facility_id));
      expect(row).not.toHaveProperty("first");
    }
    const { answer: sum } = await api.ask(token, countToday, place);
    expect(sum).toMatchObject({
      in_house: rows!.reduce((all, row) => all + row.in_house, 0),
      out: 2,
      most: { facility_id: 111, attention: 4 },
    });
    const discharge = (on: number | null) =>
      api.deps.store.db.transaction().execute(async (trx) => {
        const left = { discharged_on: on };
        await trx.updateTable("stays").set(left).where("id", "=", 2).execute();
        await raiseVersion(trx, "named");
        await concernFacilities(trx, [111]);
      });
    await discharge(TODAY - 1);
    const { answer: later } = await api.ask(token, listTodayByFacility, place);
    const of111 = later!.find((row) => row.facility_id === 111);
    expect(of111?.in_house).toBe(4);
    await discharge(null);
  });

  it.each<[string, TestUser, number, number]>([
    ["its region", { accessLevel: "region", ids: [11] }, 11, 200],
    ["another region", { accessLevel: "region", ids: [12] }, 11, 403],
    ["a facility of it", FACILITY, 11, 403],
    [
      "the company, of a region that is not",
      { accessLevel: "company" },
      9,
      404,
    ],
  ])(
    "are counted at the facilities of a region for %s",
    async (_, user, id, expected) => {
      const { token } = await api.signIn(user);
      const place = { level: "region", id } as const;
      const { status } = await api.ask(token, listTodayByFacility, place);
      expect(status).toBe(expected);
    },
  );

  it("are named first in the order of their list, with a reason, which is recorded", async () => {
    const { token } = await api.signIn(FACILITY);
    const place = { level: "facility", id: 111 } as const;
    const { answer } = await api.ask(token, listFirst, place);
    expect(answer).toMatchObject([
      { last_name: "Resident 1", rule: "window_frail" },
      { last_name: "Resident 3", rule: "back" },
      { last_name: "Resident 4", rule: "new" },
    ]);
    const [seen] = (await trailOf(api, "view_patients")).slice(-1);
    expect(seen).toMatchObject({
      details: { list: "today", subject_id: 111, rows: 3 },
    });
  });

  it("are counted and named at the one facility of a physician that is asked about", async () => {
    const { token } = await api.signIn({ accessLevel: "company" });
    const at = async (facilityId?: number) => {
      const place = { level: "physician", id: ADA, facilityId } as const;
      const { answer: counts } = await api.ask(token, countToday, place);
      const { answer: first } = await api.ask(token, listFirst, place);
      return [counts!.in_house, counts!.attention, first?.length ?? 0];
    };
    const all = await at();
    const each = await Promise.all([111, 112, 211].map(at));
    expect(each.map(([inHouse]) => inHouse)).toEqual([4, 1, 1]);
    const sum = (place: 0 | 1) =>
      each.reduce((before, counts) => before + counts[place]!, 0);
    expect(all.slice(0, 2)).toEqual([sum(0), sum(1)]);
    expect(await at(121)).toEqual([0, 0, 0]);
  });

  it("are closed to account managers", async () => {
    const { token } = await api.signIn({ accessLevel: "account_manager" });
    const input = { level: "facility", id: 111, file: false } as const;
    const { status } = await api.ask(token, listToday, input);
    expect(status).toBe(403);
  });

  it("keep the newer line of a resident who is merged, which can be changed", async () => {
    const { db } = api.deps.store;
    const { token } = await api.signIn(FACILITY);
    const write = (stayId: number, was: string, text: string) =>
      api.ask(token, discussToday, {
        level: "facility",
        id: 111,
        residents: [{ stayId, line: { was, text }, isDiscussed: true }],
      });
    const ofFirst = async () => {
      const { line, discussed_at } = byStay((await of111()).data).get(1)!;
      return { line, isDiscussed: discussed_at !== null };
    };
    await write(1, "", "");
    await write(2, "", "Call the family");
    const merges = [
      { from_id: 2, into_id: 4, merged_at: "2026-06-15T00:00:00.000Z" },
      { from_id: 4, into_id: 1, merged_at: "2026-06-15T00:00:00.000Z" },
    ];
    await db.insertInto("merges").values(merges).execute();
    expect(await ofFirst()).toEqual({
      line: "Call the family",
      isDiscussed: true,
    });
    const { answer } = await write(1, "Call the family", "Called");
    expect(answer).toEqual({ changedByOthers: [] });
    expect((await ofFirst()).line).toBe("Called");
    const left = await db
      .selectFrom("discussions")
      .select(["patient_id", "line"])
      .execute();
    expect(left).toEqual([{ patient_id: 1, line: "Called" }]);
    await db.deleteFrom("merges").execute();
    await db.deleteFrom("discussions").execute();
  });

  it("take lines of the residents of their list alone", async () => {
    const { db } = api.deps.store;
    const { token } = await api.signIn({ accessLevel: "company" });
    const write = async (stayId: number) => {
      const line = { was: "", text: "Call the family" };
      const place = { level: "facility", id: 111 } as const;
      const residents = [{ stayId, line }];
      const asked = { ...place, residents };
      return (await api.ask(token, discussToday, asked)).status;
    };
    // Left 16 days ago; at another facility; went home yesterday, perhaps since the page was opened.
    expect(await Promise.all([6, 19, 10].map(write))).toEqual([404, 404, 200]);
    const stored = await db
      .selectFrom("discussions")
      .select("patient_id")
      .execute();
    expect(stored).toEqual([{ patient_id: 10 }]);
    await db.deleteFrom("discussions").execute();
  });

  describe("with notes", () => {
    const HOUR = 3_600_000;
    const noteOf = (id: number, stay_: number, hours: number, risk = 0) => ({
      id,
      patient_id: stay_,
      facility_id: 111,
      npi: ADA,
      noted_at: new Date(
        Date.parse("2026-06-15T12:00:00.000Z") - hours * HOUR,
      ).toISOString(),
      note_type: "Progress Note",
      note_text: "Text",
      provider: null,
      recorded_patient_id: null,
      high_risk: risk === 0 ? (0 as const) : (1 as const),
    });

    beforeAll(async () => {
      const { db } = api.deps.store;
      await db
        .insertInto("notes")
        .values([
          noteOf(1, 1, 40, 1),
          noteOf(2, 1, 5),
          noteOf(3, 2, 71),
          noteOf(4, 8, 73),
          // Of the stay before, which is over.
          noteOf(5, 3, 240, 1),
          { ...noteOf(6, 8, 1), npi: BEN },
        ])
        .execute();
    });

    it("have the newest of their stay, and the newest high-risk one", async () => {
      const answer = await of111();
      expect(answer.has_notes).toBe(true);
      const rows = byStay(answer.data);
      expect(rows.get(1)).toMatchObject({
        last_note_at: "2026-06-15T07:00:00.000Z",
        last_note_high_risk: false,
        high_risk_note_at: "2026-06-13T20:00:00.000Z",
      });
      // Who asks is no physician.
      for (const row of answer.data) {
        expect(row).not.toHaveProperty("last_note_unread");
      }
      expect(rows.get(8)?.last_note_at).toBe("2026-06-15T11:00:00.000Z");
      expect(rows.get(13)?.last_note_at).toBeNull();
    });

    it("are unread for the physician whose notes they are, for 72 hours", async () => {
      const user: TestUser = { accessLevel: "physician", ids: [ADA] };
      const rows = byStay((await ask(user, `physician/${ADA}`)).data);
      expect([1, 2, 8].map((id) => rows.get(id)?.last_note_unread)).toEqual([
        true,
        true,
        false,
      ]);
      // The newer one is another physician's.
      expect(rows.get(8)?.last_note_at).toBe("2026-06-12T11:00:00.000Z");
    });

    it("have none for a level that has no After Hours Patient Report", async () => {
      const user: TestUser = { accessLevel: "region", ids: [11] };
      const { db } = api.deps.store;
      await db
        .deleteFrom("report_roles")
        .where("role", "=", "region")
        .execute();
      const answer = await ask(user, "facility/111");
      expect(answer.has_notes).toBe(false);
      expect(answer.data.every(({ last_note_at: at }) => at === null)).toBe(
        true,
      );
      expect(
        answer.data.every(({ high_risk_note_at: at }) => at === null),
      ).toBe(true);
    });
  });
});
