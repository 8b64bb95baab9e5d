import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { insertCensus } from "~server/measures/testing/census";
import { ADA } from "~server/measures/testing/hand-made-census";
import { openTestApi } from "~server/testing/open-test-api";
import { readStaysOfNotes } from "./notes-in-view";
import { openedForAll } from "~server/testing/opened";

const ZONES = { 111: "Pacific/Honolulu", 112: "Asia/Kolkata", 211: null };
const FACILITIES = [111, 112, 211] as const;

/** A stay ended on the 13th, and the next one began on the 14th. */
const ENDED_ON = epochDayOf("2026-12-13");

describe("the stay of a note", () => {
  const api = openedForAll(() => openTestApi());
  beforeAll(async () => {
    const { db } = api.deps.store;
    const stay = { npi: ADA, isnp: 0, admitted_from: "hospital" } as const;
    await insertCensus(
      db,
      {
        reach: {},
        patients: FACILITIES.map((id) => ({
          ...{ id, first_name: null, last_name: `Of ${id}` },
          frailty_score: null,
        })),
        stays: FACILITIES.flatMap((id) => [
          {
            ...{ ...stay, id, patient_id: id, facility_id: id },
            admitted_on: ENDED_ON - 5,
            discharged_on: ENDED_ON,
          },
          {
            ...{ ...stay, id: 1000 + id, patient_id: id, facility_id: id },
            admitted_on: ENDED_ON + 1,
            discharged_on: null,
          },
        ]),
        transfers: [],
      },
      [ADA],
    );
    for (const id of FACILITIES) {
      await db
        .updateTable("facilities")
        .set({ time_zone: ZONES[id] })
        .where("id", "=", id)
        .execute();
    }
    const note = { npi: ADA, note_type: "Note", note_text: "", provider: null };
    await db
      .insertInto("notes")
      .values(
        FACILITIES.flatMap((id) =>
          [
            "2026-12-13T18:15:00.000Z",
            "2026-12-13T18:45:00.000Z",
            "2026-12-14T06:30:00.000Z",
          ].map((noted_at, at) => ({
            ...{ ...note, id: 10 * id + at, patient_id: id, facility_id: id },
            ...{ noted_at, recorded_patient_id: null, high_risk: 0 as const },
          })),
        ),
      )
      .execute();
  });

  it("is that of the day that it was where the note was written", async () => {
    const found = await readStaysOfNotes(api.deps.store.db, sql`1 = 1`);
    const staysAt = (facility: number) =>
      [0, 1, 2].map((at) => found.get(10 * facility + at)?.id);
    expect(staysAt(111)).toEqual([111, 111, 111]);
    expect(staysAt(112)).toEqual([112, 1112, 1112]);
    expect(staysAt(211)).toEqual([211, 211, 1211]);
  });
});
