import { describe, expect, it } from "vitest";
import { addSender, onFeed } from "~server/messages/testing/played-feed";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

describe.each(TEST_DIALECTS)("an enterprise that sends, on %s", (dialect) => {
  const feed = onFeed(dialect);

  /** MSH-4 is the enterprise; the facility stands in PV1-3.4. */
  const admitted = (location: string, who: string, id: string) =>
    `A01 10 0900 facility=CHAIN who=${who}^^^CHAIN^MR 2=I 3=1^2^A^${location} id=${id}`;
  const A = admitted("WILLOW", "71", "A");
  const B = admitted("ALDER", "72", "B");
  const M =
    "A40 11 0900 facility=CHAIN who=71^^^CHAIN^MR merged=72^^^CHAIN^MR id=MERGE";
  const OF_ONE = ["71 111 06-10.. feed", "71 112 06-10.. feed"];

  const map = async (facility: string, facility_id: number) => {
    await addSender(feed.db(), { facility, facility_id });
    await feed.change({ facility_id }, { facility });
  };

  it.each([
    [A, B, M],
    [M, A, B],
    [B, M, A],
  ])("merges residents without saying where, as in %s", async (...texts) => {
    for (const text of texts) await feed.play(text);
    expect((await feed.stays()).sort()).toEqual(OF_ONE);
    expect(await feed.states()).toEqual({
      A: "used",
      B: "used",
      MERGE: "used",
    });
  });

  it("moves no stay of a facility when it is mapped to another one", async () => {
    await feed.play([A, B, M].join("; "));
    await map("CHAIN", 211);
    expect((await feed.stays()).sort()).toEqual(OF_ONE);
    // What names no facility by itself is of the one that it is mapped to.
    await feed.play(admitted("SPRUCE", "73", "C"));
    expect(await feed.stays()).toContain("73 211 06-10.. feed");
    await map("SPRUCE", 121);
    expect(await feed.stays()).toContain("73 121 06-10.. feed");
  });

  it("merges nothing where nobody knows whether it is a facility or a hospital", async () => {
    await addSender(feed.db(), { facility: "GH", role: "hospital" });
    await feed.play([A, B, M].join("; "));
    expect(await feed.stays()).toHaveLength(2);
    expect(await feed.states()).toMatchObject({
      MERGE: "waiting: unknown_facility",
    });
    await map("CHAIN", 211);
    expect((await feed.stays()).sort()).toEqual(OF_ONE);
  });

  it("keeps what is written of each of two transfers of one day with it", async () => {
    const hospital = { sender: "EPIC", facility: "GH" };
    await addSender(feed.db(), { ...hospital, role: "hospital" });
    const who = "who=71^^^CHAIN^MR 2=I";
    await feed.play(
      `A01 10 0100 ${who}; A21 10 0600 ${who} 36=02; A22 10 1000 ${who}; A21 10 1500 ${who} 36=02`,
    );
    const ids = () =>
      feed
        .db()
        .selectFrom("transfers")
        .select("id")
        .orderBy("minute_of_day")
        .execute();
    const before = await ids();
    expect(before).toHaveLength(2);
    // What was assumed of the one turns out to be true of the other.
    await feed.play(
      "H A04 10 0630 who=71^^^CHAIN^MR 2=I 19=0630; H A04 10 1530 who=71^^^CHAIN^MR 2=E 19=1530",
    );
    expect(await ids()).toEqual(before);
    expect((await feed.transfers()).sort()).toEqual([
      "111 06-10 ed_only feed",
      "111 06-10 inpatient feed",
    ]);
  });
});
