import { beforeAll, describe, expect, it } from "vitest";
import { getQuality } from "~/contract/qmcalculator";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { listResidents } from "~/features/today/rules/list";
import { standingOf } from "~/features/residents/rules";
import { rebuildFigures } from "~server/measures/rebuild";
import { listCensus } from "~server/data-quality/service";
import { insertCensus } from "~server/measures/testing/census";
import { ADA } from "~server/measures/testing/hand-made-census";
import { reachThrough } from "~server/measures/testing/reach-through";
import { viewResident } from "~server/residents/service";
import { openTestApi } from "~server/testing/open-test-api";
import { listToday } from "~server/today/service";
import { openedForAll } from "~server/testing/opened";

const ZONES = {
  111: "Pacific/Honolulu",
  112: "America/Puerto_Rico",
  211: null,
};
const FACILITIES = [111, 112, 211] as const;

/** A bed is kept for 15 days after it, the last of which is the 15th. */
const LEFT_ON = epochDayOf("2026-11-30");
/** Its 30 days end on the 19th. */
const ADMITTED_ON = epochDayOf("2026-11-19");
/** The first day of the default range on the 15th. */
const A_YEAR_AGO = epochDayOf("2025-12-15");

describe("the day of a facility", () => {
  const api = openedForAll(() => openTestApi());
  beforeAll(async () => {
    const { db } = api.deps.store;
    const reach = epochDayOf("2026-12-14");
    await insertCensus(
      db,
      {
        reach: { 111: reach, 112: reach, 211: reach },
        patients: FACILITIES.map((id) => ({
          ...{ id, first_name: null, last_name: `Of ${id}` },
          frailty_score: null,
        })),
        stays: FACILITIES.flatMap((id) => [
          {
            ...{ id, patient_id: id, facility_id: id, npi: ADA, isnp: 0 },
            admitted_on: ADMITTED_ON,
            discharged_on: null,
            admitted_from: "hospital",
          },
          {
            ...{ patient_id: id, facility_id: id, npi: ADA, isnp: 0 },
            id: 1000 + id,
            admitted_on: A_YEAR_AGO,
            discharged_on: A_YEAR_AGO + 1,
            admitted_from: "hospital",
          },
        ]),
        transfers: FACILITIES.map((id) => ({
          ...{ id, patient_id: id, facility_id: id, planned: 0 },
          transferred_on: LEFT_ON,
          outcome: "inpatient",
        })),
      },
      [ADA],
    );
    await rebuildFigures(db);
    for (const id of FACILITIES) {
      await db
        .updateTable("facilities")
        .set({ time_zone: ZONES[id] })
        .where("id", "=", id)
        .execute();
    }
    await db
      .insertInto("notes")
      .values(
        FACILITIES.map((id) => ({
          ...{ id, patient_id: id, facility_id: id, npi: ADA },
          // After midnight in New York and Puerto Rico, and the evening before in Honolulu.
          noted_at: "2026-12-14T06:30:00.000Z",
          ...{ note_type: "Note", note_text: "Text", provider: null },
          ...{ recorded_patient_id: null, high_risk: 1 as const },
        })),
      )
      .execute();
  });

  const goTo = (instant: string) =>
    api.advance(Date.parse(instant) - api.deps.clock().getTime());

  async function ask(path: string): Promise<unknown> {
    const { token } = await api.signIn({ accessLevel: "company" });
    const response = await api.get(path, token);
    expect(response.status).toBe(200);
    return response.json();
  }

  async function statusOf(path: string): Promise<number> {
    const { token } = await api.signIn({ accessLevel: "company" });
    return (await api.get(path, token)).status;
  }

  async function todayOf(level: "facility" | "physician", id: number) {
    const { token } = await api.signIn({ accessLevel: "company" });
    const input = { level, id, file: false };
    return (await api.ask(token, listToday, input)).answer!;
  }

  async function storyOf(id: number) {
    const { token } = await api.signIn({ accessLevel: "company" });
    const { answer } = await api.ask(token, viewResident, { id, page: 0 });
    return answer!.story!;
  }

  /** What the three screens say of each facility: its day, days left of the window, since when the resident is out, and who is in house. */
  async function said() {
    const { token } = await api.signIn({ accessLevel: "company" });
    const all = { place: null, page: 0 };
    const { answer: census } = await api.ask(token, listCensus, all);
    return Promise.all(
      FACILITIES.map(async (id) => {
        const answer = await todayOf("facility", id);
        const [one] = listResidents(answer);
        const { stays } = await storyOf(id);
        const { window } = standingOf(stays) ?? {};
        const row = census?.data.find(({ facility_id }) => facility_id === id);
        const out = one?.row.out_since ?? null;
        expect([window?.daysLeft, stays[0]?.outSince ?? null]).toEqual([
          one?.day.window?.daysLeft,
          out && epochDayOf(out),
        ]);
        return [answer.day, window?.daysLeft, out, row?.residents];
      }),
    );
  }

  const OUT = "2026-11-30";

  it("is by its own clock, on Today, on a resident's page and in the census", async () => {
    goTo("2026-12-16T04:30:00Z"); // 23:30 in New York
    expect(await said()).toEqual([
      ["2026-12-15", 4, OUT, 0],
      ["2026-12-16", 3, null, 1],
      ["2026-12-15", 4, OUT, 0],
    ]);
    goTo("2026-12-16T07:00:00Z"); // 02:00 in New York
    expect(await said()).toEqual([
      ["2026-12-15", 4, OUT, 0],
      ["2026-12-16", 3, null, 1],
      ["2026-12-16", 3, null, 1],
    ]);
  });

  it("is that of each resident in a physician's list, New York's for the list", async () => {
    goTo("2026-12-16T07:00:00Z");
    const answer = await todayOf("physician", ADA);
    expect(answer.day).toBe("2026-12-16");
    expect(answer.facilities.map((one) => [one.facility_id, one.day])).toEqual(
      expect.arrayContaining([
        [111, "2026-12-15"],
        [112, "2026-12-16"],
        [211, "2026-12-16"],
      ]),
    );
    const left = new Map(
      listResidents(answer).map(({ row, day }) => [
        row.facility_id,
        day.window?.daysLeft,
      ]),
    );
    expect(FACILITIES.map((id) => left.get(id))).toEqual([4, 3, 3]);
  });

  it("is that of a note", async () => {
    goTo("2026-12-16T07:00:00Z");
    const { data } = await todayOf("physician", ADA);
    const days = new Map(
      data.map((row) => [row.facility_id, row.high_risk_note_on]),
    );
    expect(FACILITIES.map((id) => days.get(id))).toEqual([
      "2026-12-13",
      "2026-12-14",
      "2026-12-14",
    ]);
    const stories = await Promise.all(FACILITIES.map(storyOf));
    const clocks = stories.map(({ notes: [note] }) => [
      isoDayOf(note!.day),
      note!.minuteOfDay,
    ]);
    expect(clocks).toEqual([
      ["2026-12-13", 20 * 60 + 30],
      ["2026-12-14", 2 * 60 + 30],
      ["2026-12-14", 60 + 30],
    ]);
  });

  it("ends the ranges of its own figures, and New York's those of larger places", async () => {
    await reachThrough(api, "2026-12-15", [111, 211]);
    await reachThrough(api, "2026-12-16", [112]);
    const of = (place: string) =>
      statusOf(`/api/metrics/${place}/2026-12-16/2026-12-16/`);
    const all = () =>
      Promise.all(
        ["facility/111", "facility/112", "facility/211", "company/0"].map(of),
      );
    goTo("2026-12-16T04:30:00Z");
    expect(await all()).toEqual([204, 200, 204, 204]);
    goTo("2026-12-16T07:00:00Z");
    expect(await all()).toEqual([204, 200, 204, 200]);
  });

  it("ends the default range that its score covers", async () => {
    goTo("2026-12-16T07:00:00Z");
    const admissions = await Promise.all(
      FACILITIES.map(async (id) => {
        const answer = await ask(`/api/qmcalculator/facility/${id}/`);
        return getQuality.answer.parse(answer).data.ach_adm;
      }),
    );
    expect(admissions).toEqual([2, 1, 1]);
  });
});
