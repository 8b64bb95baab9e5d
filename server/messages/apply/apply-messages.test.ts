import type { Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { orders } from "~/features/messages/rules/testing/orders";
import {
  addSender,
  er7,
  messages,
  NOW,
  onFeed,
} from "~server/messages/testing/played-feed";
import { rebuildFigures } from "~server/measures/rebuild";
import { insertCensus } from "~server/measures/testing/census";
import { isSameState, readDataState } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

const day = (text: string) => epochDayOf(`2026-${text}`);

/** Patients 5 and 6 with the numbers 55 and 66 in Willow, from 1 June. */
async function addCensus(db: Kysely<Schema>): Promise<void> {
  const person = { first_name: "Cem", last_name: "Own", frailty_score: 3 };
  const census = {
    patients: [
      { id: 5, ...person },
      { id: 6, ...person, first_name: "Dov", last_name: "Pit" },
    ],
    stays: [5, 6].map((id) => ({
      ...{ id, patient_id: id, facility_id: 111, npi: 9000000001 },
      ...{ admitted_on: day("06-01"), discharged_on: null, isnp: 0 as const },
      admitted_from: "hospital" as const,
    })),
    transfers: [],
    reach: { 111: day("06-05"), 112: day("06-05") },
  };
  await insertCensus(db, census, [9000000001]);
  for (const id of [5, 6]) {
    const mrn = `${id}${id}`;
    await db
      .updateTable("patients")
      .set({ mrn })
      .where("id", "=", id)
      .execute();
  }
  await rebuildFigures(db);
  await addSender(db, {});
  await addSender(db, { facility: "ALDER", facility_id: 112 });
  await addSender(db, { sender: "EPIC", facility: "GH", role: "hospital" });
}

const WHO = "who=55^^^MAPLE^MR";
const CENSUS = ["55 111 06-01.. census", "66 111 06-01.. census"];
const ENDED = ["55 111 06-01..06-10 feed", "66 111 06-01.. census"];

describe.each(TEST_DIALECTS)("messages of a feed on %s", (dialect) => {
  const feed = onFeed(dialect, addCensus);
  const setImported = (imported_at: string) =>
    feed.db().updateTable("data_state").set({ imported_at }).execute();

  it("make a stay of a resident whom nobody knew", async () => {
    await feed.play(
      "A01 10 0900 2=I 7=1234567893^Wu^Li 14=4 19=V1; A03 12 1000 19=V1",
    );
    expect(await feed.stays()).toEqual([...CENSUS, "77 111 06-10..06-12 feed"]);
    const stay = await feed
      .db()
      .selectFrom("stays")
      .innerJoin("physicians", "physicians.npi", "stays.npi")
      .where("id", "<", 0)
      .select(["admitted_from", "physicians.npi", "last_name"])
      .executeTakeFirst();
    expect(stay).toEqual({
      ...{ admitted_from: "hospital", npi: 1234567893, last_name: "Wu" },
    });
  });

  it("name residents and physicians without characters that are not seen or turn a line around", async () => {
    await feed.play(
      "A01 10 0900 name=Qu\u2067ay^E\u200bve 2=I 7=1234567893^W\u202eu^L\u200bi",
    );
    const names = await feed
      .db()
      .selectFrom("stays")
      .innerJoin("patients", "patients.id", "patient_id")
      .innerJoin("physicians", "physicians.npi", "stays.npi")
      .where("stays.id", "<", 0)
      .select(["patients.first_name", "patients.last_name"])
      .select([
        "physicians.first_name as first",
        "physicians.last_name as last",
      ])
      .execute();
    expect(names).toEqual([
      { first_name: "Eve", last_name: "Quay", first: "Li", last: "Wu" },
    ]);
  });

  it("change nothing when they come again, and are noted when other bytes have the same control id", async () => {
    const text = er7("A01", "202606100900", { id: "X" });
    expect(await feed.play([text])).toEqual(["stored"]);
    const { version } = await readDataState(feed.db());
    expect(await feed.play([text])).toEqual(["repeated"]);
    expect((await readDataState(feed.db())).version).toBe(version);
    await feed.play("A08 10 0901 id=X");
    const reused = await feed
      .db()
      .selectFrom("feed_messages")
      .select("reused_id")
      .orderBy("id")
      .execute();
    expect(reused).toEqual([{ reused_id: 0 }, { reused_id: 1 }]);
  });

  it("make the data as fresh as the newest of a facility, and never fresher than now", async () => {
    const lastUpdated = async () =>
      (await readDataState(feed.db())).lastUpdated;
    await setImported("2026-06-05T10:00:00.000Z");
    expect(await lastUpdated()).toBe("2026-06-05 06:00:00");
    await feed.play("A08 04 1200 facility=ALDER");
    expect(await lastUpdated()).toBe("2026-06-05 06:00:00");
    await feed.play(
      "A08 10 1000 facility=ALDER; A08 09 0900; H A01 11 1100; A01 12 1100 sender=NOBODY",
    );
    expect(await lastUpdated()).toBe("2026-06-10 10:00:00");
    await feed.play([er7("A08", "209001010000")]);
    expect(await lastUpdated()).toBe("2026-06-15 12:00:00");
    await setImported("2026-06-15T18:00:00.000Z");
    expect(await lastUpdated()).toBe("2026-06-15 14:00:00");
  });

  it("make the data fresher without another version where they change nothing", async () => {
    await feed.play("A08 10 1000");
    const before = await readDataState(feed.db());
    await feed.play("A08 10 1100");
    const after = await readDataState(feed.db());
    expect(after.version).toBe(before.version);
    expect(after.lastUpdated).toBe("2026-06-10 11:00:00");
    expect(isSameState(before, after)).toBe(true);
  });

  const stayFive = () =>
    feed.db().selectFrom("stays").where("id", "=", 5).select("recorded");

  it("end a stay of the census, which keeps what it said", async () => {
    await feed.play(`A03 07 1000 ${WHO} 36=02`);
    expect(await feed.stays()).toEqual(["55 111 06-01..06-07 feed", CENSUS[1]]);
    expect(await feed.transfers()).toEqual([
      "111 06-07 inpatient assumed feed",
    ]);
    await feed.play(`A13 07 1100 ${WHO}`);
    expect(await feed.stays()).toEqual(CENSUS);
    expect(await feed.transfers()).toEqual([]);
    expect(await stayFive().execute()).toEqual([{ recorded: null }]);
  });

  it("are outranked by what was imported later", async () => {
    await feed
      .db()
      .updateTable("stays")
      .set({ said_ms: Date.parse("2026-06-09T00:00:00Z") })
      .where("id", "=", 5)
      .execute();
    await feed.play(`A03 07 1000 ${WHO}`);
    expect(await feed.stays()).toEqual(CENSUS);
  });

  it("settle an outcome by what the hospital tells, whichever comes first", async () => {
    await feed.play("H A01 07 1200 who=9^^^GH^MR 2=O 18=OBS 19=H1 id=NOTICE");
    expect(await feed.states()).toEqual({
      NOTICE: "waiting: unknown_resident",
    });
    await feed.play(`A21 07 1000 ${WHO}~9^^^GH^MR 36=02 id=LEAVES`);
    expect(await feed.states()).toEqual({ NOTICE: "used", LEAVES: "used" });
    expect(await feed.transfers()).toEqual(["111 06-07 observation feed"]);
    expect(await feed.stays()).toEqual(CENSUS);
  });

  const OF_A = "A21 07 1000 36=02 who=55^^^MAPLE^MR~9^^^GH^MR id=A";
  const OF_B = "A21 07 1000 36=02 who=66^^^MAPLE^MR~8^^^GH^MR id=B";
  const OF_H = "H A01 07 1200 who=7^^^GH^MR~9^^^GH^MR~8^^^GH^MR 2=E 19=H1 id=H";
  const OF_O = "H A01 07 1200 who=7^^^GH^MR 2=O 18=OBS 19=H2 id=O";

  it.each([
    [OF_A, OF_H, OF_B, OF_O],
    [OF_H, OF_O, OF_B, OF_A],
    [OF_B, OF_A, OF_H, OF_O],
  ])(
    "of a hospital with numbers of several residents are of the same one: %s; %s; %s; %s",
    async (...texts) => {
      for (const text of texts) await feed.play(text);
      expect(await feed.states()).toEqual({
        ...{ A: "used", B: "used", H: "used", O: "waiting: unknown_resident" },
      });
      const ofWhom = await feed
        .db()
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
    await feed.play("A21 10 0900 36=02 id=LEAVES; A22 12 0900 id=RETURNS");
    const waits = "waiting: no_stay";
    expect(await feed.states()).toEqual({ LEAVES: waits, RETURNS: waits });
    expect(await feed.transfers()).toEqual([]);
    await feed.play("A01 09 0900 id=COMES");
    const used = { LEAVES: "used", RETURNS: "used", COMES: "used" };
    expect(await feed.states()).toEqual(used);
    expect(await feed.transfers()).toEqual([
      "111 06-10 inpatient assumed feed",
    ]);
  });

  it("that cancel a leave or a return take back the transfer or its end, whatever control id they have", async () => {
    const goesOn = messages("A52 11 0900 19=V1 36=02 id=X");
    expect(await feed.play(goesOn)).toEqual(["stored"]);
    expect(await feed.states()).toEqual({ X: "waiting: nothing_to_cancel" });
    await feed.play(
      "A01 09 0900 19=V1 36=02 id=COMES; A21 10 0900 19=V1 36=02 id=X",
    );
    expect(await feed.transfers()).toEqual([]);
    expect(await feed.states()).toEqual({ X: "used", COMES: "used" });
    expect(await feed.play(goesOn)).toEqual(["repeated"]);
    const outcomes = () =>
      feed.db().selectFrom("transfers").select(["outcome", "returned_on"]);
    await feed.play(
      "A21 12 0900 19=V1 36=02 id=X; A22 12 1500 19=V1 36=02 id=BACK",
    );
    expect(await outcomes().execute()).toEqual([
      { outcome: "ed_only", returned_on: day("06-12") },
    ]);
    await feed.play("A53 12 1600 19=V1 36=02 id=X");
    expect(await outcomes().execute()).toEqual([
      { outcome: "inpatient", returned_on: null },
    ]);
    expect(await feed.stays()).toContain("77 111 06-09.. feed");
  });

  /** Each facility's last message and movement. */
  const last = async () => {
    const rows = await feed
      .db()
      .selectFrom("feed_facilities")
      .selectAll()
      .execute();
    return Object.fromEntries(
      rows.map(({ facility_id, last_message_at, last_movement_at }) => [
        facility_id,
        [last_message_at, last_movement_at].map((at) => at?.slice(5, 13)),
      ]),
    );
  };

  it("that turn out to be another facility's are no longer the last ones of the first", async () => {
    await addSender(feed.db(), { facility: "BIRCH" });
    await feed.play(
      "A01 03 0900; A08 04 0900; A01 08 0900 facility=BIRCH who=88^^^MAPLE^MR",
    );
    const first = ["06-04T13", "06-03T13"];
    const second = ["06-08T13", "06-08T13"];
    expect(await last()).toEqual({ 111: second });
    for (const facility_id of [112, 211]) {
      await feed.change({ facility_id }, { facility: "BIRCH" });
      expect(await last()).toEqual({ 111: first, [facility_id]: second });
    }
  });

  it("that are dropped are no longer the last ones of their facility, until they are taken in again", async () => {
    await feed.play(
      "A01 09 0900 id=COMES; A08 09 1000 id=UPDATE; A03 10 1000 id=GOES",
    );
    const movements = async () => {
      const rows = await feed
        .db()
        .selectFrom("feed_messages")
        .where("movement", "=", 1)
        .select("control_id")
        .execute();
      return rows.map(({ control_id }) => control_id);
    };
    const all = { 111: ["06-10T14", "06-10T14"] };
    expect(await last()).toEqual(all);
    await feed.drop("GOES");
    expect(await last()).toEqual({ 111: ["06-09T14", "06-09T13"] });
    await feed.drop("COMES");
    await feed.drop("UPDATE");
    expect(await last()).toEqual({});
    expect(await movements()).toEqual([]);
    await storeAgain("GOES");
    expect(await last()).toEqual(all);
    expect(await movements()).toEqual(["GOES"]);
  });

  async function storeAgain(controlId: string): Promise<void> {
    await feed
      .db()
      .updateTable("feed_messages")
      .set({ status: "stored" })
      .where("control_id", "=", controlId)
      .execute();
    await feed.play([]);
  }

  it("wait for their sender, and are applied when it is known", async () => {
    await feed.play(
      "A01 10 0900 facility=BIRCH id=B; A01 10 0900 sender=WHO id=W",
    );
    expect(await feed.states()).toEqual({
      B: "waiting: unknown_facility",
      W: "waiting: unknown_sender",
    });
    await addSender(feed.db(), { facility: "BIRCH", facility_id: 211 });
    await storeAgain("B");
    expect(await feed.states()).toMatchObject({ B: "used" });
    expect(await feed.stays()).toContain("77 211 06-10.. feed");
  });

  it("join residents by a merge, also those whose messages come later, until it is dropped", async () => {
    await feed.play(
      `A40 03 0900 ${WHO} merged=88^^^MAPLE^MR id=MERGE; A01 02 0900 who=88^^^MAPLE^MR 19=V8`,
    );
    const ofCem = async () => {
      const rows = feed.db().selectFrom("stays").where("patient_id", "=", 5);
      const days = await rows
        .select("admitted_on")
        .orderBy("admitted_on")
        .execute();
      return days.map(({ admitted_on }) => admitted_on);
    };
    expect(await ofCem()).toEqual([day("06-01"), day("06-02")]);
    expect(await feed.drop("MERGE")).toBe(true);
    expect(await ofCem()).toEqual([day("06-01")]);
    expect(await feed.stays()).toContain("88 111 06-02.. feed");
  });

  /** Rows with their patients, now and by the census. */
  const whose = (table: "stays" | "notes") =>
    feed
      .db()
      .selectFrom(table)
      .select(["id", "patient_id", "recorded_patient_id"])
      .orderBy("id")
      .execute();
  const MERGE = `A40 03 0900 ${WHO} merged=66^^^MAPLE^MR id=MERGE`;

  async function addNote(
    id: number,
    patient_id: number,
    recorded_patient_id: number | null,
  ): Promise<void> {
    const note = {
      ...{ facility_id: 111, npi: null, noted_at: "2026-06-02T00:00:00Z" },
      ...{ note_type: "Call", note_text: "Fell.", provider: null },
      high_risk: 0 as const,
    };
    await feed
      .db()
      .insertInto("notes")
      .values({ id, patient_id, recorded_patient_id, ...note })
      .execute();
  }

  it("merge two residents of the census, with their notes, and part them again", async () => {
    await addNote(1, 6, null);
    const before = [await whose("stays"), await whose("notes")];
    await feed.play(MERGE);
    // Both were there at once: it is one stay (R244).
    expect(await whose("stays")).toMatchObject([{ id: 5, patient_id: 5 }]);
    expect(await whose("notes")).toEqual([
      { id: 1, patient_id: 5, recorded_patient_id: 6 },
    ]);
    expect(await feed.drop("MERGE")).toBe(true);
    expect([await whose("stays"), await whose("notes")]).toEqual(before);
  });

  it("part two residents again whom no census has, each with their stays", async () => {
    const of = (number: string) => `who=${number}^^^MAPLE^MR`;
    await feed.play(
      `A01 02 0900 ${of("77")}; A01 05 0900 ${of("88")}; A40 06 0900 ${of("77")} merged=88^^^MAPLE^MR id=MERGE`,
    );
    expect(await feed.drop("MERGE")).toBe(true);
    const apart = ["77 111 06-02.. feed", "88 111 06-05.. feed"];
    expect(await feed.stays()).toEqual([...CENSUS, ...apart]);
  });

  it("merge one into whom the census has merged another, and leave the notes of that one with it", async () => {
    const named = { first_name: "Eve", last_name: "Quay", mrn: "44" };
    const merged_at = NOW.toISOString();
    const db = feed.db();
    await db
      .insertInto("patients")
      .values({ id: 7, ...named, frailty_score: null })
      .execute();
    await db
      .insertInto("merges")
      .values({ from_id: 7, into_id: 6, merged_at })
      .execute();
    await addNote(1, 6, 7);
    await addNote(2, 6, null);
    await addNote(3, 5, null);
    const before = await whose("notes");
    await feed.play(MERGE);
    expect((await whose("notes")).map((row) => Object.values(row))).toEqual([
      [1, 5, 7],
      [2, 5, 6],
      [3, 5, null],
    ]);
    expect(await feed.drop("MERGE")).toBe(true);
    expect(await whose("notes")).toEqual(before);
  });

  it("join a stay with the same one of the census, and its transfer with it", async () => {
    await feed.play(
      `A01 01 0900 who=88^^^MAPLE^MR 36=82 45=202606010900; A40 01 0901 ${WHO} merged=88^^^MAPLE^MR`,
    );
    expect(await feed.stays()).toEqual(["55 111 06-01..06-01 feed", CENSUS[1]]);
    expect(await feed.transfers()).toHaveLength(1);
  });

  const transferIds = async () => {
    const rows = feed.db().selectFrom("transfers");
    const all = await rows.select(["id", "transferred_on"]).execute();
    return all.map(({ id, transferred_on }) => [id, transferred_on]);
  };

  it("leave a transfer its number where they correct its day", async () => {
    await feed.play("A01 02 0900 19=V1; A03 10 1000 19=V1 36=02");
    expect(await transferIds()).toEqual([[-1, day("06-10")]]);
    await feed.play("A08 11 0900 19=V1 36=02 45=202606092200");
    expect(await transferIds()).toEqual([[-1, day("06-09")]]);
  });

  it("give another transfer no number that a review goes by", async () => {
    await feed.play(`A03 07 1000 ${WHO} 36=02`);
    await feed
      .db()
      .insertInto("reviews")
      .values({
        ...{ transfer_id: -1, patient_id: 5, facility_id: 111 },
        ...{ transferred_on: day("06-07"), npi: null, isnp: 0 },
        ...{ state: "open", version: 1, answers: "{}", owner_key: "" },
        ...{ avoidable: "", causes: "" },
      })
      .execute();
    await feed.play(`A13 07 1100 ${WHO}`);
    expect(await feed.transfers()).toEqual([]);
    await feed.play(`A03 13 1000 ${WHO} 36=02`);
    expect(await transferIds()).toEqual([[-2, day("06-13")]]);
  });

  it("never give a resident the id that another one had", async () => {
    const idsOf = async (mrn: string) => {
      const rows = feed.db().selectFrom("patients").where("mrn", "=", mrn);
      return (await rows.select("id").execute()).map(({ id }) => id);
    };
    await feed.play("A01 02 0900 who=X1^^^MAPLE^MR");
    const [first] = await idsOf("X1");
    await feed.play("A11 03 0900 who=X1^^^MAPLE^MR");
    expect(await idsOf("X1")).toEqual([]);
    await feed.play("A01 04 0900 who=Y2^^^MAPLE^MR");
    expect(await idsOf("Y2")).not.toContain(first);
    await feed.play("A01 05 0900 who=X1^^^MAPLE^MR");
    expect(await idsOf("X1")).toEqual([first]);
  });

  describe("of two authorities that give one number", () => {
    const of = (who: string, id: string) => `A03 10 1000 who=${who} id=${id}`;
    const maple = of("55^^^MAPLE^MR", "MAPLE");
    const other = of("55^^^OTHER^MR", "OTHER");
    const joined = of("55^^^MAPLE^MR~66^^^MAPLE^MR", "JOINED");
    const other66 = of("66^^^OTHER^MR", "OTHER66");
    const waits = "waiting: ambiguous_number";
    const contentOf = async () => ({
      stays: await feed.stays(),
      states: await feed.states(),
    });

    it("are of two residents whom the census does not have", async () => {
      await feed.play(
        "A01 04 0900 who=77^^^MAPLE^MR; A01 05 0900 who=77^^^OTHER^MR",
      );
      const two = ["77 111 06-04.. feed", "77 111 06-05.. feed"];
      expect(await feed.stays()).toEqual([...CENSUS, ...two]);
    });

    it.each([...orders([maple, other]), ...orders([joined, other, other66])])(
      "wait where a resident of the census has it, or two whom one message joins: %s; %s; %s",
      async (...texts) => {
        for (const text of texts) await feed.play(text);
        const { stays, states } = await contentOf();
        expect(stays).toEqual(CENSUS);
        expect(Object.values(states)).toEqual(texts.map(() => waits));
      },
    );

    it.each(orders(["CORP", "OTHER", "ALDER"]))(
      "wait for a number that facilities share, in the order %s, %s, %s",
      async (...names) => {
        const db = feed.db();
        await db
          .updateTable("stays")
          .set({ facility_id: 112 })
          .where("id", "=", 6)
          .execute();
        await db.updateTable("patients").set({ mrn: "55" }).execute();
        await rebuildFigures(db);
        await feed.change(
          { codes: "PID-3.4:CORP=SHARED" },
          { role: "facility" },
        );
        const at = (who: string, id: string, more = "") =>
          `${of(`55^^^${who}^MR`, id)}${more}`;
        const texts: Record<string, string> = {
          CORP: `${at("CORP", "CORP")}; ${at("CORP", "CORP2", " facility=ALDER")}`,
          OTHER: at("OTHER", "OTHER"),
          ALDER: at("OTHER", "ALDER", " facility=ALDER"),
        };
        for (const name of names) await feed.play(texts[name] ?? "");
        expect(await contentOf()).toEqual({
          stays: ["55 111 06-01.. census", "55 112 06-01.. census"],
          states: { CORP: waits, CORP2: waits, OTHER: waits, ALDER: waits },
        });
      },
    );

    const dropped = "dropped";
    it.each([
      ["JOINED", { JOINED: dropped, OTHER: "used", OTHER66: "used" }],
      ["OTHER", { JOINED: waits, OTHER: dropped, OTHER66: waits }],
      ["OTHER66", { JOINED: waits, OTHER: waits, OTHER66: dropped }],
      ["OTHER66 OTHER", { JOINED: "used", OTHER: dropped, OTHER66: dropped }],
      ["OTHER OTHER66", { JOINED: "used", OTHER: dropped, OTHER66: dropped }],
    ])("of both residents go on when %s are dropped", async (gone, states) => {
      await feed.play([joined, other, other66].join("; "));
      for (const name of gone.split(" ")) await feed.drop(name);
      expect(await feed.states()).toEqual(states);
    });

    it.each([
      ["MAPLE", "OTHER"],
      ["OTHER", "MAPLE"],
    ])(
      "go on with the other one when that of %s is dropped",
      async (gone, left) => {
        await feed.play(`${maple}; ${other}`);
        await feed.drop(gone);
        const states = { [gone]: dropped, [left]: "used" };
        expect(await contentOf()).toEqual({ stays: ENDED, states });
      },
    );

    it("are of the one whose number the codes of the sender call the facility's", async () => {
      await feed.play(`${maple}; ${other}`);
      await feed.change({ codes: "PID-3.4:MAPLE=MRN" }, { facility: "WILLOW" });
      const states = { MAPLE: "used", OTHER: "waiting: no_stay" };
      expect(await contentOf()).toEqual({ stays: ENDED, states });
    });

    it("are of one resident where a merge says so, also in another facility", async () => {
      const db = feed.db();
      await db.updateTable("stays").set({ patient_id: 5 }).execute();
      await db
        .updateTable("stays")
        .set({ facility_id: 112, recorded_patient_id: null })
        .where("id", "=", 6)
        .execute();
      await rebuildFigures(db);
      const alder = `${of("55^^^MAPLE^MR", "ALDER")} facility=ALDER`;
      const merge = `A40 10 0900 ${WHO} merged=55^^^OTHER^MR id=MERGE`;
      for (const text of [maple, other, alder, merge]) await feed.play(text);
      const used = { MAPLE: "used", OTHER: "used", ALDER: "used" };
      expect(await contentOf()).toEqual({
        stays: ["55 111 06-01..06-10 feed", "55 112 06-01..06-10 feed"],
        states: { ...used, MERGE: "used" },
      });
    });

    it("keep nobody waiting where a hospital alone names the other one", async () => {
      await feed.change({ facility_id: 111 }, { role: "hospital" });
      await feed.play("H A01 10 1100 who=55 2=I id=NOTICE");
      await feed.play(maple);
      const states = { NOTICE: waits, MAPLE: "used" };
      expect(await contentOf()).toEqual({ stays: ENDED, states });
      await feed.drop("MAPLE");
      expect(await feed.states()).toMatchObject({ NOTICE: "used" });
    });
  });

  describe("of a hospital", () => {
    const merges = () => feed.db().selectFrom("merges").selectAll().execute();
    const merge = (who: string, merged: string) =>
      `H A40 10 0900 who=${who} merged=${merged}`;

    it("that name two record numbers join nobody", async () => {
      await feed.change({ facility_id: 111 }, { role: "hospital" });
      await feed.play("H A01 04 1000 2=I who=55~66");
      expect(await merges()).toEqual([]);
      expect(await feed.transfers()).toEqual(["111 06-04 inpatient feed"]);
    });

    it.each([
      ["the record numbers of two residents", merge("55", "66")],
      [
        "numbers that a facility names with two residents",
        merge("8^^^GH^MR", "9^^^GH^MR"),
      ],
      [
        "them by way of a third number",
        `${merge("8^^^GH^MR", "7^^^GH^MR")}; ${merge("7^^^GH^MR", "9^^^GH^MR")}`,
      ],
    ])("that merge %s join nobody", async (_, texts) => {
      await feed.change({ facility_id: 111 }, { role: "hospital" });
      await feed.play(
        `${texts}; A08 02 0900 who=55^^^^MR~8^^^GH^MR; A08 02 0900 who=66^^^^MR~9^^^GH^MR`,
      );
      expect(await merges()).toEqual([]);
      expect(await feed.stays()).toEqual(CENSUS);
    });

    it("that merge its own numbers tell of whom a facility knows by one of them", async () => {
      await feed.play(
        "H A01 04 1000 who=7^^^GH^MR 2=E 19=H1; A08 02 0900 who=55^^^^MR~8^^^GH^MR",
      );
      expect(await feed.transfers()).toEqual([]);
      await feed.play(merge("8^^^GH^MR", "7^^^GH^MR"));
      expect(await feed.transfers()).toEqual(["111 06-04 ed_only feed"]);
    });
  });

  describe("with a number of the whole company beside the record number", () => {
    const BOTH = "55^^^MAPLE^MR~66^^^ENT^PI";
    const discharge = (who: string) => `A03 10 1000 who=${who}`;

    it("are of whose record number it is, in whatever order they come", async () => {
      await feed.play(discharge("66^^^ENT^PI"));
      await feed.play(discharge(BOTH));
      expect(await feed.stays()).toEqual(ENDED);
      const merges = feed.db().selectFrom("merges").selectAll();
      expect(await merges.execute()).toEqual([]);
    });

    it("are of whose number the sender calls the facility's", async () => {
      await feed.change({ codes: "PID-3.4:ENT=MRN" }, { facility: "WILLOW" });
      await feed.play(discharge(BOTH));
      expect(await feed.stays()).toEqual([
        CENSUS[0],
        "66 111 06-01..06-10 feed",
      ]);
    });

    it("are of a resident of the census where the facility names that number alone", async () => {
      await feed.play(discharge("55^^^ENT^PI"));
      expect(await feed.stays()).toEqual(ENDED);
    });

    it("show the record number of whom no census has", async () => {
      await feed.play("A01 10 0900 who=1^^^ENT^PI~77^^^MAPLE^MR");
      expect(await feed.stays()).toContain("77 111 06-10.. feed");
    });

    it("are of whose number it is where it was stored without a type", async () => {
      await feed.play(`${discharge("55^^^MAPLE^PI")} id=OLD`);
      const { facts } = await feed
        .db()
        .selectFrom("feed_messages")
        .select("facts")
        .executeTakeFirstOrThrow();
      const without = facts?.replaceAll(',"type":"PI"', "");
      await feed
        .db()
        .updateTable("feed_messages")
        .set({ facts: without })
        .execute();
      await storeAgain("OLD");
      await feed.play(discharge("66^^^ENT^PI~55^^^MAPLE"));
      expect(await feed.stays()).toEqual(ENDED);
    });
  });

  it("move the reach of all facilities of their sender, not into the future there", async () => {
    const db = feed.db();
    await db
      .updateTable("facilities")
      .set({ time_zone: "Pacific/Kiritimati" })
      .where("id", "=", 112)
      .execute();
    const reach = async () => {
      const rows = await db
        .selectFrom("facilities")
        .select(["id", "data_through"])
        .where("id", "in", [111, 112, 121])
        .execute();
      return Object.fromEntries(rows.map((row) => [row.id, row.data_through]));
    };
    const now = { 111: day("06-10"), 112: day("06-11"), 121: null };
    await feed.play(`A08 10 0900 ${WHO}`);
    expect(await reach()).toEqual(now);
    await feed.play([er7("A08", "202607100900", { who: "55^^^MAPLE^MR" })]);
    const later = { 111: day("06-15"), 112: day("06-16"), 121: null };
    expect(await reach()).toEqual(later);
    await feed.play(`A08 09 0900 ${WHO}`);
    expect(await reach()).toEqual(later);
  });
});
