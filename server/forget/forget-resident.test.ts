import { afterEach, beforeEach, expect, it } from "vitest";
import {
  addSender,
  drop,
  er7,
  play,
  storedStays,
} from "~server/messages/testing/played-feed";
import {
  NOW,
  REPLACE_ALL,
  type CensusRows,
  type TestImport,
} from "~server/imports/testing/census-files";
import { describeImports } from "~server/imports/testing/describe-census";
import { checkFigures } from "~server/measures/check/check-figures";
import { readAllTotals } from "~server/measures/testing/read-totals";
import { storeReportFile } from "~server/cms-requests/report-files";
import { addFinishedReport } from "~server/testing/finished-report";
import { forgetResident } from "./forget-resident";

const NAMES = /Bel|Haskerby|M1\b|Fever|Sepsis|Coughs|Roe|Ann\b/;
const M1 = "M1^^^WILLOW^MR";
const PLACES = {
  "divisions.csv": ["1,North"],
  "regions.csv": ["10,Lakes,1"],
  "facilities.csv": ["100,Willow,10,,,,,"],
} satisfies CensusRows;
const AFTER = new Date("2026-07-01T12:00:00Z");

const census = (discharged = ""): CensusRows => ({
  ...PLACES,
  "physicians.csv": [],
  "patients.csv": ["1,M1,Bel,Haskerby,3", "2,M2,Cem,Two,", "3,,Bel,One,"],
  "stays.csv": [
    `1,1,100,,2026-05-01,${discharged},hospital,false`,
    "2,2,100,,2026-05-02,,other,false",
  ],
  "transfers.csv": [
    "1,1,100,2026-05-05,ed_only,false,Fever,Sepsis",
    "2,2,100,2026-05-06,ed_only,false,Fall,",
  ],
  "notes.csv": [
    "1,1,100,,2026-05-01T20:00:00-04:00,Progress Note,Coughs,Night,true",
    "2,2,100,,2026-05-01T20:00:00-04:00,Progress Note,Well,Night,true",
  ],
  "merges.csv": ["3,1"],
});

describeImports("forgetting a resident on %s", (tested) => {
  const { content } = tested;
  beforeEach(async () => {
    await load({ now: new Date("2026-06-01T12:00Z") });
    await addSender(tested.db, { facility_id: 100 });
  });
  afterEach(async () => {
    expect((await checkFigures(tested.db)).places).toEqual([]);
  });

  const forget = (id: number, isDryRun = false) =>
    forgetResident(tested.db, id, { isDryRun, now: NOW });
  const load = (options: TestImport = {}, discharged = "") =>
    tested.loadWith(
      { "transfers.csv": "reason,diagnosis" },
      census(discharged),
      { now: AFTER, ...options },
    );

  const played = (texts: string | string[]) => play(tested.db, texts, NOW);

  /** All that is stored of residents 1 and 3, or came in messages, as text. */
  async function stored(): Promise<string> {
    const { patients, notes, transfers } = await content();
    const feed = [
      await tested.db.selectFrom("feed_raw").selectAll().execute(),
      (await tested.db.selectFrom("feed_messages").select("facts").execute())
        .map(({ facts }) => facts?.replace(/"people":\[.*?\]/, ""))
        .filter((facts) => !facts?.includes("Dov")),
    ];
    const own = [...notes, ...transfers].filter((row) => row.patient_id !== 2);
    const people = patients.filter(({ id }) => id !== 2);
    return JSON.stringify([people, own, feed]);
  }

  const leave = (said: string, why = "01^Fever") =>
    er7("A21", said, { who: M1, why, pv1: { 36: "02" } });

  it("takes names and texts of all registrations, and leaves stays and figures", async () => {
    await played([leave("202606101000")]);
    const figures = await readAllTotals(tested.db);
    const stays = await storedStays(tested.db);
    expect(await stored()).toMatch(NAMES);
    const gone = await forget(3);
    expect(gone?.map(({ count }) => count)).toEqual([2, 1, 2, 0, 0, 0, 1, 0]);
    expect(await stored()).not.toMatch(NAMES);
    expect(await readAllTotals(tested.db)).toEqual(figures);
    const withoutNumber = (one: string) => one.replace(/^\S* /, "");
    expect((await storedStays(tested.db)).map(withoutNumber).sort()).toEqual(
      stays.map(withoutNumber).sort(),
    );
    const { notes, patients, transfers } = await content();
    expect(notes.map(({ note_text }) => note_text)).toEqual(["", "Well"]);
    expect(patients[1]).toMatchObject({ first_name: "Cem", mrn: "M2" });
    expect(transfers.map(({ reason }) => reason)).toContain("Fall");
    const events = await tested.db
      .selectFrom("audit_events")
      .where("action", "=", "forget_resident")
      .orderBy("id")
      .select("details")
      .execute();
    expect(events.map(({ details }) => details)).toEqual([
      '{"patient_id":1}',
      '{"patient_id":3}',
    ]);
  });

  it("takes stored CMS reports of facilities that the resident was in, and what is being made of them", async () => {
    const { db } = tested;
    await tested.load(
      {
        ...PLACES,
        "facilities.csv": ["100,Willow,10,,,,,", "200,Fern,10,,,,,"],
        "patients.csv": ["1,M1,Bel,Haskerby,3"],
        "stays.csv": ["1,1,100,,2026-05-01,,hospital,false"],
      },
      { now: AFTER, ...REPLACE_ALL },
    );
    const at = AFTER.toISOString();
    for (const [facility_id, status] of [
      [100, "completed"],
      [100, "error"],
      [100, "pending"],
      [200, "completed"],
    ] as const) {
      const more = { status, claim: "x", claimed_until: at };
      const id = await addFinishedReport(db, facility_id, more);
      await storeReportFile(db, id, Buffer.from("%PDF-1.7 Bel Haskerby"));
    }
    const left = () =>
      db
        .selectFrom("qies_reports")
        .select(["facility_id", "status", "claim"])
        .orderBy("id")
        .execute();
    const reports = {
      what: "CMS reports of facilities that they were in",
      count: 2,
    };
    expect(await forget(1, true)).toContainEqual(reports);
    expect(await left()).toHaveLength(4);
    expect(await forget(1)).toContainEqual(reports);
    expect(await left()).toEqual([
      { facility_id: 100, status: "pending", claim: null },
      { facility_id: 200, status: "completed", claim: "x" },
    ]);
  });

  it("says what would go, and changes nothing, as a trial", async () => {
    const before = await content();
    expect(await forget(1, true)).toContainEqual({
      what: "texts of after-hours notes",
      count: 1,
    });
    expect(await content()).toEqual(before);
  });

  it("is done once, and of nobody who is not there", async () => {
    await forget(1);
    const { patients } = await content();
    const again = await forgetResident(tested.db, 1, {
      isDryRun: false,
      now: AFTER,
    });
    expect(again?.map(({ count }) => count)).toEqual([2, 0, 0, 0, 0, 0, 0, 0]);
    expect((await content()).patients).toEqual(patients);
    expect(await forget(77)).toBeNull();
  });

  it.each<TestImport>([{}, REPLACE_ALL])(
    "holds against an import that names the resident (%j)",
    async (options) => {
      await forget(1);
      const result = await load(options);
      expect(result).toMatchObject({ forgotten: 2 });
      expect(
        result.tables.filter(({ added, changed }) => added + changed > 0),
      ).toEqual([]);
      expect(await load(options, "2026-06-20")).toMatchObject({
        outcome: "stored",
      });
      expect(await stored()).not.toMatch(NAMES);
      const { stays } = await content();
      expect(stays[0]?.discharged_on).not.toBeNull();
    },
  );

  it("holds against messages that come later, which still count", async () => {
    await played([leave("202606101000")]);
    await forget(1);
    await played(`A22 12 1000 who=${M1}`);
    await played([leave("202606201000", "01^Fever again")]);
    await played("A08 20 1100 who=M2 name=Two^Dov");
    const { transfers } = await content();
    expect(transfers.filter(({ patient_id }) => patient_id === 1)).toHaveLength(
      3,
    );
    const { patients } = await content();
    expect(patients.filter(({ id }) => id < 0)).toEqual([]);
    const raw = await tested.db.selectFrom("feed_raw").selectAll().execute();
    expect(raw).toHaveLength(1);
    await tested.db.deleteFrom("feed_raw").execute();
    expect(await stored()).not.toMatch(NAMES);
  });

  it("takes messages along that may be somebody else's, and has them change nothing", async () => {
    await played([leave("202606101000")]);
    await played("A03 12 1000 who=M1^^^OTHER^MR");
    const stays = (await storedStays(tested.db)).length;
    const figures = await readAllTotals(tested.db);
    await forget(1);
    await load();
    expect(await stored()).not.toMatch(NAMES);
    expect(await readAllTotals(tested.db)).toEqual(figures);
    expect(await storedStays(tested.db)).toHaveLength(stays);
  });

  it("holds for one whom messages alone tell of", async () => {
    await played("A01 10 1000 who=M9");
    const { patients } = await content();
    const id = patients[0]?.id ?? 0;
    expect(patients[0]).toMatchObject({ last_name: "Roe", mrn: "M9" });
    await forget(id);
    await played("A03 12 1000 who=M9");
    const [person] = (await content()).patients;
    expect(person).toMatchObject({ id, last_name: null, mrn: null });
    const { stays } = await content();
    expect(stays.find((stay) => stay.patient_id === id)?.discharged_on).toEqual(
      expect.any(Number),
    );
  });

  it("holds where the census tells later of one whom messages alone told of", async () => {
    const who = "who=M9^^^WILLOW^MR";
    await played(`A01 10 1000 ${who}`);
    await forget((await content()).patients[0]?.id ?? 0);
    const next = () => ({
      "patients.csv": ["9,M9,Ann,Roe,"],
      "stays.csv": ["9,9,100,,2026-06-10,,other,false"],
      "notes.csv": [
        "9,9,100,,2026-06-11T20:00:00-04:00,Progress Note,Coughs,Night,true",
      ],
    });
    await tested.load(next(), { now: AFTER });
    await played(`A08 12 1000 ${who}`);
    const again = await tested.load(next(), { now: AFTER });
    expect(again).toMatchObject({ outcome: "unchanged", forgotten: 1 });
    const { patients, notes } = await content();
    const row = { id: 9, mrn: null, first_name: null, last_name: null };
    expect(patients.find(({ id }) => id === 9)).toMatchObject(row);
    expect(notes.find(({ id }) => id === 9)?.note_text).toBe("");
    const raw = await tested.db.selectFrom("feed_raw").selectAll().execute();
    expect(raw).toEqual([]);
  });

  it.each([["knew"], ["did not know"]])(
    "holds where a merge would make them one with somebody whom messages %s, who stays as they are",
    async (knew) => {
      const at = (number: string) => `${number}^^^WILLOW^MR`;
      const two = `A08 10 1000 who=${at("M2")} name=Two^Dov`;
      const nine = `A08 10 1000 who=${at("M9")}`;
      if (knew === "knew") await played(two);
      await played(`A01 10 1000 who=${at("M9")}`);
      const { id = 0 } = (await content()).patients[0] ?? {};
      await forget(id);
      await played(`A40 11 1000 who=${at("M2")} merged=${at("M9")} id=MERGE`);
      await played(`${nine}; ${two}`);
      expect(await stored()).not.toContain("Ann");
      await drop(tested.db, "MERGE");
      await played(`${nine}; ${two}`);
      expect(await stored()).not.toContain("Ann");
      const { patients, notes } = await content();
      expect(patients.map((row) => [row.id, row.last_name])).toEqual([
        [id, null],
        [1, "Haskerby"],
        [2, "Two"],
        [3, "One"],
      ]);
      expect(notes[1]?.note_text).toBe("Well");
    },
  );

  it("takes no name and no text of somebody with whom a merge would make them one", async () => {
    for (const name of [
      "M8^^^WILLOW^MR name=Old^Eve",
      "M9^^^WILLOW^MR name=Roe^Ann",
    ]) {
      await played(
        `A01 10 1000 who=${name}; A21 10 1000 who=${name} 36=02 why=01^Fever`,
      );
    }
    const stateOf = async () => {
      const { patients, transfers } = await content();
      const other = patients.find(({ mrn }) => mrn === "M9");
      return {
        other,
        transfers: transfers.filter(({ patient_id: id }) => id === other?.id),
        raw: (
          await tested.db.selectFrom("feed_raw").select("message_id").execute()
        ).length,
      };
    };
    const { patients } = await content();
    await forget(patients.find(({ mrn }) => mrn === "M8")?.id ?? 0);
    const before = await stateOf();
    expect(before).toMatchObject({ raw: 2, transfers: [{ reason: "Fever" }] });
    for (const [who, other] of [
      ["M9", "M8"],
      ["M8", "M9"],
    ] as const) {
      await played(
        `A40 11 1000 who=${who}^^^WILLOW^MR merged=${other}^^^WILLOW^MR`,
      );
      expect(await stateOf()).toEqual(before);
    }
  });

  it("holds where messages take everything back, and tell it again", async () => {
    await played("A01 10 1000 who=M9");
    const id = (await content()).patients[0]?.id ?? 0;
    await forget(id);
    await played("A11 10 1100 who=M9; A01 12 1000 who=M9");
    const [person] = (await content()).patients;
    expect(person).toMatchObject({ id, last_name: null, mrn: null });
  });

  it("holds where the census leaves the resident out, and has them again", async () => {
    await forget(2);
    await tested.load(
      {
        ...PLACES,
        "patients.csv": ["1,M1,Bel,Haskerby,3"],
      },
      { ...REPLACE_ALL, now: AFTER },
    );
    await load();
    const { patients } = await content();
    const row = { mrn: null, first_name: null, last_name: null };
    expect(patients.find(({ id }) => id === 2)).toMatchObject(row);
  });
});
