import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
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
import {
  raiseCensusVersionFrom,
  raiseFeedVersion,
  raiseVersion,
} from "~server/store/data-state";
import { NOW, REPLACE_ALL, type CensusRows } from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const CENSUS: CensusRows = {
  "divisions.csv": ["1,North"],
  "regions.csv": ["10,Lakes,1"],
  "facilities.csv": ["100,Willow,10,,,,,", "110,Maple,10,,,,,"],
  "physicians.csv": ["9000000001,Ann,Askel,MD,,,"],
  "patients.csv": ["1,M1,Bel,One,3", "2,M2,Cem,Two,"],
  "stays.csv": [
    "1,1,100,9000000001,2026-05-01,,hospital,false",
    "2,2,110,,2026-05-02,,other,false",
  ],
  "transfers.csv": ["1,2,110,2026-05-05,inpatient,false"],
};

const at = (hour: string) => new Date(`2026-06-${hour}:00Z`);

describeImports("an import beside a feed on %s", (tested) => {
  const { load } = tested;
  beforeEach(async () => {
    await load(CENSUS, { now: at("01T12:00") });
    await addSender(tested.db, { facility_id: 100 });
    await addSender(tested.db, { facility: "MAPLE", facility_id: 110 });
  });
  afterEach(async () => {
    expect((await checkFigures(tested.db)).places).toEqual([]);
  });

  const played = (texts: string, now = NOW) => play(tested.db, texts, now);
  const M1 = "who=M1^^^WILLOW^MR";
  const DISCHARGE = `A03 10 1000 ${M1} 36=02`;
  const changesOf = ({ tables }: Awaited<ReturnType<typeof load>>) =>
    tables.reduce((sum, { added, changed }) => sum + added + changed, 0);
  const AFTER_DISCHARGE = ["M1 100 05-01..06-10 feed", "M2 110 05-02.. census"];

  it("of the same folder changes nothing that messages have said since", async () => {
    await played(`${DISCHARGE}; A01 11 0900 who=M9`);
    const stays = [...AFTER_DISCHARGE, "M9 100 06-11.. feed"];
    expect((await storedStays(tested.db)).sort()).toEqual(stays);
    expect(changesOf(await load(CENSUS, { now: NOW }))).toBe(0);
    expect((await storedStays(tested.db)).sort()).toEqual(stays);
    const replaced = await load(CENSUS, { ...REPLACE_ALL, now: NOW });
    expect(replaced.tables.every(({ removed }) => removed === 0)).toBe(true);
    expect((await storedStays(tested.db)).sort()).toEqual(stays);
    expect(await storedTransfers(tested.db)).toContain(
      "100 06-10 inpatient assumed feed",
    );
  });

  it("has the later word where it says something else", async () => {
    await played(DISCHARGE);
    const rows = ["1,1,100,9000000001,2026-05-01,2026-06-09,hospital,false"];
    await load({ "stays.csv": rows }, { now: NOW });
    expect(await storedStays(tested.db)).toEqual([
      "M1 100 05-01..06-09 census",
      "M2 110 05-02.. census",
    ]);
    await play(
      tested.db,
      [
        er7("A03", "202607011000", {
          happened: "202606081000",
          who: "M1^^^WILLOW^MR",
        }),
      ],
      new Date("2026-07-02T12:00:00Z"),
    );
    expect(await storedStays(tested.db)).toContain("M1 100 05-01..06-08 feed");
  });

  it("and messages each tell what the other does not know of a transfer, and keep their own words", async () => {
    const columns = "time_of_day,hospital,unit,reason,diagnosis,returned_on";
    const loadReason = (reason: string, now: Date) => {
      const row = `2,1,100,2026-06-10,inpatient,false,,,,${reason},,2026-06-11`;
      const rows = { "transfers.csv": [row] };
      return tested.loadWith({ "transfers.csv": columns }, rows, { now });
    };
    const known = async () => {
      const row = tested.db.selectFrom("transfers").where("id", "=", 2);
      return row
        .select(["minute_of_day", "hospital", "unit", "reason"])
        .select(["diagnosis", "returned_on", "word_of"])
        .executeTakeFirstOrThrow();
    };
    const returned_on = epochDayOf("2026-06-11");
    const ofMessage = {
      minute_of_day: 600,
      hospital: "Mercy Hospital",
      unit: "W1",
      diagnosis: "Sepsis (A41.9)",
    };
    await loadReason("Of the census", at("11T12:00"));
    await play(
      tested.db,
      [
        er7("A03", "202606101000", {
          who: "M1^^^WILLOW^MR",
          why: "01^Fever",
          pv1: { 3: "W1^12^A", 36: "02", 37: "Mercy Hospital" },
          more: ["DG1|1||A41.9^Sepsis"],
          id: "LEFT",
        }),
      ],
      NOW,
    );
    const reason = "Of the census";
    const filled = { ...ofMessage, reason, returned_on, word_of: null };
    expect(await known()).toEqual(filled);
    // The row as the census has it is another: the same folder changes nothing.
    const again = await loadReason("Of the census", at("12T12:00"));
    expect(changesOf(again)).toBe(0);
    expect(await known()).toEqual(filled);
    await loadReason("", at("13T12:00"));
    expect(await known()).toEqual({ ...filled, reason: "Fever" });
    await drop(tested.db, "LEFT");
    expect(await known()).toEqual({
      ...{ minute_of_day: null, hospital: null, unit: null, reason: null },
      ...{ diagnosis: null, returned_on, word_of: null },
    });
  });

  it("brings a resident whom messages alone reported, as the same one", async () => {
    await played("A01 11 0900 who=M3 name=Three^Dov");
    await load(
      {
        "patients.csv": ["3,M3,Dov,Three,5"],
        "stays.csv": ["3,3,100,,2026-06-11,,hospital,false"],
      },
      { now: NOW },
    );
    await applyAll(tested.db, NOW);
    expect(await storedStays(tested.db)).toHaveLength(3);
    const stays = await tested.db
      .selectFrom("stays")
      .select(["id", "patient_id", "admitted_from"])
      .where("patient_id", "not in", [1, 2])
      .execute();
    expect(stays).toEqual([
      { id: 3, patient_id: 3, admitted_from: "hospital" },
    ]);
    const made = await tested.db
      .selectFrom("patients")
      .where("id", "<", 0)
      .selectAll()
      .execute();
    expect(made).toEqual([]);
  });

  it("tries messages again that wait, and applies them", async () => {
    await played(
      "A03 12 1000 who=M7^^^WILLOW^MR id=LEAVES; A01 13 0900 who=M8^^^ELM^MR facility=ELM id=ELM",
    );
    expect(await messageStates(tested.db)).toEqual({
      LEAVES: "waiting: no_stay",
      ELM: "waiting: unknown_facility",
    });
    await load(
      {
        "patients.csv": ["7,M7,Eve,Seven,"],
        "stays.csv": ["7,7,100,,2026-06-05,,hospital,false"],
      },
      { now: at("11T12:00") },
    );
    expect(await messageStates(tested.db)).toMatchObject({ LEAVES: "used" });
    expect(await storedStays(tested.db)).toContain("M7 100 06-05..06-12 feed");
    await load({ "senders.csv": ["PCC,ELM,facility,110,"] }, { now: NOW });
    expect(await messageStates(tested.db)).toMatchObject({ ELM: "used" });
    expect(await storedStays(tested.db)).toContain("M8 110 06-13.. feed");
  });

  it("takes out a stay whose admission messages have cancelled, and they wait for that", async () => {
    const fields = `${M1} happened=20260501`;
    await played(
      `A01 11 0900 ${fields} id=CAME; A11 12 1000 ${fields} id=NEVER`,
    );
    expect(await messageStates(tested.db)).toEqual({
      CAME: "used",
      NEVER: "waiting: stay_in_census",
    });
    expect(await storedStays(tested.db)).toContain("M1 100 05-01.. census");
    const others = CENSUS["stays.csv"]?.slice(1) ?? [];
    await load(
      { ...CENSUS, "stays.csv": others },
      { ...REPLACE_ALL, now: NOW },
    );
    expect(await messageStates(tested.db)).toMatchObject({ NEVER: "used" });
    expect(await storedStays(tested.db)).toEqual(["M2 110 05-02.. census"]);
  });

  it("of the same folder leaves a discharge of its own taken back", async () => {
    const rows = ["1,1,100,9000000001,2026-05-01,2026-06-02,hospital,false"];
    await load({ "stays.csv": rows }, { now: at("03T12:00") });
    await played(`A13 04 1000 ${M1} happened=20260602 id=STAYS`);
    expect(await messageStates(tested.db)).toEqual({ STAYS: "used" });
    const stays = ["M1 100 05-01.. feed", "M2 110 05-02.. census"];
    expect(await storedStays(tested.db)).toEqual(stays);
    await load({ "stays.csv": rows }, { now: NOW });
    expect(await storedStays(tested.db)).toEqual(stays);
  });

  it("keeps the merges that messages have made, and gives the rows of both to the one that stays", async () => {
    const census: CensusRows = {
      "patients.csv": ["3,M3,Bel,One,"],
      "stays.csv": ["3,3,100,,2026-04-01,2026-04-20,hospital,false"],
      "notes.csv": ["1,3,100,,2026-04-02T10:00:00-04:00,Note,text,,true"],
    };
    await load(census, { now: at("02T12:00") });
    await played(`A40 10 1000 ${M1} merged=M3^^^WILLOW^MR id=MERGE`);
    const whose = async () => {
      const { stays, notes } = await tested.content();
      return [stays, notes].map((rows) =>
        rows
          .filter(({ patient_id }) => patient_id !== 2)
          .map((row) => [row.id, row.patient_id, row.recorded_patient_id]),
      );
    };
    const merged = [
      [
        [1, 1, null],
        [3, 1, 3],
      ],
      [[1, 1, 3]],
    ];
    expect(await whose()).toEqual(merged);
    expect(changesOf(await load(census, { now: NOW }))).toBe(0);
    expect(await whose()).toEqual(merged);
    await load(
      { "notes.csv": ["2,3,100,,2026-04-03T10:00:00-04:00,Note,text,,true"] },
      { now: NOW },
    );
    expect((await whose())[1]?.at(-1)).toEqual([2, 1, 3]);
    await drop(tested.db, "MERGE");
    expect(await whose()).toEqual([
      [
        [1, 1, null],
        [3, 3, null],
      ],
      [1, 2].map((id) => [id, 3, null]),
    ]);
  });

  it("that removes a resident leaves what messages tell of them", async () => {
    await played(`A01 11 0900 ${M1} 19=V2`);
    const gone = ["stays,1", "patients,1"];
    const result = await load(
      { "deletions.csv": gone },
      { ...REPLACE_ALL, replace: false, now: NOW },
    );
    expect(result.outcome).toBe("stored");
    expect(await storedStays(tested.db)).toEqual([
      "M1 100 06-11.. feed",
      "M2 110 05-02.. census",
    ]);
  });

  it("that removes a resident of a merge keeps no part of a stay that was of both", async () => {
    const stay = "3,3,100,,2026-05-10,,hospital,false";
    const census = { "patients.csv": ["3,M3,Bel,One,"], "stays.csv": [stay] };
    await load(census, { now: at("02T12:00") });
    await played(`A40 10 1000 ${M1} merged=M3^^^W^MR; A01 11 0900 ${M1} 19=V2`);
    expect(await storedStays(tested.db)).toEqual([
      "M1 100 05-01.. census",
      "M2 110 05-02.. census",
    ]);
    const result = await load(
      {
        ...CENSUS,
        "patients.csv": ["2,M2,Cem,Two,", "3,M3,Bel,One,"],
        "stays.csv": ["2,2,110,,2026-05-02,,other,false", stay],
      },
      { ...REPLACE_ALL, now: NOW },
    );
    expect(result.tables.find(({ name }) => name === "stays")?.removed).toBe(1);
    expect(result.outcome).toBe("stored");
    expect(await storedStays(tested.db)).toEqual([
      "M3 100 05-10.. census",
      "M3 100 06-11.. feed",
      "M2 110 05-02.. census",
    ]);
  });

  it("that removes a facility has its messages wait", async () => {
    await played("A01 11 0900 who=M8 id=OF_WILLOW");
    const rows: CensusRows = {
      ...CENSUS,
      "facilities.csv": ["110,Maple,10,,,,,"],
      "stays.csv": ["2,2,110,,2026-05-02,,other,false"],
    };
    for (const replace of [true, false]) {
      const census = replace
        ? rows
        : { "deletions.csv": ["stays,2", "transfers,1", "facilities,110"] };
      const result = await load(census, {
        ...REPLACE_ALL,
        replace,
        now: NOW,
      });
      expect(result.outcome).toBe("stored");
      await applyAll(tested.db, NOW);
    }
    expect(await storedStays(tested.db)).toEqual([]);
    expect(await messageStates(tested.db)).toEqual({
      OF_WILLOW: "waiting: unknown_sender",
    });
  });

  describe("over the demo organisation", () => {
    const REAL: CensusRows = {
      "divisions.csv": ["1,North"],
      "regions.csv": ["10,Lakes,1"],
      "facilities.csv": ["100,Elm,10,,,,,"],
    };
    const importReal = (...senders: string[]) =>
      load({ ...REAL, "senders.csv": senders }, { now: NOW });
    beforeEach(async () => {
      await tested.db
        .updateTable("data_state")
        .set({ origin: "demo" })
        .execute();
    });

    it("keeps all messages with their text, and applies those of senders that it brings", async () => {
      await played("A01 11 0900 sender=REAL facility=ELM who=M8 id=OF_ELM");
      await played("A01 11 0900 who=M9 id=OF_DEMO");
      await played(`A03 12 0900 ${M1} id=DROPPED; A05 12 0900 ${M1} id=ASIDE`);
      await drop(tested.db, "DROPPED");
      const texts = () =>
        tested.db.selectFrom("feed_raw").selectAll().execute();
      const before = await texts();
      await importReal("REAL,ELM,facility,100,");
      expect(await texts()).toEqual(before);
      expect(await messageStates(tested.db)).toEqual({
        OF_ELM: "used",
        OF_DEMO: "waiting: unknown_sender",
        DROPPED: "dropped",
        ASIDE: "aside",
      });
      expect(await storedStays(tested.db)).toEqual(["M8 100 06-11.. feed"]);
      const placed = await tested.db
        .selectFrom("feed_messages")
        .where("facility_id", "is not", null)
        .select("control_id")
        .execute();
      expect(placed).toEqual([{ control_id: "OF_ELM" }]);
    });

    it("has the senders of its file, also where the demo has them", async () => {
      await played("A01 11 0900 who=M9 id=OF_ELM");
      const result = await importReal(
        "PCC,WILLOW,facility,100,",
        "PCC,MAPLE,facility,100,PV1-2:EMR=E",
      );
      expect(result.outcome).toBe("stored");
      const { senders } = await tested.content();
      expect(
        senders.map((one) => [one.facility, one.facility_id, one.codes]),
      ).toEqual([
        ["MAPLE", 100, "PV1-2:EMR=E"],
        ["WILLOW", 100, ""],
      ]);
      expect(await messageStates(tested.db)).toEqual({ OF_ELM: "used" });
    });
  });

  it("keeps the reach that messages have brought, and never lets them lower its own", async () => {
    await played(`A08 20 0900 ${M1}`);
    const reach = async () =>
      (await tested.content()).facilities.map((row) => row.data_through);
    const [fed] = await reach();
    await load(
      { ...CENSUS, "patients.csv": ["1,M1,Bel,Uno,3", "2,M2,Cem,Two,"] },
      { now: NOW, dataThrough: "2026-06-15" },
    );
    expect(await reach()).toEqual([fed, fed]);
    await load(CENSUS, { now: NOW, dataThrough: "2026-06-25" });
    await played(`A08 21 0900 ${M1}`);
    expect(await reach()).toEqual([(fed ?? 0) + 5, (fed ?? 0) + 5]);
  });

  it("is not disturbed by messages that are applied while it is prepared, as by another import", async () => {
    const state = () =>
      tested.db.selectFrom("data_state").selectAll().executeTakeFirstOrThrow();
    const before = await state();
    await raiseFeedVersion(tested.db);
    expect(await raiseCensusVersionFrom(tested.db, before, "named")).toBe(true);
    expect(await raiseCensusVersionFrom(tested.db, before, "named")).toBe(
      false,
    );
    const later = await state();
    await raiseVersion(tested.db, "named");
    expect(await raiseCensusVersionFrom(tested.db, later, "named")).toBe(false);
  });
});
