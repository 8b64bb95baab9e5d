import { beforeEach, describe, expect, it } from "vitest";
import type { Viewer } from "~/domain/access/viewer";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { answersOf } from "~/features/reviews/rules/answers";
import { entriesOf } from "~/features/transfer-notices/rules";
import { addSender, drop, play } from "~server/messages/testing/played-feed";
import { forgetResident } from "~server/forget/forget-resident";
import {
  ALLOW_ALL,
  importFolder,
  importRows,
  writeCensus,
  type CensusRows,
} from "~server/imports/testing/census-files";
import { reviewsOfResident } from "~server/residents/service";
import { columnsOf } from "~server/reviews/read-review";
import { findWrittenTransfer } from "~server/reviews/transfer-to-review";
import type { WrittenTable } from "~server/measures/transfers/review-of-transfer";
import { readReviewGroups } from "~server/measures/transfers/transfer-groups";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { openedForEach } from "~server/testing/opened";

const AFTER = new Date("2026-07-01T12:00:00Z");
const COMPANY: Viewer = {
  accessLevel: "company",
  accessLevelIds: [0],
  isnpOnly: false,
};

const numberOf = (mrn: string) => `${mrn}^^^WILLOW^MR`;

describe.each(TEST_DIALECTS)("a review beside a feed on %s", (dialect) => {
  const store = openedForEach(() => openTestStore(dialect));
  beforeEach(async () => {
    await importFolder(
      store,
      writeCensus({
        "divisions.csv": ["1,North"],
        "regions.csv": ["10,Lakes,1"],
        "facilities.csv": ["100,Willow,10,,,,,"],
        "patients.csv": ["1,M1,Bel,Haskerby,3"],
        "stays.csv": ["1,1,100,,2026-05-01,,hospital,false"],
      }),
      { now: new Date("2026-06-01T12:00Z") },
    );
    await addSender(store.db, { facility_id: 100 });
  });

  /** A resident comes, and goes to hospital. */
  const stayOf = (mrn: string, leftOn: string, id = leftOn) =>
    `A01 02 1000 who=${numberOf(mrn)}; A21 ${leftOn} 1000 who=${numberOf(mrn)} 36=02 id=${id}`;

  /** Ids of the transfers of a day. */
  const transfersOn = async (day: string) =>
    (
      await store.db
        .selectFrom("transfers")
        .orderBy("id")
        .select(["id", "patient_id", "transferred_on"])
        .execute()
    ).filter(({ transferred_on }) => isoDayOf(transferred_on).endsWith(day));

  /** Begins the review of the only transfer of a day. Gives its id and that of the transfer. */
  async function review(day: string): Promise<{ id: number; of: number }> {
    const [transfer, ...others] = await transfersOn(day);
    if (!transfer || others.length > 0) throw new Error("not one transfer");
    const { id: transfer_id, ...of } = transfer;
    const key = { ...of, transfer_id, facility_id: 100, npi: null };
    const { id } = await store.db
      .insertInto("reviews")
      .values({
        ...key,
        isnp: 0,
        state: "open",
        version: 1,
        ...columnsOf(answersOf({ change: `Pale on ${day}` })),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const entries = entriesOf({ notice_by: "A. Reed" });
    const changes = [{ author: "Ada", at: "", changes: entries }];
    await store.db
      .insertInto("transfer_notices")
      .values({
        ...{ ...key, ...entries, id, isnp: 0, version: 1 },
        history: JSON.stringify(changes),
      })
      .execute();
    return { id, of: transfer_id };
  }

  /** The review of a transfer, which its notices go with. */
  const reviewOf = async (transferId: number) => {
    const find = (table: WrittenTable) =>
      findWrittenTransfer(store.db, COMPANY, transferId, table);
    const notices = await find("transfer_notices");
    const review = await find("reviews");
    expect(notices?.written_id).toBe(review?.written_id);
    return review?.written_id;
  };

  const census = (transfers: string[] = []) =>
    importFolder(
      store,
      writeCensus({
        "patients.csv": ["9,M9,Ann,Roe,"],
        "stays.csv": ["9,9,100,,2026-06-02,,other,false"],
        "transfers.csv": transfers,
      }),
      { now: AFTER },
    );

  it("stays with a resident of messages whom the census names later", async () => {
    await play(store.db, stayOf("M9", "10"));
    const { id, of } = await review("10");
    expect(of).toBeLessThan(0);
    await census();
    expect(await transfersOn("10")).toMatchObject([{ id: of, patient_id: 9 }]);
    expect(await reviewOf(of)).toBe(id);
  });

  it.each([["when it names them"], ["later"]])(
    "goes to the transfer of the census, which tells of it %s",
    async (moment) => {
      await play(store.db, stayOf("M9", "10"));
      const { id, of } = await review("10");
      if (moment === "later") await census();
      await census(["90,9,100,2026-06-10,inpatient,false"]);
      expect(await transfersOn("10")).toMatchObject([{ id: 90 }]);
      expect(await reviewOf(90)).toBe(id);
      // The old address leads there.
      expect(await reviewOf(of)).toBe(id);
    },
  );

  const forget = async (id: number) => {
    const now = AFTER;
    const gone = await forgetResident(store.db, id, { isDryRun: false, now });
    expect(gone).toContainEqual({
      what: "reviews of transfers with their words",
      count: 1,
    });
    expect(
      await store.db.selectFrom("reviews").select("answers").execute(),
    ).toEqual([{ answers: "{}" }]);
    expect(
      await store.db
        .selectFrom("transfer_notices")
        .select(["notice_by", "history"])
        .execute(),
    ).toEqual([
      { notice_by: "", history: expect.not.stringContaining("Reed") },
    ]);
  };

  it("keeps no words of a resident who is forgotten after the census has named them", async () => {
    await play(store.db, stayOf("M9", "10"));
    await review("10");
    await census();
    await forget(9);
  });

  it("keeps no words of one whose transfer was taken back before the census named them", async () => {
    await play(store.db, stayOf("M9", "10", "LEFT"));
    const { of } = await review("10");
    await drop(store.db, "LEFT");
    await census();
    expect(await reviewsOfResident(store.db, COMPANY, 9, [])).toMatchObject([
      { transferId: of, isKnown: false },
    ]);
    await forget(9);
  });

  it("goes with its resident where two are parted who were one", async () => {
    const merge = `A40 01 1000 who=${numberOf("M8")} merged=${numberOf("M9")} id=MERGE`;
    const back = `A22 11 1000 who=${numberOf("M8")}`;
    const texts = [merge, stayOf("M8", "10"), back, stayOf("M9", "12")];
    await play(store.db, texts.join("; "));
    const first = await review("10");
    const second = await review("12");
    await drop(store.db, "MERGE");
    const [one] = await transfersOn("10");
    const [other] = await transfersOn("12");
    expect(one?.patient_id).not.toBe(other?.patient_id);
    expect(await reviewOf(one?.id ?? 0)).toBe(first.id);
    expect(await reviewOf(other?.id ?? 0)).toBe(second.id);
  });

  it("stays with a resident whom the census has no more, and messages have", async () => {
    await census();
    await play(store.db, stayOf("M9", "10"));
    const { id } = await review("10");
    const result = await importRows(
      store,
      { "deletions.csv": ["stays,9", "patients,9"] },
      { ...ALLOW_ALL, now: AFTER },
    );
    expect(result.outcome).toBe("stored");
    const [transfer] = await transfersOn("10");
    expect(transfer?.patient_id).toBeLessThan(0);
    expect(await reviewOf(transfer?.id ?? 0)).toBe(id);
  });

  it.each([["is found"], ["keeps no words of a resident who is forgotten"]])(
    "%s where the census leaves a resident out once, and has them again",
    async (how) => {
      await census(["90,9,100,2026-06-10,inpatient,false"]);
      await play(store.db, `A08 03 1000 who=${numberOf("M9")}`);
      const { id } = await review("10");
      const load = (rows: CensusRows) =>
        importRows(store, rows, { ...ALLOW_ALL, now: AFTER });
      await load({
        "deletions.csv": ["transfers,90", "stays,9", "patients,9"],
      });
      await census(["91,9,100,2026-06-10,inpatient,false"]);
      expect(await reviewOf(91)).toBe(id);
      if (how !== "is found") await forget(9);
    },
  );

  it("is found along a chain of merges", async () => {
    const load = (rows: CensusRows) =>
      importRows(store, rows, { ...ALLOW_ALL, now: AFTER });
    await load({
      "patients.csv": ["8,M8,Eve,Roe,", "9,M9,Ann,Roe,"],
      "transfers.csv": ["90,9,100,2026-06-10,inpatient,false"],
    });
    const { id } = await review("10");
    await load({ "merges.csv": ["9,8", "8,1"] });
    const ofOne = await reviewsOfResident(store.db, COMPANY, 1, [90]);
    expect(ofOne).toMatchObject([{ transferId: 90, isKnown: true }]);
    // A row with another number tells of the same transfer, under a name in the middle of the chain.
    await load({
      "deletions.csv": ["transfers,90"],
      "transfers.csv": ["91,8,100,2026-06-10,inpatient,false"],
    });
    expect(await reviewOf(91)).toBe(id);
    await load({ "deletions.csv": ["transfers,91"] });
    const left = await reviewsOfResident(store.db, COMPANY, 1, []);
    expect(left).toMatchObject([{ transferId: 90, isKnown: false }]);
  });

  it("follows its transfer where the census moves it to another day and facility", async () => {
    await census(["90,9,100,2026-06-10,inpatient,false"]);
    const { id } = await review("10");
    await store.db.updateTable("reviews").set({ state: "reviewed" }).execute();
    const reviewed = async (day: string, facilityId: number) => {
      const on = epochDayOf(day);
      const question = { facilityIds: [facilityId], isnp: false };
      const range = { from: on, to: on };
      return (await readReviewGroups(store.db, { ...question, ...range }))
        .reviewed;
    };
    expect(await reviewed("2026-06-10", 100)).toBe(1);
    await importRows(
      store,
      {
        "facilities.csv": ["101,Elm,10,,,,,"],
        "stays.csv": ["19,9,101,,2026-06-11,,other,false"],
        "transfers.csv": ["90,9,101,2026-06-12,inpatient,false"],
      },
      { ...ALLOW_ALL, now: AFTER },
    );
    expect(await reviewed("2026-06-10", 100)).toBe(0);
    expect(await reviewed("2026-06-12", 101)).toBe(1);
    expect(
      await store.db.selectFrom("reviews").select("version").execute(),
    ).toEqual([{ version: 1 }]);
    // Its day finds it under another number.
    await importRows(
      store,
      {
        "deletions.csv": ["transfers,90"],
        "transfers.csv": ["91,9,101,2026-06-12,inpatient,false"],
      },
      { ...ALLOW_ALL, now: AFTER },
    );
    expect(await reviewOf(91)).toBe(id);
    expect(await reviewed("2026-06-12", 101)).toBe(1);
  });

  it("keeps its number, which no other transfer is given when its own is gone", async () => {
    await play(store.db, stayOf("M9", "10", "LEFT"));
    const { of } = await review("10");
    await drop(store.db, "LEFT");
    expect(await transfersOn("10")).toEqual([]);
    await play(store.db, stayOf("M8", "10"));
    const [other] = await transfersOn("10");
    expect(other?.id).toBeLessThan(of);
    expect(await reviewOf(other?.id ?? 0)).toBeNull();
  });
});
