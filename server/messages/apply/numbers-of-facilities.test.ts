import { describe, expect, it } from "vitest";
import { orders } from "~/features/messages/rules/testing/orders";
import {
  addPlaces,
  addSender,
  messages,
  onFeed,
} from "~server/messages/testing/played-feed";
import { rebuildFigures } from "~server/measures/rebuild";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

const LTC = "71^^^LTC^MR";
const FACILITIES = ["WILLOW", "ALDER"];

const admitted = (facility: string, who = LTC) =>
  `A01 02 0900 who=${who} facility=${facility} id=${facility} name=${facility}^Ann`;
const both = (who = LTC) =>
  FACILITIES.map((at) => admitted(at, who)).join("; ");
const LEAVES = `A21 10 0900 who=${LTC} facility=ALDER 36=02`;
const notice = (who = LTC) => `H A01 10 1000 who=${who} id=NOTICE 2=E 19=H1`;

describe.each(TEST_DIALECTS)("a number of two facilities, on %s", (dialect) => {
  const feed = onFeed(dialect, async (db) => {
    await addPlaces(db);
    await addSender(db, { sender: "EPIC", facility: "GH", role: "hospital" });
  });
  const say = async (one: string, other: string) => {
    await feed.change({ codes: one }, { facility: "WILLOW" });
    await feed.change({ codes: other }, { facility: "ALDER" });
  };

  it.each([
    LTC,
    "71^^^PCC^PI",
    "71^^^MR",
    "71",
    "71^^^LTC&1.2.3&ISO^MR",
    `71^^^${"Long".repeat(60)}^MR`,
  ])("is of two residents as %s", async (who) => {
    await feed.play(both(who));
    expect(await feed.residents()).toBe(2);
  });

  it.each([
    ["PID-3.4:LTC=SHARED", "PID-3.4:LTC=SHARED", 1],
    ["PID-3.4:LTC=MRN,SHARED", "PID-3.4:LTC=SHARED", 1],
    ["PID-3.4:LTC=SHARED", "", 2],
    ["PID-3.4:LTC=MRN", "PID-3.4:LTC=MRN", 2],
    ["PID-3.4:ENT=SHARED", "PID-3.4:ENT=SHARED", 2],
  ])("is of as many residents as %s and %s say", async (one, other, count) => {
    await say(one, other);
    await feed.play(both());
    expect(await feed.residents()).toBe(count);
  });

  it.each([LTC, "71"])(
    "is merged in its own facility, as %s",
    async (merged) => {
      const own = admitted("WILLOW", "72^^^LTC^MR");
      const merge = `A40 11 0900 who=72^^^LTC^MR merged=${merged} id=MERGE`;
      await feed.play(`${own}; ${admitted("ALDER")}; ${merge}`);
      expect(await feed.residents()).toBe(2);
      expect(await feed.states()).toMatchObject({
        MERGE: "waiting: nothing_to_merge",
      });
      await feed.play(admitted("WILLOW"));
      expect(await feed.states()).toMatchObject({ MERGE: "used" });
      expect(await feed.stays()).toEqual([
        "71 112 06-02.. feed",
        "72 111 06-02.. feed",
      ]);
    },
  );

  const rebuild = () =>
    feed
      .db()
      .transaction()
      .execute((trx) => rebuildFigures(trx));
  const inCensus = async (facilities: readonly number[]) => {
    const person = { id: 9, mrn: "71", first_name: "Ann", last_name: "Roe" };
    const stay = {
      ...{ patient_id: 9, npi: null, admitted_from: "other" as const },
      ...{ rth: 0 as const, ed: 0 as const, isnp: 0 as const },
      ...{ admitted_on: 20_000, discharged_on: 20_010, long_stay_from: 20_100 },
    };
    const stays = facilities.map((at) => ({
      ...stay,
      id: at,
      facility_id: at,
    }));
    await feed
      .db()
      .insertInto("patients")
      .values({ ...person, frailty_score: null })
      .execute();
    await feed.db().insertInto("stays").values(stays).execute();
    await rebuild();
  };

  it.each([
    [LTC, LTC],
    ["71^^^WILLOW^MR", "71^^^ALDER^MR"],
    ["71", "71^^^LTC^PI"],
  ])(
    "is of the patient whom the census has in both, as %s and %s",
    async (one, other) => {
      const texts = [admitted("WILLOW", one), admitted("ALDER", other)];
      for (const order of orders(texts)) {
        await feed.reopen();
        await inCensus([111, 112]);
        for (const text of order) await feed.play(text);
        expect(await feed.stays()).toHaveLength(4);
        expect(await feed.residents()).toBe(1);
      }
    },
  );

  it("is of somebody else where the census has the patient in one of them alone", async () => {
    await inCensus([111]);
    await feed.play(`${admitted("ALDER")}; ${admitted("WILLOW")}`);
    expect(await feed.residents()).toBe(2);
  });

  const transferIds = () =>
    feed.db().selectFrom("transfers").select(["id", "patient_id"]).execute();

  it("parts with what is theirs when the census has the patient in one no longer", async () => {
    await inCensus([111, 112]);
    await feed.play(`${both()}; ${LEAVES}`);
    const [before] = await transferIds();
    expect(before?.patient_id).toBe(9);
    await feed.db().deleteFrom("stays").where("id", "=", 112).execute();
    await rebuild();
    await feed.play(admitted("WILLOW").replace("id=WILLOW", "id=AGAIN"));
    const [after] = await transferIds();
    expect(after?.id).toBe(before?.id);
    expect(after?.patient_id).toBeLessThan(0);
  });

  it.each(orders([admitted("WILLOW"), notice(), admitted("ALDER")]))(
    "is of nobody where a hospital of any facility names it: %s; %s; %s",
    async (...texts) => {
      for (const text of texts) await feed.play(text);
      expect(await feed.transfers()).toEqual([]);
      expect(await feed.states()).toMatchObject({
        NOTICE: "waiting: unknown_resident",
      });
      // What turns out to be nobody's makes it that of one.
      await feed.drop("ALDER");
      expect(await feed.transfers()).toEqual(["111 06-10 ed_only feed"]);
    },
  );

  it("is known to a hospital of the facility", async () => {
    await feed.change({ facility_id: 112 }, { role: "hospital" });
    await feed.play(`${both("71")}; ${notice("71")}`);
    expect(await feed.transfers()).toEqual(["112 06-10 ed_only feed"]);
  });

  it("is known to any hospital if it is shared", async () => {
    await say("PID-3.4:LTC=SHARED", "");
    await feed.change({ codes: "PID-3.4:X=MRN" }, { role: "hospital" });
    await feed.play(`${both()}; ${notice()}`);
    expect(await feed.transfers()).toEqual(["111 06-10 ed_only feed"]);
  });

  it("is of one resident once both rows say so, and of two when one no longer does", async () => {
    await feed.play([...messages(both()), ...messages(LEAVES)]);
    const ids = async () => (await transferIds()).map(({ id }) => id);
    const before = await ids();
    expect(await feed.residents()).toBe(2);
    await say("PID-3.4:LTC=SHARED", "PID-3.4:LTC=SHARED");
    expect(await feed.residents()).toBe(1);
    expect(await ids()).toEqual(before);
    await say("PID-3.4:LTC=SHARED", "");
    expect(await feed.residents()).toBe(2);
    expect(await ids()).toEqual(before);
  });
});
