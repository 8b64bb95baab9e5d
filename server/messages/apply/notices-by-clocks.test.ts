import type { Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import {
  addSender,
  er7,
  play,
  storedTransfers,
} from "~server/messages/testing/played-feed";
import { insertCensus } from "~server/measures/testing/census";
import type { Schema } from "~server/store/schema";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";

const WHO = "55^^^MAPLE^MR";

/** A resident of the census in a facility of a time zone, whose hospital tells of residents of any facility. */
async function addResident(
  db: Kysely<Schema>,
  time_zone: string,
  admittedOn: string,
): Promise<void> {
  const admitted_on = epochDayOf(admittedOn);
  const stay = {
    ...{ id: 5, patient_id: 5, facility_id: 111, npi: 9000000001 },
    ...{ admitted_on, discharged_on: null, isnp: 0 as const },
    admitted_from: "hospital" as const,
  };
  const census = {
    patients: [
      { id: 5, first_name: "Cem", last_name: "Own", frailty_score: 3 },
    ],
    stays: [stay],
    transfers: [],
    reach: { 111: epochDayOf("2026-06-05") },
  };
  await insertCensus(db, census, [9000000001]);
  await db.updateTable("patients").set({ mrn: "55" }).execute();
  await db
    .updateTable("facilities")
    .set({ time_zone })
    .where("id", "=", 111)
    .execute();
  await addSender(db, {});
  await addSender(db, { sender: "EPIC", facility: "GH", role: "hospital" });
  // So far the hospital's number is nobody's.
  await play(db, [er7("A08", "202606020900", { who: `${WHO}~9^^^GH^MR` })]);
}

const notice = (said: string, pv1: Record<number, string> = {}) =>
  er7("A04", said, {
    who: "9^^^GH^MR",
    sender: "EPIC",
    facility: "GH",
    pv1: { 2: "E", ...pv1 },
  });

describe.each(TEST_DIALECTS)("a hospital of any facility, on %s", (dialect) => {
  it.each([
    ["America/Los_Angeles", "202606102230-0800"],
    ["America/Los_Angeles", "202606102230"],
    ["America/Chicago", "2026-06-10T23:30:00-05:00"],
    ["America/Phoenix", "202606102310-0700"],
    ["Pacific/Guam", "202606102330+1000"],
  ])("tells by the clocks of %s of a visit at %s", async (zone, when) => {
    const store = await openTestStore(dialect);
    const { db } = store;
    await addResident(db, zone, "2026-06-01");
    await play(db, [notice("202606111200+0000", { 44: when })]);
    expect(await storedTransfers(db)).toEqual(["111 06-10 ed_only feed"]);
    await store.close();
  });

  it.each([
    ["America/Los_Angeles", "202606100930", "202606101100"],
    ["America/Chicago", "202606100930", "202606101000"],
    ["Pacific/Guam", "202606100930", "202606100940"],
  ])(
    "in %s finds in house who came at %s, at %s",
    async (zone, came, visited) => {
      const store = await openTestStore(dialect);
      const { db } = store;
      await addResident(db, zone, "2026-06-01");
      await play(db, [
        er7("A03", "202606080900", { who: WHO }),
        er7("A01", came, { who: WHO, pv1: { 2: "I" } }),
        notice(visited),
      ]);
      expect(await storedTransfers(db)).toEqual(["111 06-10 ed_only feed"]);
      await store.close();
    },
  );
});
