import { describe, expect, it } from "vitest";
import { orders } from "~/features/messages/rules/testing/orders";
import { messages, onFeed } from "~server/messages/testing/played-feed";
import { rebuildFigures } from "~server/measures/rebuild";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

describe.each(TEST_DIALECTS)("numbers and merges, on %s", (dialect) => {
  const feed = onFeed(dialect);

  const admitted = (who: string, day: string, more = "") =>
    `A01 ${day} 0900 who=${who} 2=I 19=V${day} id=${day}${more}`;
  const merge = (who: string, merged: string) =>
    `A40 14 0900 who=${who} merged=${merged} id=MERGE`;
  const MG1 = admitted("MG1^^^LTC^MR", "02");

  /** How many residents there are, and what the merge is. */
  const outcome = async () => {
    const { length } = await feed.stays();
    const { MERGE } = await feed.states();
    return `${length} stays of ${await feed.residents()}, ${MERGE}`;
  };

  /** Plays messages in each order, and has the same outcome after each. */
  const inEveryOrder = async (texts: string[], expected: string) => {
    for (const order of orders(texts)) {
      await feed.reopen();
      for (const text of order) await feed.play(text);
      expect(await outcome()).toBe(expected);
    }
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
    const texts = [MG1, admitted(whole, "05"), merge("MG1^^^LTC^MR", short)];
    await inEveryOrder(texts, "2 stays of 1, used");
    expect(await feed.drop("MERGE")).toBe(true);
    expect(await outcome()).toBe("2 stays of 2, dropped");
  });

  it.each([
    ["of two givers", ["MG2^^^LTC^MR", "MG2^^^OTHER^MR"], ""],
    ["of another facility", ["MG2^^^LTC^MR"], " facility=ALDER"],
    ["of nobody", [], ""],
  ])(
    "wait where the number may be that %s, in every order",
    async (_, whom, more) => {
      const others = whom.map((who, at) => admitted(who, `0${5 + at}`, more));
      const count = whom.length + 1;
      await inEveryOrder(
        [MG1, ...others, merge("MG1^^^LTC^MR", "MG2")],
        `${count} stays of ${count}, waiting: nothing_to_merge`,
      );
    },
  );

  it("of a facility that nobody has mapped mean the only one with the number, as long as there is no other", async () => {
    const texts = [
      MG1,
      admitted("MG2^^^LTC^MR", "05"),
      `${merge("MG1^^^LTC^MR", "MG2^^^OLD^MR~MG2")} facility=NOWHERE`,
    ];
    await feed.play(texts.join("; "));
    expect(await outcome()).toBe("2 stays of 1, used");
    await feed.play(admitted("MG2^^^LTC^MR", "06", " facility=ALDER"));
    expect(await outcome()).toBe("3 stays of 3, waiting: nothing_to_merge");
    expect(await feed.drop("06")).toBe(true);
    expect(await outcome()).toBe("2 stays of 1, used");
  });

  it("join each of several pairs of a merge, and no two pairs", async () => {
    const pairs =
      "PV1||I\rPID|2||81^^^M^MR\rMRG|82^^^M^MR\rPD1|\rPV1||I\rPID|3||91^^^M^MR\rMRG|92^^^M^MR\r";
    const numbers = ["71", "72", "81", "82", "91", "92"];
    const all = numbers.map((number, at) =>
      admitted(`${number}^^^M^MR`, `0${at + 1}`),
    );
    const three = messages(merge("71^^^M^MR", "72^^^M^MR"))[0] + pairs;
    await feed.play([...messages(all[1] ?? ""), three]);
    expect(await outcome()).toBe("1 stays of 1, waiting: nothing_to_merge");
    await feed.play(all.join("; "));
    expect(await outcome()).toBe("6 stays of 3, used");
    const names = (await feed.stays()).map((stay) => stay.split(" ")[0]);
    expect(names).toEqual(["71", "71", "81", "81", "91", "91"]);
  });

  it("join residents of the census, and wait where it has none", async () => {
    const db = feed.db();
    const patients = [5, 6].map((id) => ({
      ...{ id, first_name: "Cem", last_name: "Own", frailty_score: null },
      mrn: `${id}${id}`,
    }));
    const stays = [5, 6].map((id) => ({
      ...{ id, patient_id: id, facility_id: 111, npi: null },
      ...{ admitted_on: 20_000, discharged_on: null, long_stay_from: 20_100 },
      ...{ rth: 0 as const, ed: 0 as const, isnp: 0 as const },
      admitted_from: "hospital" as const,
    }));
    await db.insertInto("patients").values(patients).execute();
    await db.insertInto("stays").values(stays).execute();
    await rebuildFigures(db);
    await feed.play(merge("55^^^M^MR", "66^^^M^MR"));
    // Both were there at once, which is one stay (R244).
    expect(await outcome()).toBe("1 stays of 1, used");
    await feed.play("A40 14 0901 who=55^^^M^MR merged=67^^^M^MR id=OTHER");
    expect(await feed.states()).toMatchObject({
      MERGE: "used",
      OTHER: "waiting: nothing_to_merge",
    });
    const parts = () =>
      db.selectFrom("joined_stays").select("id").orderBy("id").execute();
    await feed.play(admitted("55^^^M^MR", "10"));
    expect(await outcome()).toBe("1 stays of 1, used");
    expect(await parts()).toEqual([{ id: -1 }, { id: 5 }, { id: 6 }]);
    await feed.play(admitted("77^^^M^MR", "11"));
    expect(await parts()).toEqual([{ id: -1 }, { id: 5 }, { id: 6 }]);
    await feed.drop("MERGE");
    expect(await feed.stays()).toEqual([
      "55 111 10-04.. census",
      "55 111 06-10.. feed",
      "66 111 10-04.. census",
      "77 111 06-11.. feed",
    ]);
  });

  it.each(["MEDREC", "EPI", "Chart No", "FI", "PN"])(
    "of type %s wait until the codes of their sender say what that is",
    async (type) => {
      const [text = ""] = messages(admitted("77^^^M^TYPE", "02"));
      await feed.play([text.replace("TYPE", type)]);
      expect(await feed.states()).toEqual({ "02": "waiting: unknown_number" });
      expect(await feed.stays()).toEqual([]);
      await feed.change({ codes: `PID-3.5:${encodeURIComponent(type)}=MR` });
      expect(await feed.states()).toEqual({ "02": "used" });
      expect(await feed.stays()).toEqual(["77 111 06-02.. feed"]);
    },
  );

  const both = (number: string) =>
    ["71", "72"]
      .map((own, at) =>
        admitted(`${own}^^^M^MR~${number}^^^MPI^PI`, `0${at + 2}`),
      )
      .join("; ");

  it.each([
    ["UNKNOWN", 2],
    ["4711", 1],
  ])(
    "as %s beside their own make of two residents %i",
    async (number, count) => {
      await feed.play(both(number));
      expect(await outcome()).toBe(`2 stays of ${count}, undefined`);
    },
  );

  it("that identify nobody join nobody in messages that were stored before", async () => {
    await feed.play(both("4711"));
    const rows = await feed
      .db()
      .selectFrom("feed_messages")
      .select(["id", "facts"])
      .execute();
    for (const { id, facts } of rows) {
      await feed
        .db()
        .updateTable("feed_messages")
        .set({ facts: facts?.replace("4711", "00000"), status: "stored" })
        .where("id", "=", id)
        .execute();
    }
    await feed.play([]);
    expect(await outcome()).toBe("2 stays of 2, undefined");
  });
});
