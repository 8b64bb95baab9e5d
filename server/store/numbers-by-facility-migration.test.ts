import { expect, it } from "vitest";
import type { Viewer } from "~/domain/access/viewer";
import { epochDayOf } from "~/domain/calendar";
import { answersOf } from "~/features/reviews/rules/answers";
import {
  addSender,
  applyAll,
  er7,
  messageStates,
  play,
} from "~server/messages/testing/played-feed";
import { forgetResident } from "~server/forget/forget-resident";
import { checkFigures } from "~server/measures/check/check-figures";
import { insertCensus } from "~server/measures/testing/census";
import { columnsOf } from "~server/reviews/stored-review";
import { findTransferToReview } from "~server/reviews/transfer-to-review";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { numbersByFacility } from "./migrations/0025-numbers-by-facility";

const COMPANY: Viewer = {
  accessLevel: "company",
  accessLevelIds: [0],
  isnpOnly: false,
};

const SAID: Record<string, string> = { A01: "02", A21: "10", A04: "11" };

const told = (event: string, facility: string, who: string, more = {}) =>
  er7(event, `202606${SAID[event]}0900`, {
    facility,
    who: `${who}^^^LTC^MR`,
    pv1: { 36: event === "A21" ? "02" : "" },
    ...more,
  });

it.each(TEST_DIALECTS)(
  "a number that several facilities name becomes one of each, with reviews, marks and outcomes, on %s",
  async (dialect) => {
    const store = await openTestStore(dialect);
    const { db } = store;
    const reach = { 111: epochDayOf("2026-06-05") };
    const nothing = { patients: [], stays: [], transfers: [] };
    await insertCensus(db, { ...nothing, reach }, []);
    // So numbers were stored before the migration: by their authority alone.
    const codes = "PID-3.4:LTC=SHARED";
    await addSender(db, { codes });
    await addSender(db, { codes, facility: "ALDER", facility_id: 112 });
    await addSender(db, { sender: "EPIC", facility: "GH", role: "hospital" });
    await play(db, [
      ...["WILLOW", "ALDER"].flatMap((facility) => [
        told("A01", facility, "71"),
        told("A21", facility, "71"),
        told("A01", facility, "72"),
      ]),
      told("A01", "ALDER", "73"),
      told("A04", "GH", "73", {
        ...{ sender: "EPIC", id: "NOTICE", pv1: { 2: "E" } },
      }),
    ]);
    const transfers = () =>
      db
        .selectFrom("transfers")
        .select(["id", "facility_id", "outcome", "patient_id"])
        .orderBy("id")
        .execute();
    const before = await transfers();
    expect(before).toHaveLength(3);
    for (const { id, patient_id, facility_id } of before) {
      await db
        .insertInto("reviews")
        .values({
          ...{ transfer_id: id, patient_id, facility_id, npi: null, isnp: 0 },
          ...{ transferred_on: epochDayOf("2026-06-10"), version: 1 },
          ...{ state: "open", ...columnsOf(answersOf({ change: `${id}` })) },
        })
        .execute();
    }
    const { patient_id } = await db
      .selectFrom("feed_numbers")
      .where("number", "=", "72")
      .select("patient_id")
      .executeTakeFirstOrThrow();
    const now = new Date("2026-06-20T12:00:00Z");
    await forgetResident(db, Number(patient_id), { isDryRun: false, now });
    await db.updateTable("senders").set({ codes: "" }).execute();

    await db.transaction().execute((trx) => numbersByFacility().up(trx));
    await applyAll(db);

    const after = await transfers();
    expect(after).toEqual(
      before.map((row) => ({ ...row, patient_id: expect.any(Number) })),
    );
    expect(new Set(after.map((row) => row.patient_id)).size).toBe(3);
    for (const { id, patient_id } of after) {
      const found = await findTransferToReview(db, COMPANY, id);
      const { patient_id: of } = await db
        .selectFrom("reviews")
        .where("id", "=", Number(found?.written_id))
        .select("patient_id")
        .executeTakeFirstOrThrow();
      expect(of).toBe(patient_id);
    }
    // The resident of one facility is known by the same id as before.
    expect(after.map((row) => row.patient_id)).toContain(before[0]?.patient_id);
    expect(await messageStates(db)).toMatchObject({ NOTICE: "used" });
    await play(
      db,
      ["WILLOW", "ALDER"].map((at) => told("A08", at, "72")),
    );
    const names = await db
      .selectFrom("stays")
      .innerJoin("patients", "patients.id", "patient_id")
      .where("forgotten_at", "is not", null)
      .select(["facility_id", "last_name"])
      .orderBy("facility_id")
      .execute();
    expect(names).toEqual([
      { facility_id: 111, last_name: null },
      { facility_id: 112, last_name: null },
    ]);
    expect((await checkFigures(db)).places).toEqual([]);
    await store.close();
  },
);
