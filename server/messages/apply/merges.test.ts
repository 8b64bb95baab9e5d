import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { orders } from "~/features/messages/rules/testing/orders";
import { applyAnew } from "~server/messages/senders/change-senders";
import {
  addSender,
  applyAll,
  drop,
  er7,
  messageStates,
  play,
  storedStays,
} from "~server/messages/testing/played-feed";
import { insertCensus } from "~server/measures/testing/census";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";

describe.each(TEST_DIALECTS)("numbers and merges, on %s", (dialect) => {
  let store: Store;
  let db: Kysely<Schema>;
  const open = async () => {
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
  };
  beforeEach(open);
  afterEach(() => store.close());

  const admitted = (who: string, day: string, more = {}) =>
    er7("A01", `202606${day}0900`, {
      who,
      pv1: { 2: "I", 19: `V${day}` },
      id: day,
      ...more,
    });
  const merge = (who: string, merged: string, more: string[] = []) =>
    er7("A40", "202606140900", { who, merged, more, id: "MERGE" });

  /** How many residents there are, and what the merge is. */
  const outcome = async () => {
    const stays = await storedStays(db);
    const residents = new Set(
      (
        await db.selectFrom("stays").select("patient_id").distinct().execute()
      ).map(({ patient_id }) => patient_id),
    );
    const { MERGE } = await messageStates(db);
    return `${stays.length} stays of ${residents.size}, ${MERGE}`;
  };

  it.each([
    ["MG2", "MG2^^^LTC^MR"],
    ["MG2", "MG2^^^LTC&1.2.3&ISO^MR"],
    ["MG2^^^^MR", "MG2^^^LTC^PI"],
    ["MG2^^^&1.2.3&ISO^MR", "MG2^^^LTC&1.2.3&ISO"],
    ["MG2^^^LTC&1.2.3&ISO^MR", "MG2^^^&1.2.3&ISO^MR"],
    ["MG2^^^OLD&1.2.3&ISO", "MG2^^^LTC&1.2.3&ISO^MR"],
    ["MG2^^^LTC^MR", "MG2^^^LTC&1.2.3&ISO^MR"],
    ["MG2^^^LTC^MR", "MG2"],
  ])("merge %s where %s is meant, in every order", async (short, whole) => {
    const texts = [
      admitted("MG1^^^LTC^MR", "02"),
      admitted(whole, "05"),
      merge("MG1^^^LTC^MR", short),
    ];
    for (const order of orders(texts)) {
      await store.close();
      await open();
      for (const text of order) await play(db, [text]);
      expect(await outcome()).toBe("2 stays of 1, used");
    }
    expect(await drop(db, "MERGE")).toBe(true);
    expect(await outcome()).toBe("2 stays of 2, dropped");
  });

  it.each([
    ["of two givers", ["MG2^^^LTC^MR", "MG2^^^OTHER^MR"], {}],
    ["of another facility", ["MG2^^^LTC^MR"], { facility: "ALDER" }],
    ["of nobody", [], {}],
  ])(
    "wait where the number may be that %s, in every order",
    async (_, whom, more) => {
      const texts = [
        admitted("MG1^^^LTC^MR", "02"),
        ...whom.map((who, at) => admitted(who, `0${5 + at}`, more)),
        merge("MG1^^^LTC^MR", "MG2"),
      ];
      const count = whom.length + 1;
      for (const order of orders(texts)) {
        await store.close();
        await open();
        for (const text of order) await play(db, [text]);
        expect(await outcome()).toBe(
          `${count} stays of ${count}, waiting: nothing_to_merge`,
        );
      }
    },
  );

  it("of a facility that nobody has mapped mean the only one with the number, as long as there is no other", async () => {
    await play(db, [
      admitted("MG1^^^LTC^MR", "02"),
      admitted("MG2^^^LTC^MR", "05"),
      er7("A40", "202606140900", {
        facility: "NOWHERE",
        id: "MERGE",
        who: "MG1^^^LTC^MR",
        merged: "MG2^^^OLD^MR~MG2",
      }),
    ]);
    expect(await outcome()).toBe("2 stays of 1, used");
    await play(db, [admitted("MG2^^^LTC^MR", "06", { facility: "ALDER" })]);
    expect(await outcome()).toBe("3 stays of 3, waiting: nothing_to_merge");
    expect(await drop(db, "06")).toBe(true);
    expect(await outcome()).toBe("2 stays of 1, used");
  });

  it("join each of several pairs of a merge, and no two pairs", async () => {
    const pairs = [
      ["PV1||I", "PID|2||81^^^M^MR", "MRG|82^^^M^MR"],
      ["PD1|", "PV1||I", "PID|3||91^^^M^MR", "MRG|92^^^M^MR"],
    ].flat();
    const numbers = ["71", "72", "81", "82", "91", "92"];
    const texts = numbers.map((number, at) =>
      admitted(`${number}^^^M^MR`, `0${at + 1}`),
    );
    const three = merge("71^^^M^MR", "72^^^M^MR", pairs);
    await play(db, [texts[1] ?? "", three]);
    expect(await outcome()).toBe("1 stays of 1, waiting: nothing_to_merge");
    await play(db, texts);
    expect(await outcome()).toBe("6 stays of 3, used");
    expect((await storedStays(db)).map((stay) => stay.split(" ")[0])).toEqual([
      "71",
      "71",
      "81",
      "81",
      "91",
      "91",
    ]);
  });

  it("join residents of the census, and wait where it has none", async () => {
    const patients = [5, 6].map((id) => ({
      ...{ id, first_name: "Cem", last_name: "Own", frailty_score: null },
      mrn: `${id}${id}`,
    }));
    await db.insertInto("patients").values(patients).execute();
    await db
      .insertInto("stays")
      .values(
        [5, 6].map((id) => ({
          ...{ id, patient_id: id, facility_id: 111, npi: null },
          ...{ admitted_on: 20_000, discharged_on: null, rth: 0, ed: 0 },
          ...{ admitted_from: "hospital" as const, isnp: 0 as const },
          long_stay_from: 20_100,
        })),
      )
      .execute();
    await play(db, [merge("55^^^M^MR", "66^^^M^MR")]);
    // Both were there at once, which is one stay (R244).
    expect(await outcome()).toBe("1 stays of 1, used");
    await play(db, [
      er7("A40", "202606140901", {
        who: "55^^^M^MR",
        merged: "67^^^M^MR",
        id: "OTHER",
      }),
    ]);
    expect(await messageStates(db)).toMatchObject({
      MERGE: "used",
      OTHER: "waiting: nothing_to_merge",
    });
    await play(db, [admitted("55^^^M^MR", "10")]);
    expect(await outcome()).toBe("1 stays of 1, used");
    const parts = () =>
      db.selectFrom("joined_stays").select("id").orderBy("id").execute();
    expect(await parts()).toEqual([{ id: -1 }, { id: 5 }, { id: 6 }]);
    await play(db, [admitted("77^^^M^MR", "11")]);
    expect(await parts()).toEqual([{ id: -1 }, { id: 5 }, { id: 6 }]);
    await drop(db, "MERGE");
    expect(await storedStays(db)).toEqual([
      "55 111 10-04.. census",
      "55 111 06-10.. feed",
      "66 111 10-04.. census",
      "77 111 06-11.. feed",
    ]);
  });

  it.each(["MEDREC", "EPI", "Chart No", "FI", "PN"])(
    "of type %s wait until the codes of their sender say what that is",
    async (type) => {
      await play(db, [admitted(`77^^^M^${type}`, "02")]);
      expect(await messageStates(db)).toEqual({
        "02": "waiting: unknown_number",
      });
      expect(await storedStays(db)).toEqual([]);
      const codes = `PID-3.5:${encodeURIComponent(type)}=MR`;
      await db.updateTable("senders").set({ codes }).execute();
      await applyAnew(db, [{ sender: "PCC", facility: "WILLOW" }]);
      await applyAll(db);
      expect(await messageStates(db)).toEqual({ "02": "used" });
      expect(await storedStays(db)).toEqual(["77 111 06-02.. feed"]);
    },
  );

  it.each([
    ["0000000000", 2],
    ["UNKNOWN", 2],
    ["999999999", 2],
    ["NA", 2],
    ["00000", 2],
    ["9999999999999999", 2],
    ["4711", 1],
  ])(
    "as %s beside their own make of two residents %i",
    async (number, count) => {
      const both = (own: string) => `${own}^^^M^MR~${number}^^^MPI^PI`;
      await play(db, [admitted(both("71"), "02"), admitted(both("72"), "05")]);
      expect(await outcome()).toBe(`2 stays of ${count}, undefined`);
    },
  );

  it("that identify nobody join nobody in messages that were stored before", async () => {
    const both = (own: string) => `${own}^^^M^MR~4711^^^MPI^PI`;
    await play(db, [admitted(both("71"), "02"), admitted(both("72"), "05")]);
    const rows = await db
      .selectFrom("feed_messages")
      .select(["id", "facts"])
      .execute();
    for (const { id, facts } of rows) {
      await db
        .updateTable("feed_messages")
        .set({ facts: facts?.replace("4711", "00000"), status: "stored" })
        .where("id", "=", id)
        .execute();
    }
    await applyAll(db);
    expect(await outcome()).toBe("2 stays of 2, undefined");
  });
});
