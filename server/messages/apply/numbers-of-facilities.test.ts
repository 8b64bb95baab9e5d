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
  storedTransfers,
} from "~server/messages/testing/played-feed";
import { checkFigures } from "~server/measures/check/check-figures";
import { rebuildFigures } from "~server/measures/rebuild";
import { insertCensus } from "~server/measures/testing/census";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";

const EPIC = { sender: "EPIC", facility: "GH" };

describe.each(TEST_DIALECTS)("a number of two facilities, on %s", (dialect) => {
  let store: Store;
  let db: Kysely<Schema>;
  const open = async (codes: readonly string[] = []) => {
    store = await openTestStore(dialect);
    db = store.db;
    const reach = { 111: epochDayOf("2026-06-05") };
    await insertCensus(
      db,
      { patients: [], stays: [], transfers: [], reach },
      [],
    );
    await addSender(db, { codes: codes[0] ?? "" });
    await addSender(db, {
      ...{ facility: "ALDER", facility_id: 112 },
      codes: codes[1] ?? "",
    });
    await addSender(db, { ...EPIC, role: "hospital", codes: codes[2] ?? "" });
  };
  const reopen = async (codes: readonly string[]) => {
    await store.close();
    await open(codes);
  };
  beforeEach(() => open());
  afterEach(async () => {
    const { places } = await checkFigures(db);
    await store.close();
    expect(places).toEqual([]);
  });

  const admitted = (facility: string, who = "71^^^LTC^MR") =>
    er7("A01", "202606020900", {
      ...{ who, facility, id: facility },
      name: `${facility}^Ann`,
    });
  const leaves = (facility: string, who = "71^^^LTC^MR") =>
    er7("A21", "202606100900", { who, facility, pv1: { 36: "02" } });
  const notice = (who = "71^^^LTC^MR") =>
    er7("A01", "202606101000", {
      ...{ who, ...EPIC, id: "NOTICE", pv1: { 2: "E", 19: "H1" } },
    });
  const residents = async () =>
    new Set(
      (await db.selectFrom("stays").select("patient_id").execute()).map(
        ({ patient_id }) => patient_id,
      ),
    ).size;

  it.each([
    "71^^^LTC^MR",
    "71^^^PCC^PI",
    "71^^^MR",
    "71",
    "71^^^LTC&1.2.3&ISO^MR",
    `71^^^${"Long".repeat(60)}^MR`,
  ])("is of two residents as %s", async (who) => {
    await play(
      db,
      ["WILLOW", "ALDER"].map((at) => admitted(at, who)),
    );
    expect(await residents()).toBe(2);
  });

  it.each([
    ["PID-3.4:LTC=SHARED", "PID-3.4:LTC=SHARED", 1],
    ["PID-3.4:LTC=MRN,SHARED", "PID-3.4:LTC=SHARED", 1],
    ["PID-3.4:LTC=SHARED", "", 2],
    ["PID-3.4:LTC=MRN", "PID-3.4:LTC=MRN", 2],
    ["PID-3.4:ENT=SHARED", "PID-3.4:ENT=SHARED", 2],
  ])("is of as many residents as %s and %s say", async (one, other, count) => {
    await reopen([one, other]);
    await play(
      db,
      ["WILLOW", "ALDER"].map((at) => admitted(at)),
    );
    expect(await residents()).toBe(count);
  });

  it.each([
    ["72^^^LTC^MR", "71^^^LTC^MR"],
    ["72^^^LTC^MR", "71"],
  ])("is merged in its own facility, as %s of %s", async (who, merged) => {
    const own = admitted("WILLOW", "72^^^LTC^MR");
    const merge = er7("A40", "202606110900", {
      ...{ who, merged, id: "MERGE" },
    });
    await play(db, [own, admitted("ALDER"), merge]);
    expect(await residents()).toBe(2);
    expect(await messageStates(db)).toMatchObject({
      MERGE: "waiting: nothing_to_merge",
    });
    await play(db, [admitted("WILLOW")]);
    expect(await messageStates(db)).toMatchObject({ MERGE: "used" });
    expect(await storedStays(db)).toEqual([
      "71 112 06-02.. feed",
      "72 111 06-02.. feed",
    ]);
  });

  const rebuild = () => db.transaction().execute((trx) => rebuildFigures(trx));
  const inCensus = async (facilities: readonly number[]) => {
    await db
      .insertInto("patients")
      .values({
        ...{ id: 9, mrn: "71", first_name: "Ann", last_name: "Roe" },
        frailty_score: null,
      })
      .execute();
    const stay = {
      ...{ patient_id: 9, npi: null, admitted_from: "other" as const },
      ...{ rth: 0 as const, ed: 0 as const, isnp: 0 as const },
      ...{ admitted_on: 20_000 },
      ...{ discharged_on: 20_010, long_stay_from: 20_100 },
    };
    await db
      .insertInto("stays")
      .values(
        facilities.map((facility_id) => ({
          ...{ ...stay, id: facility_id, facility_id },
        })),
      )
      .execute();
    await rebuild();
  };

  it.each([
    ["71^^^LTC^MR", "71^^^LTC^MR"],
    ["71^^^WILLOW^MR", "71^^^ALDER^MR"],
    ["71", "71^^^LTC^PI"],
  ])(
    "is of the patient whom the census has in both, as %s and %s",
    async (one, other) => {
      const texts = [admitted("WILLOW", one), admitted("ALDER", other)];
      for (const order of orders(texts)) {
        await reopen([]);
        await inCensus([111, 112]);
        for (const text of order) await play(db, [text]);
        expect(await storedStays(db)).toHaveLength(4);
        expect(await residents()).toBe(1);
      }
    },
  );

  it("is of somebody else where the census has the patient in one of them alone", async () => {
    await inCensus([111]);
    await play(
      db,
      ["ALDER", "WILLOW"].map((at) => admitted(at)),
    );
    expect(await residents()).toBe(2);
  });

  it("parts with what is theirs when the census has the patient in one no longer", async () => {
    await inCensus([111, 112]);
    await play(db, [admitted("WILLOW"), admitted("ALDER"), leaves("ALDER")]);
    const ids = () =>
      db.selectFrom("transfers").select(["id", "patient_id"]).execute();
    const [before] = await ids();
    expect(before?.patient_id).toBe(9);
    await db.deleteFrom("stays").where("id", "=", 112).execute();
    await rebuild();
    await play(db, [admitted("WILLOW").replace("|WILLOW|P", "|AGAIN|P")]);
    const [after] = await ids();
    expect(after?.id).toBe(before?.id);
    expect(after?.patient_id).toBeLessThan(0);
  });

  it.each(orders(["WILLOW", "NOTICE", "ALDER"]).map((order) => [order]))(
    "is of nobody where a hospital of any facility names it, in the order %s",
    async (order) => {
      const texts: Record<string, string> = {
        WILLOW: admitted("WILLOW"),
        ALDER: admitted("ALDER"),
        NOTICE: notice(),
      };
      for (const name of order) await play(db, [texts[name] ?? ""]);
      expect(await storedTransfers(db)).toEqual([]);
      expect(await messageStates(db)).toMatchObject({
        NOTICE: "waiting: unknown_resident",
      });
      // What turns out to be nobody's makes it that of one.
      await drop(db, "ALDER");
      expect(await storedTransfers(db)).toEqual(["111 06-10 ed_only feed"]);
    },
  );

  it.each([
    ["of a hospital of the facility", "71", { facility_id: 112 }, "112"],
    ["of what is shared", "71^^^LTC^MR", { codes: "PID-3.4:X=MRN" }, "111"],
  ])("is known by the row %s", async (_, who, row, where) => {
    await reopen(where === "111" ? ["PID-3.4:LTC=SHARED"] : []);
    await db
      .updateTable("senders")
      .set(row)
      .where("sender", "=", "EPIC")
      .execute();
    await play(db, [
      admitted("WILLOW", who),
      admitted("ALDER", who),
      notice(who),
    ]);
    expect(await storedTransfers(db)).toEqual([`${where} 06-10 ed_only feed`]);
  });

  it("is of one resident once both rows say so, and of two when one no longer does", async () => {
    const say = async (codes: string, facility: string) => {
      await db
        .updateTable("senders")
        .set({ codes })
        .where("facility", "=", facility)
        .execute();
      await applyAnew(db, [{ sender: "PCC", facility }]);
      await applyAll(db);
    };
    await play(db, [
      ...["WILLOW", "ALDER"].map((at) => admitted(at)),
      leaves("ALDER"),
    ]);
    const transfers = () =>
      db.selectFrom("transfers").select(["id", "facility_id"]).execute();
    const before = await transfers();
    expect(await residents()).toBe(2);
    for (const at of ["WILLOW", "ALDER"]) await say("PID-3.4:LTC=SHARED", at);
    expect(await residents()).toBe(1);
    expect(await transfers()).toEqual(before);
    await say("", "ALDER");
    expect(await residents()).toBe(2);
    expect(await transfers()).toEqual(before);
  });
});
