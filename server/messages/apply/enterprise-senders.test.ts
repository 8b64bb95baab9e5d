import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { applyAnew } from "~server/messages/senders/change-senders";
import {
  addSender,
  applyAll,
  er7,
  messageStates,
  play,
  storedStays,
  storedTransfers,
} from "~server/messages/testing/played-feed";
import { insertCensus } from "~server/measures/testing/census";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";

describe.each(TEST_DIALECTS)("an enterprise that sends, on %s", (dialect) => {
  let store: Store;
  let db: Kysely<Schema>;
  beforeEach(async () => {
    store = await openTestStore(dialect);
    db = store.db;
    const reach = { 111: epochDayOf("2026-06-05") };
    await insertCensus(
      db,
      { patients: [], stays: [], transfers: [], reach },
      [],
    );
    await addSender(db, {});
    await addSender(db, { facility: "ALDER", facility_id: 112 });
  });
  afterEach(() => store.close());

  /** MSH-4 is the enterprise; the facility stands in PV1-3.4. */
  const admitted = (location: string, who: string, id: string) =>
    er7("A01", "202606100900", {
      facility: "CHAIN",
      who: `${who}^^^CHAIN^MR`,
      pv1: { 2: "I", 3: `1^2^A^${location}` },
      id,
    });
  const merge = (more = {}) =>
    er7("A40", "202606110900", {
      facility: "CHAIN",
      who: "71^^^CHAIN^MR",
      merged: "72^^^CHAIN^MR",
      id: "MERGE",
      ...more,
    });
  const two = [admitted("WILLOW", "71", "A"), admitted("ALDER", "72", "B")];
  const ofOne = ["71 111 06-10.. feed", "71 112 06-10.. feed"];

  const map = async (facility: string, facility_id: number) => {
    await addSender(db, { facility, facility_id });
    await applyAnew(db, [{ sender: "PCC", facility }]);
    await applyAll(db);
  };

  it.each(["ABM", "MAB", "BMA"])(
    "merges residents without saying where, in the order %s",
    async (order) => {
      const texts: Record<string, string> = {
        A: two[0] ?? "",
        B: two[1] ?? "",
        M: merge(),
      };
      for (const name of order) await play(db, [texts[name] ?? ""]);
      expect((await storedStays(db)).sort()).toEqual(ofOne);
      expect(await messageStates(db)).toEqual({
        A: "used",
        B: "used",
        MERGE: "used",
      });
    },
  );

  it("moves no stay of a facility when it is mapped to another one", async () => {
    await play(db, [...two, merge()]);
    await map("CHAIN", 211);
    expect((await storedStays(db)).sort()).toEqual(ofOne);
    // What names no facility by itself is of the one that it is mapped to.
    await play(db, [admitted("SPRUCE", "73", "C")]);
    expect(await storedStays(db)).toContain("73 211 06-10.. feed");
    await map("SPRUCE", 121);
    expect(await storedStays(db)).toContain("73 121 06-10.. feed");
  });

  it("merges nothing where nobody knows whether it is a facility or a hospital", async () => {
    await addSender(db, { facility: "GH", role: "hospital" });
    await play(db, [...two, merge()]);
    expect(await storedStays(db)).toHaveLength(2);
    expect(await messageStates(db)).toMatchObject({
      MERGE: "waiting: unknown_facility",
    });
    await map("CHAIN", 211);
    expect((await storedStays(db)).sort()).toEqual(ofOne);
  });

  it("keeps what is written of each of two transfers of one day with it", async () => {
    const told = (event: string, hour: string, more = {}) =>
      er7(event, `20260610${hour}`, {
        who: "71^^^CHAIN^MR",
        pv1: { 2: "I", 36: event === "A21" ? "02" : "" },
        ...more,
      });
    await addSender(db, { sender: "EPIC", facility: "GH", role: "hospital" });
    await play(db, [
      told("A01", "0100"),
      told("A21", "0600"),
      told("A22", "1000"),
      told("A21", "1500"),
    ]);
    const ids = async () => {
      const rows = await db
        .selectFrom("transfers")
        .select(["minute_of_day", "id"])
        .orderBy("minute_of_day")
        .execute();
      return rows.map(({ id }) => id);
    };
    const before = await ids();
    expect(before).toHaveLength(2);
    // What was assumed of the one turns out to be true of the other.
    const visit = (hour: string, patientClass: string) =>
      told("A04", hour, {
        sender: "EPIC",
        facility: "GH",
        pv1: { 2: patientClass, 19: hour },
      });
    await play(db, [visit("0630", "I"), visit("1530", "E")]);
    expect(await ids()).toEqual(before);
    expect((await storedTransfers(db)).sort()).toEqual([
      "111 06-10 ed_only feed",
      "111 06-10 inpatient feed",
    ]);
  });
});
