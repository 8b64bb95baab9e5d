import type { Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { addSender, er7, onFeed } from "~server/messages/testing/played-feed";
import { rebuildFigures } from "~server/measures/rebuild";
import { insertCensus } from "~server/measures/testing/census";
import type { Schema } from "~server/store/schema";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

const WHO = "55^^^MAPLE^MR";

/** A resident of the census, and a hospital that tells of residents of any facility. */
async function addResident(db: Kysely<Schema>): Promise<void> {
  const stay = {
    ...{ id: 5, patient_id: 5, facility_id: 111, npi: 9000000001 },
    ...{ admitted_on: epochDayOf("2026-06-01"), discharged_on: null },
    ...{ admitted_from: "hospital" as const, isnp: 0 as const },
  };
  const person = { id: 5, first_name: "Cem", last_name: "Own" };
  const patients = [{ ...person, frailty_score: 3 }];
  const reach = { 111: epochDayOf("2026-06-05") };
  const census = { patients, stays: [stay], transfers: [], reach };
  await insertCensus(db, census, [9000000001]);
  await db.updateTable("patients").set({ mrn: "55" }).execute();
  await rebuildFigures(db);
  await addSender(db, {});
  await addSender(db, { sender: "EPIC", facility: "GH", role: "hospital" });
}

describe.each(TEST_DIALECTS)("a hospital of any facility, on %s", (dialect) => {
  const feed = onFeed(dialect, addResident);
  const begin = async (time_zone: string) => {
    await feed
      .db()
      .updateTable("facilities")
      .set({ time_zone })
      .where("id", "=", 111)
      .execute();
    // So far the hospital's number is nobody's.
    await feed.play(`A08 02 0900 who=${WHO}~9^^^GH^MR`);
  };
  const notice = (said: string, when = "") =>
    er7("A04", said, {
      ...{ who: "9^^^GH^MR", sender: "EPIC", facility: "GH" },
      pv1: { 2: "E", 44: when },
    });

  it.each([
    ["America/Los_Angeles", "202606102230-0800"],
    ["America/Los_Angeles", "202606102230"],
    ["America/Chicago", "2026-06-10T23:30:00-05:00"],
    ["America/Phoenix", "202606102310-0700"],
    ["Pacific/Guam", "202606102330+1000"],
  ])("tells by the clocks of %s of a visit at %s", async (zone, when) => {
    await begin(zone);
    await feed.play([notice("202606111200+0000", when)]);
    expect(await feed.transfers()).toEqual(["111 06-10 ed_only feed"]);
  });

  it.each([
    ["America/Los_Angeles", "0930", "1100"],
    ["America/Chicago", "0930", "1000"],
    ["Pacific/Guam", "0930", "0940"],
  ])(
    "in %s finds in house who came at %s, at %s",
    async (zone, came, visited) => {
      await begin(zone);
      await feed.play(`A03 08 0900 who=${WHO}; A01 10 ${came} who=${WHO} 2=I`);
      await feed.play([notice(`20260610${visited}`)]);
      expect(await feed.transfers()).toEqual(["111 06-10 ed_only feed"]);
    },
  );
});
