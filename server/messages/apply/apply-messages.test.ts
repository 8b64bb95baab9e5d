import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { orders } from "~/features/messages/rules/testing/orders";
import {
  addSender,
  applyAll,
  drop,
  er7,
  messageStates,
  NOW,
  play,
  storedStays,
  storedTransfers,
} from "~server/messages/testing/played-feed";
import { checkFigures } from "~server/measures/check/check-figures";
import { rebuildFigures } from "~server/measures/rebuild";
import { insertCensus } from "~server/measures/testing/census";
import { isSameState, readDataState } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { applyAnew } from "~server/messages/senders/change-senders";
import { dropMessage } from "./apply-messages";

const day = (text: string) => epochDayOf(`2026-${text}`);

/** Patient 5 with the number 55 in Willow, from 1 June. */
async function addCensus(db: Kysely<Schema>): Promise<void> {
  const census = {
    patients: [
      { id: 5, first_name: "Cem", last_name: "Own", frailty_score: 3 },
      { id: 6, first_name: "Dov", last_name: "Pit", frailty_score: null },
    ],
    stays: [5, 6].map((id) => ({
      id,
      patient_id: id,
      facility_id: 111,
      npi: 9000000001,
      admitted_on: day("06-01"),
      discharged_on: null,
      admitted_from: "hospital" as const,
      isnp: 0 as const,
    })),
    transfers: [],
    reach: { 111: day("06-05"), 112: day("06-05") },
  };
  await insertCensus(db, census, [9000000001]);
  for (const id of [5, 6]) {
    await db
      .updateTable("patients")
      .set({ mrn: `${id}${id}` })
      .where("id", "=", id)
      .execute();
  }
  await rebuildFigures(db);
}

describe.each(TEST_DIALECTS)("messages of a feed on %s", (dialect) => {
  let store: Store;
  let db: Kysely<Schema>;
  beforeEach(async () => {
    store = await openTestStore(dialect);
    db = store.db;
    await addCensus(db);
    await addSender(db, {});
    await addSender(db, { facility: "ALDER", facility_id: 112 });
    await addSender(db, { sender: "EPIC", facility: "GH", role: "hospital" });
  });
  afterEach(async () => {
    const differing = await checkFigures(db);
    await store.close();
    expect(differing.places).toEqual([]);
  });

  const CEM = "55^^^MAPLE^MR";
  const CENSUS = ["55 111 06-01.. census", "66 111 06-01.. census"];

  it("make a stay of a resident whom nobody knew", async () => {
    await play(db, [
      er7("A01", "202606100900", {
        pv1: { 2: "I", 7: "1234567893^Wu^Li", 14: "4", 19: "V1" },
      }),
      er7("A03", "202606121000", { pv1: { 19: "V1" } }),
    ]);
    expect(await storedStays(db)).toEqual([
      ...CENSUS,
      "77 111 06-10..06-12 feed",
    ]);
    const stay = await db
      .selectFrom("stays")
      .innerJoin("physicians", "physicians.npi", "stays.npi")
      .where("id", "<", 0)
      .select(["admitted_from", "physicians.npi", "last_name"])
      .executeTakeFirst();
    expect(stay).toEqual({
      admitted_from: "hospital",
      npi: 1234567893,
      last_name: "Wu",
    });
  });

  it("name residents and physicians without characters that are not seen or turn a line around", async () => {
    const pv1 = {
      2: "I",
      7: "1234567893^W\u202eu^L\u200bi",
      14: "4",
      19: "V1",
    };
    const sent = er7("A01", "202606100900", { pv1 });
    const pid = sent.replace(
      /\r(PID(?:\|[^|\r]*){4}\|)[^|\r]*/,
      "\r$1Qu\u2067ay^E\u200bve",
    );
    expect(pid).not.toBe(sent);
    await play(db, [pid]);
    const names = db
      .selectFrom("stays")
      .innerJoin("patients", "patients.id", "patient_id")
      .innerJoin("physicians", "physicians.npi", "stays.npi")
      .where("stays.id", "<", 0);
    expect(
      await names
        .select([
          "patients.first_name",
          "patients.last_name",
          "physicians.first_name as physician_first",
          "physicians.last_name as physician_last",
        ])
        .execute(),
    ).toEqual([
      {
        first_name: "Eve",
        last_name: "Quay",
        physician_first: "Li",
        physician_last: "Wu",
      },
    ]);
  });

  it("change nothing when they come again, and are noted when other bytes have the same control id", async () => {
    const text = er7("A01", "202606100900", { id: "X" });
    expect(await play(db, [text])).toEqual(["stored"]);
    const { version } = await readDataState(db);
    expect(await play(db, [text])).toEqual(["repeated"]);
    expect((await readDataState(db)).version).toBe(version);
    await play(db, [er7("A08", "202606100901", { id: "X" })]);
    const reused = await db
      .selectFrom("feed_messages")
      .select("reused_id")
      .orderBy("id")
      .execute();
    expect(reused).toEqual([{ reused_id: 0 }, { reused_id: 1 }]);
  });

  it("make the data as fresh as the newest of a facility, and never fresher than now", async () => {
    const lastUpdated = async () => (await readDataState(db)).lastUpdated;
    await db
      .updateTable("data_state")
      .set({ imported_at: "2026-06-05T10:00:00.000Z" })
      .execute();
    expect(await lastUpdated()).toBe("2026-06-05 06:00:00");
    await play(db, [er7("A08", "202606041200", { facility: "ALDER" })]);
    expect(await lastUpdated()).toBe("2026-06-05 06:00:00");
    await play(db, [
      er7("A08", "202606101000", { facility: "ALDER" }),
      er7("A08", "202606090900"),
      er7("A01", "202606111100", { sender: "EPIC", facility: "GH" }),
      er7("A01", "202606121100", { sender: "NOBODY" }),
    ]);
    expect(await lastUpdated()).toBe("2026-06-10 10:00:00");
    await play(db, [er7("A08", "209001010000")]);
    expect(await lastUpdated()).toBe("2026-06-15 12:00:00");
    await db
      .updateTable("data_state")
      .set({ imported_at: "2026-06-15T18:00:00.000Z" })
      .execute();
    expect(await lastUpdated()).toBe("2026-06-15 14:00:00");
  });

  it("make the data fresher without another version where they change nothing", async () => {
    await play(db, [er7("A08", "202606101000")]);
    const before = await readDataState(db);
    await play(db, [er7("A08", "202606101100")]);
    const after = await readDataState(db);
    expect(after.version).toBe(before.version);
    expect(after.lastUpdated).toBe("2026-06-10 11:00:00");
    expect(isSameState(before, after)).toBe(true);
  });

  it("end a stay of the census, which keeps what it said", async () => {
    await play(db, [
      er7("A03", "202606071000", { who: CEM, pv1: { 36: "02" } }),
    ]);
    expect(await storedStays(db)).toEqual([
      "55 111 06-01..06-07 feed",
      "66 111 06-01.. census",
    ]);
    expect(await storedTransfers(db)).toEqual([
      "111 06-07 inpatient assumed feed",
    ]);
    await play(db, [er7("A13", "202606071100", { who: CEM })]);
    expect(await storedStays(db)).toEqual(CENSUS);
    expect(await storedTransfers(db)).toEqual([]);
    const { recorded } = await db
      .selectFrom("stays")
      .where("id", "=", 5)
      .select("recorded")
      .executeTakeFirstOrThrow();
    expect(recorded).toBeNull();
  });

  it("are outranked by what was imported later", async () => {
    await db
      .updateTable("stays")
      .set({ said_ms: Date.parse("2026-06-09T00:00:00Z") })
      .where("id", "=", 5)
      .execute();
    await play(db, [er7("A03", "202606071000", { who: CEM })]);
    expect(await storedStays(db)).toEqual(CENSUS);
  });

  it("settle an outcome by what the hospital tells, whichever comes first", async () => {
    const both = "55^^^MAPLE^MR~9^^^GH^MR";
    const leaves = er7("A21", "202606071000", {
      who: both,
      pv1: { 36: "02" },
      id: "LEAVES",
    });
    const notice = er7("A01", "202606071200", {
      who: "9^^^GH^MR",
      sender: "EPIC",
      facility: "GH",
      pv1: { 2: "O", 18: "OBS", 19: "H1" },
      id: "NOTICE",
    });
    await play(db, [notice]);
    expect(await messageStates(db)).toEqual({
      NOTICE: "waiting: unknown_resident",
    });
    await play(db, [leaves]);
    expect(await messageStates(db)).toEqual({ NOTICE: "used", LEAVES: "used" });
    expect(await storedTransfers(db)).toEqual(["111 06-07 observation feed"]);
    expect(await storedStays(db)).toEqual(CENSUS);
  });

  it.each(["AHBO", "HOBA", "BAHO"])(
    "of a hospital with numbers of several residents are of the same one in the order %s",
    async (order) => {
      const hospital = { sender: "EPIC", facility: "GH" };
      const pv1 = { 36: "02" };
      const texts: Record<string, string> = {
        A: er7("A21", "202606071000", {
          pv1,
          who: "55^^^MAPLE^MR~9^^^GH^MR",
          id: "A",
        }),
        B: er7("A21", "202606071000", {
          pv1,
          who: "66^^^MAPLE^MR~8^^^GH^MR",
          id: "B",
        }),
        H: er7("A01", "202606071200", {
          ...hospital,
          who: "7^^^GH^MR~9^^^GH^MR~8^^^GH^MR",
          pv1: { 2: "E", 19: "H1" },
          id: "H",
        }),
        O: er7("A01", "202606071200", {
          ...hospital,
          who: "7^^^GH^MR",
          pv1: { 2: "O", 18: "OBS", 19: "H2" },
          id: "O",
        }),
      };
      for (const name of order) await play(db, [texts[name] ?? ""]);
      expect(await messageStates(db)).toEqual({
        A: "used",
        B: "used",
        H: "used",
        O: "waiting: unknown_resident",
      });
      const ofWhom = await db
        .selectFrom("transfers")
        .orderBy("patient_id")
        .select(["patient_id", "outcome"])
        .execute();
      expect(ofWhom).toEqual([
        { patient_id: 5, outcome: "inpatient" },
        { patient_id: 6, outcome: "ed_only" },
      ]);
    },
  );

  it("that tell of a leave or return outside any stay wait for the admission", async () => {
    const leaves = er7("A21", "202606100900", {
      pv1: { 36: "02" },
      id: "LEAVES",
    });
    await play(db, [leaves, er7("A22", "202606120900", { id: "RETURNS" })]);
    const states = await messageStates(db);
    expect(states).toEqual({
      LEAVES: "waiting: no_stay",
      RETURNS: "waiting: no_stay",
    });
    expect(await storedTransfers(db)).toEqual([]);
    await play(db, [er7("A01", "202606090900", { id: "COMES" })]);
    expect(Object.values(await messageStates(db))).toEqual([
      "used",
      "used",
      "used",
    ]);
    expect(await storedTransfers(db)).toEqual([
      "111 06-10 inpatient assumed feed",
    ]);
  });

  it("that cancel a leave or a return take back the transfer or its end, whatever control id they have", async () => {
    const pv1 = { 19: "V1", 36: "02" };
    const goesOn = er7("A52", "202606110900", { pv1, id: "X" });
    expect(await play(db, [goesOn])).toEqual(["stored"]);
    expect(await messageStates(db)).toEqual({
      X: "waiting: nothing_to_cancel",
    });
    await play(db, [
      er7("A01", "202606090900", { pv1, id: "COMES" }),
      er7("A21", "202606100900", { pv1, id: "X" }),
    ]);
    expect(await storedTransfers(db)).toEqual([]);
    expect(new Set(Object.values(await messageStates(db)))).toEqual(
      new Set(["used"]),
    );
    expect(await play(db, [goesOn])).toEqual(["repeated"]);
    const outcomes = async () =>
      db.selectFrom("transfers").select(["outcome", "returned_on"]).execute();
    await play(db, [
      er7("A21", "202606120900", { pv1, id: "X" }),
      er7("A22", "202606121500", { pv1, id: "BACK" }),
    ]);
    expect(await outcomes()).toEqual([
      { outcome: "ed_only", returned_on: day("06-12") },
    ]);
    await play(db, [er7("A53", "202606121600", { pv1, id: "X" })]);
    expect(await outcomes()).toEqual([
      { outcome: "inpatient", returned_on: null },
    ]);
    expect(await storedStays(db)).toContain("77 111 06-09.. feed");
  });

  it("that turn out to be another facility's are no longer the last ones of the first", async () => {
    const last = async () =>
      Object.fromEntries(
        (await db.selectFrom("feed_facilities").selectAll().execute()).map(
          (row) => [
            row.facility_id,
            [row.last_message_at, row.last_movement_at].map((said) =>
              said?.slice(5, 10),
            ),
          ],
        ),
      );
    const birch = { facility: "BIRCH", who: "88^^^MAPLE^MR" };
    await addSender(db, { facility: "BIRCH" });
    await play(db, [
      er7("A01", "202606030900"),
      er7("A08", "202606040900"),
      er7("A01", "202606080900", { ...birch }),
    ]);
    expect(await last()).toEqual({ 111: ["06-08", "06-08"] });
    const becomes = async (facility_id: number) => {
      await db
        .updateTable("senders")
        .set({ facility_id })
        .where("facility", "=", "BIRCH")
        .execute();
      await applyAnew(db, [{ sender: "PCC", facility: "BIRCH" }]);
      await applyAll(db);
    };
    await becomes(112);
    expect(await last()).toEqual({
      111: ["06-04", "06-03"],
      112: ["06-08", "06-08"],
    });
    await becomes(211);
    expect(await last()).toEqual({
      111: ["06-04", "06-03"],
      211: ["06-08", "06-08"],
    });
  });

  it("that are dropped are no longer the last ones of their facility, until they are taken in again", async () => {
    const who = "77^^^WILLOW^MR";
    await play(db, [
      er7("A01", "202606090900", { who, id: "COMES" }),
      er7("A08", "202606091000", { who, id: "UPDATE" }),
      er7("A03", "202606101000", { who, id: "GOES" }),
    ]);
    const treat = async (control_id: string, status: "dropped" | "stored") => {
      await db.transaction().execute(async (tx) => {
        const { id } = await tx
          .selectFrom("feed_messages")
          .where("control_id", "=", control_id)
          .select("id")
          .executeTakeFirstOrThrow();
        if (status === "dropped") await dropMessage(tx, id, NOW);
        else {
          await tx
            .updateTable("feed_messages")
            .set({ status })
            .where("id", "=", id)
            .execute();
        }
      });
      await applyAll(db);
    };
    const last = () =>
      db
        .selectFrom("feed_facilities")
        .select(["last_message_at", "last_movement_at"])
        .execute();
    const movements = async () => {
      const rows = await db
        .selectFrom("feed_messages")
        .where("movement", "=", 1)
        .select("control_id")
        .execute();
      return rows.map(({ control_id }) => control_id);
    };
    const all = [
      {
        last_message_at: "2026-06-10T14:00:00.000Z",
        last_movement_at: "2026-06-10T14:00:00.000Z",
      },
    ];
    expect(await last()).toEqual(all);
    await treat("GOES", "dropped");
    expect(await last()).toEqual([
      {
        last_message_at: "2026-06-09T14:00:00.000Z",
        last_movement_at: "2026-06-09T13:00:00.000Z",
      },
    ]);
    await treat("COMES", "dropped");
    await treat("UPDATE", "dropped");
    expect(await last()).toEqual([]);
    expect(await movements()).toEqual([]);
    await treat("GOES", "stored");
    expect(await last()).toEqual(all);
    expect(await movements()).toEqual(["GOES"]);
  });

  it("wait for their sender, and are applied when it is known", async () => {
    const text = er7("A01", "202606100900", { facility: "BIRCH", id: "B" });
    const stranger = er7("A01", "202606100900", { sender: "WHO", id: "W" });
    await play(db, [text, stranger]);
    expect(await messageStates(db)).toEqual({
      B: "waiting: unknown_facility",
      W: "waiting: unknown_sender",
    });
    await addSender(db, { facility: "BIRCH", facility_id: 211 });
    await db
      .updateTable("feed_messages")
      .set({ status: "stored" })
      .where("control_id", "=", "B")
      .execute();
    await applyAll(db);
    expect(await messageStates(db)).toMatchObject({ B: "used" });
    expect(await storedStays(db)).toContain("77 211 06-10.. feed");
  });

  it("join residents by a merge, also those whose messages come later, until it is dropped", async () => {
    const admitted = er7("A01", "202606020900", {
      who: "88^^^MAPLE^MR",
      pv1: { 19: "V8" },
    });
    const merge = er7("A40", "202606030900", {
      who: CEM,
      merged: "88^^^MAPLE^MR",
      id: "MERGE",
    });
    await play(db, [merge, admitted]);
    const ofCem = () =>
      db
        .selectFrom("stays")
        .where("patient_id", "=", 5)
        .select("admitted_on")
        .orderBy("admitted_on")
        .execute();
    expect(await ofCem()).toEqual([
      { admitted_on: day("06-01") },
      { admitted_on: day("06-02") },
    ]);
    expect(await drop(db, "MERGE")).toBe(true);
    expect(await ofCem()).toEqual([{ admitted_on: day("06-01") }]);
    expect(await storedStays(db)).toContain("88 111 06-02.. feed");
  });

  it("merge two residents of the census, with their notes, and part them again", async () => {
    await addNote(1, 6, null);
    const whose = () =>
      Promise.all(
        (["stays", "notes"] as const).map((table) =>
          db
            .selectFrom(table)
            .select(["id", "patient_id", "recorded_patient_id"])
            .where("id", "in", [1, 6])
            .execute(),
        ),
      );
    const before = await whose();
    await play(db, [
      er7("A40", "202606030900", {
        who: CEM,
        merged: "66^^^MAPLE^MR",
        id: "MERGE",
      }),
    ]);
    expect(await whose()).toEqual([
      // Both were there at once: it is one stay, that of the other (R244).
      [],
      [{ id: 1, patient_id: 5, recorded_patient_id: 6 }],
    ]);
    expect(await drop(db, "MERGE")).toBe(true);
    expect(await whose()).toEqual(before);
  });

  it("part two residents again whom no census has, each with their stays", async () => {
    const of = (number: string, said: string) =>
      er7("A01", said, { who: `${number}^^^MAPLE^MR` });
    await play(db, [
      of("77", "202606020900"),
      of("88", "202606050900"),
      er7("A40", "202606060900", {
        who: "77^^^MAPLE^MR",
        merged: "88^^^MAPLE^MR",
        id: "MERGE",
      }),
    ]);
    expect(await drop(db, "MERGE")).toBe(true);
    const apart = ["77 111 06-02.. feed", "88 111 06-05.. feed"];
    expect(await storedStays(db)).toEqual([...CENSUS, ...apart]);
  });

  it("merge one into whom the census has merged another, and leave the notes of that one with it", async () => {
    const named = { first_name: "Eve", last_name: "Quay", mrn: "44" };
    await db
      .insertInto("patients")
      .values({ id: 7, ...named, frailty_score: null })
      .execute();
    await db
      .insertInto("merges")
      .values({ from_id: 7, into_id: 6, merged_at: NOW.toISOString() })
      .execute();
    await addNote(1, 6, 7);
    await addNote(2, 6, null);
    await addNote(3, 5, null);
    const whose = async () =>
      (
        await db
          .selectFrom("notes")
          .select(["id", "patient_id", "recorded_patient_id"])
          .orderBy("id")
          .execute()
      ).map((row) => Object.values(row));
    const before = await whose();
    await play(db, [
      er7("A40", "202606030900", {
        who: CEM,
        merged: "66^^^MAPLE^MR",
        id: "MERGE",
      }),
    ]);
    expect(await whose()).toEqual([
      [1, 5, 7],
      [2, 5, 6],
      [3, 5, null],
    ]);
    expect(await drop(db, "MERGE")).toBe(true);
    expect(await whose()).toEqual(before);
  });

  it("join a stay with the same one of the census, and its transfer with it", async () => {
    await play(db, [
      er7("A01", "202606010900", {
        who: "88^^^MAPLE^MR",
        pv1: { 36: "82", 45: "202606010900" },
      }),
      er7("A40", "202606010901", { who: CEM, merged: "88^^^MAPLE^MR" }),
    ]);
    expect(await storedStays(db)).toEqual([
      "55 111 06-01..06-01 feed",
      "66 111 06-01.. census",
    ]);
    expect(await storedTransfers(db)).toHaveLength(1);
  });

  it("leave a transfer its number where they correct its day", async () => {
    const ids = async () => {
      const rows = await db
        .selectFrom("transfers")
        .select(["id", "transferred_on"])
        .execute();
      return rows.map((row) => [row.id, row.transferred_on]);
    };
    const told = { pv1: { 19: "V1", 36: "02" } };
    await play(db, [
      er7("A01", "202606020900", { pv1: { 19: "V1" } }),
      er7("A03", "202606101000", { ...told }),
    ]);
    expect(await ids()).toEqual([[-1, day("06-10")]]);
    await play(db, [
      er7("A08", "202606110900", { pv1: { ...told.pv1, 45: "202606092200" } }),
    ]);
    expect(await ids()).toEqual([[-1, day("06-09")]]);
  });

  it("give another transfer no number that a review goes by", async () => {
    const leaves = (said: string) =>
      er7("A03", said, { who: CEM, pv1: { 36: "02" } });
    await play(db, [leaves("202606071000")]);
    await db
      .insertInto("reviews")
      .values({
        ...{ transfer_id: -1, patient_id: 5, facility_id: 111 },
        ...{ transferred_on: day("06-07"), npi: null, isnp: 0 },
        ...{ state: "open", version: 1, answers: "{}", owner_key: "" },
        ...{ avoidable: "", causes: "" },
      })
      .execute();
    await play(db, [er7("A13", "202606071100", { who: CEM })]);
    expect(await storedTransfers(db)).toEqual([]);
    await play(db, [leaves("202606131000")]);
    const ids = await db.selectFrom("transfers").select("id").execute();
    expect(ids).toEqual([{ id: -2 }]);
  });

  it("never give a resident the id that another one had", async () => {
    const idOf = async (mrn: string) =>
      (
        await db
          .selectFrom("patients")
          .where("mrn", "=", mrn)
          .select("id")
          .execute()
      ).map(({ id }) => id);
    const told = (event: string, day: string, number: string) =>
      er7(event, `202606${day}0900`, { who: `${number}^^^MAPLE^MR` });
    await play(db, [told("A01", "02", "X1")]);
    const [first] = await idOf("X1");
    await play(db, [told("A11", "03", "X1")]);
    expect(await idOf("X1")).toEqual([]);
    await play(db, [told("A01", "04", "Y2")]);
    expect(await idOf("Y2")).not.toContain(first);
    await play(db, [told("A01", "05", "X1")]);
    expect(await idOf("X1")).toEqual([first]);
  });

  describe("of two authorities that give one number", () => {
    const of = (who: string, id: string) =>
      er7("A03", "202606101000", { who, id });
    const maple = of("55^^^MAPLE^MR", "MAPLE");
    const other = of("55^^^OTHER^MR", "OTHER");
    const both = [maple, other];
    const waits = "waiting: ambiguous_number";
    const ended = ["55 111 06-01..06-10 feed", "66 111 06-01.. census"];
    const contentOf = async () => ({
      stays: await storedStays(db),
      states: await messageStates(db),
    });

    it("are of two residents whom the census does not have", async () => {
      await play(db, [
        er7("A01", "202606040900", { who: "77^^^MAPLE^MR" }),
        er7("A01", "202606050900", { who: "77^^^OTHER^MR" }),
      ]);
      expect(await storedStays(db)).toEqual([
        ...CENSUS,
        "77 111 06-04.. feed",
        "77 111 06-05.. feed",
      ]);
    });

    it.each(orders(both))(
      "wait where a resident of the census has it, whichever comes first",
      async (...texts) => {
        for (const text of texts) await play(db, [text]);
        expect(await contentOf()).toEqual({
          stays: CENSUS,
          states: { MAPLE: waits, OTHER: waits },
        });
      },
    );

    const joined = of("55^^^MAPLE^MR~66^^^MAPLE^MR", "JOINED");
    const other66 = of("66^^^OTHER^MR", "OTHER66");

    it.each(orders([joined, other, other66]))(
      "wait for both residents of the census whom one message joins, whichever comes first",
      async (...texts) => {
        for (const text of texts) await play(db, [text]);
        expect(await contentOf()).toEqual({
          stays: CENSUS,
          states: { JOINED: waits, OTHER: waits, OTHER66: waits },
        });
      },
    );

    it.each(orders(["CORP", "OTHER", "ALDER"]))(
      "wait for a number that facilities share, in the order %s, %s, %s",
      async (...names) => {
        await db
          .updateTable("stays")
          .set({ facility_id: 112 })
          .where("id", "=", 6)
          .execute();
        await db.updateTable("patients").set({ mrn: "55" }).execute();
        await rebuildFigures(db);
        await db
          .updateTable("senders")
          .set({ codes: "PID-3.4:CORP=SHARED" })
          .where("role", "=", "facility")
          .execute();
        const at = (facility: string, who: string, id: string) =>
          er7("A03", "202606101000", { facility, who, id });
        const texts: Record<string, string[]> = {
          CORP: [
            at("WILLOW", "55^^^CORP^MR", "CORP"),
            at("ALDER", "55^^^CORP^MR", "CORP2"),
          ],
          OTHER: [at("WILLOW", "55^^^OTHER^MR", "OTHER")],
          ALDER: [at("ALDER", "55^^^OTHER^MR", "ALDER")],
        };
        for (const name of names) await play(db, texts[name] ?? []);
        expect(await contentOf()).toEqual({
          stays: ["55 111 06-01.. census", "55 112 06-01.. census"],
          states: { CORP: waits, CORP2: waits, OTHER: waits, ALDER: waits },
        });
      },
    );

    const dropped = "dropped";
    it.each([
      [["JOINED"], { JOINED: dropped, OTHER: "used", OTHER66: "used" }],
      [["OTHER"], { JOINED: waits, OTHER: dropped, OTHER66: waits }],
      [["OTHER66"], { JOINED: waits, OTHER: waits, OTHER66: dropped }],
      [
        ["OTHER66", "OTHER"],
        { JOINED: "used", OTHER: dropped, OTHER66: dropped },
      ],
      [
        ["OTHER", "OTHER66"],
        { JOINED: "used", OTHER: dropped, OTHER66: dropped },
      ],
    ])("of both residents go on when %s are dropped", async (gone, states) => {
      for (const text of [joined, other, other66]) await play(db, [text]);
      for (const name of gone) await drop(db, name);
      expect(await messageStates(db)).toEqual(states);
    });

    it.each(["MAPLE", "OTHER"])(
      "go on with the other one when that of %s is dropped",
      async (dropped) => {
        for (const text of both) await play(db, [text]);
        await drop(db, dropped);
        const left = dropped === "MAPLE" ? "OTHER" : "MAPLE";
        expect(await contentOf()).toEqual({
          stays: ended,
          states: { [dropped]: "dropped", [left]: "used" },
        });
      },
    );

    it("are of the one whose number the codes of the sender call the facility's", async () => {
      for (const text of both) await play(db, [text]);
      await db
        .updateTable("senders")
        .set({ codes: "PID-3.4:MAPLE=MRN" })
        .where("facility", "=", "WILLOW")
        .execute();
      await applyAnew(db, [{ sender: "PCC", facility: "WILLOW" }]);
      await applyAll(db);
      expect(await contentOf()).toEqual({
        stays: ended,
        states: { MAPLE: "used", OTHER: "waiting: no_stay" },
      });
    });

    it("are of one resident where a merge says so, also in another facility", async () => {
      await db.updateTable("stays").set({ patient_id: 5 }).execute();
      await db
        .updateTable("stays")
        .set({ facility_id: 112, recorded_patient_id: null })
        .where("id", "=", 6)
        .execute();
      await rebuildFigures(db);
      const merge = er7("A40", "202606100900", {
        who: "55^^^MAPLE^MR",
        merged: "55^^^OTHER^MR",
        id: "MERGE",
      });
      const alder = er7("A03", "202606101000", {
        who: "55^^^MAPLE^MR",
        facility: "ALDER",
        id: "ALDER",
      });
      for (const text of [...both, alder, merge]) await play(db, [text]);
      const used = { MAPLE: "used", OTHER: "used", ALDER: "used" };
      expect(await contentOf()).toEqual({
        stays: ["55 111 06-01..06-10 feed", "55 112 06-01..06-10 feed"],
        states: { ...used, MERGE: "used" },
      });
    });

    it("keep nobody waiting where a hospital alone names the other one", async () => {
      await db
        .updateTable("senders")
        .set({ facility_id: 111 })
        .where("role", "=", "hospital")
        .execute();
      const notice = er7("A01", "202606101100", {
        who: "55",
        ...{ sender: "EPIC", facility: "GH", pv1: { 2: "I" }, id: "NOTICE" },
      });
      await play(db, [notice]);
      await play(db, [maple]);
      expect(await contentOf()).toEqual({
        stays: ended,
        states: { NOTICE: waits, MAPLE: "used" },
      });
      await drop(db, "MAPLE");
      expect(await messageStates(db)).toMatchObject({ NOTICE: "used" });
    });
  });

  describe("of a hospital", () => {
    const epic = { sender: "EPIC", facility: "GH" };
    const merge = (who: string, merged: string) =>
      er7("A40", "202606100900", { who, merged, ...epic });
    const merges = () => db.selectFrom("merges").selectAll().execute();

    const isOfWillow = () =>
      db
        .updateTable("senders")
        .set({ facility_id: 111 })
        .where("role", "=", "hospital")
        .execute();

    it("that name two record numbers join nobody", async () => {
      await isOfWillow();
      const visit = { pv1: { 2: "I" }, who: "55~66", ...epic };
      await play(db, [er7("A01", "202606041000", visit)]);
      expect(await merges()).toEqual([]);
      expect(await storedTransfers(db)).toEqual(["111 06-04 inpatient feed"]);
    });

    it.each([
      ["the record numbers of two residents", [["55", "66"]]],
      [
        "numbers that a facility names with two residents",
        [["8^^^GH^MR", "9^^^GH^MR"]],
      ],
      [
        "them by way of a third number",
        [
          ["8^^^GH^MR", "7^^^GH^MR"],
          ["7^^^GH^MR", "9^^^GH^MR"],
        ],
      ],
    ])("that merge %s join nobody", async (_, pairs) => {
      await isOfWillow();
      await play(db, [
        ...pairs.map(([who = "", merged = ""]) => merge(who, merged)),
        er7("A08", "202606020900", { who: "55^^^^MR~8^^^GH^MR" }),
        er7("A08", "202606020900", { who: "66^^^^MR~9^^^GH^MR" }),
      ]);
      expect(await merges()).toEqual([]);
      expect(await storedStays(db)).toEqual(CENSUS);
    });

    it("that merge its own numbers tell of whom a facility knows by one of them", async () => {
      const visit = er7("A01", "202606041000", {
        who: "7^^^GH^MR",
        pv1: { 2: "E", 19: "H1" },
        ...epic,
      });
      await play(db, [
        visit,
        er7("A08", "202606020900", { who: "55^^^^MR~8^^^GH^MR" }),
      ]);
      expect(await storedTransfers(db)).toEqual([]);
      await play(db, [merge("8^^^GH^MR", "7^^^GH^MR")]);
      expect(await storedTransfers(db)).toEqual(["111 06-04 ed_only feed"]);
    });
  });

  describe("with a number of the whole company beside the record number", () => {
    const BOTH = "55^^^MAPLE^MR~66^^^ENT^PI";
    const ended = ["55 111 06-01..06-10 feed", "66 111 06-01.. census"];
    const discharge = (who: string) => er7("A03", "202606101000", { who });

    it("are of whose record number it is, in whatever order they come", async () => {
      await play(db, [discharge("66^^^ENT^PI")]);
      await play(db, [discharge(BOTH)]);
      expect(await storedStays(db)).toEqual(ended);
      expect(await db.selectFrom("merges").selectAll().execute()).toEqual([]);
    });

    it("are of whose number the sender calls the facility's", async () => {
      await db
        .updateTable("senders")
        .set({ codes: "PID-3.4:ENT=MRN" })
        .where("facility", "=", "WILLOW")
        .execute();
      await play(db, [discharge(BOTH)]);
      expect(await storedStays(db)).toEqual([
        "55 111 06-01.. census",
        "66 111 06-01..06-10 feed",
      ]);
    });

    it("are of a resident of the census where the facility names that number alone", async () => {
      await play(db, [discharge("55^^^ENT^PI")]);
      expect(await storedStays(db)).toEqual(ended);
    });

    it("show the record number of whom no census has", async () => {
      const who = "1^^^ENT^PI~77^^^MAPLE^MR";
      await play(db, [er7("A01", "202606100900", { who })]);
      expect(await storedStays(db)).toContain("77 111 06-10.. feed");
    });

    it("are of whose number it is where it was stored without a type", async () => {
      await play(db, [discharge("55^^^MAPLE^PI")]);
      const { id, facts } = await db
        .selectFrom("feed_messages")
        .select(["id", "facts"])
        .executeTakeFirstOrThrow();
      await db
        .updateTable("feed_messages")
        .set({ facts: facts?.replaceAll(',"type":"PI"', "") })
        .set({ status: "stored" })
        .where("id", "=", id)
        .execute();
      await applyAll(db);
      await play(db, [discharge("66^^^ENT^PI~55^^^MAPLE")]);
      expect(await storedStays(db)).toEqual(ended);
    });
  });

  it("move the reach of all facilities of their sender, not into the future there", async () => {
    await db
      .updateTable("facilities")
      .set({ time_zone: "Pacific/Kiritimati" })
      .where("id", "=", 112)
      .execute();
    const reach = async () =>
      Object.fromEntries(
        (
          await db
            .selectFrom("facilities")
            .select(["id", "data_through"])
            .where("id", "in", [111, 112, 121])
            .execute()
        ).map((row) => [row.id, row.data_through]),
      );
    await play(db, [er7("A08", "202606100900", { who: CEM })]);
    expect(await reach()).toEqual({
      111: day("06-10"),
      112: day("06-11"),
      121: null,
    });
    await play(db, [er7("A08", "202607100900", { who: CEM })]);
    expect(await reach()).toMatchObject({
      111: day("06-15"),
      112: day("06-16"),
    });
    await play(db, [er7("A08", "202606090900", { who: CEM })]);
    expect(await reach()).toMatchObject({ 111: day("06-15") });
  });

  async function addNote(
    id: number,
    patient_id: number,
    recorded_patient_id: number | null,
  ): Promise<void> {
    await db
      .insertInto("notes")
      .values({
        id,
        patient_id,
        recorded_patient_id,
        facility_id: 111,
        npi: null,
        noted_at: "2026-06-02T00:00:00Z",
        note_type: "Call",
        note_text: "Fell.",
        provider: null,
        high_risk: 0,
      })
      .execute();
  }
});
