import { beforeEach, describe, expect, test } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { checkFigures } from "~server/measures/check/check-figures";
import { readTotals } from "~server/measures/stay-figures";
import type { Store } from "~server/store/open-store";
import { openTestStore } from "~server/testing/open-test-store";
import { describeResult } from "./describe-result";
import {
  ALLOW_ALL,
  contentOf,
  importRows,
  REPLACE_ALL,
  SMALL_CENSUS,
  type CensusRows,
} from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

/** Residents 1001, 1002 and 1003 have no day in common. 1004 was there with 1001. */
const CENSUS: CensusRows = {
  ...SMALL_CENSUS,
  "patients.csv": [
    "1001,M1,Bel,Haskerby,3",
    "1002,,,,",
    "1003,,,,",
    "1004,,,,",
  ],
  "stays.csv": [
    "1,1001,100,9000000001,2026-01-01,2026-01-20,hospital,false",
    "2,1002,100,,2026-01-20,2026-02-20,hospital,false",
    "3,1003,100,,2026-03-01,,hospital,true",
    "4,1004,100,,2026-01-10,2026-01-25,other,false",
  ],
  "transfers.csv": [
    "1,1001,100,2026-01-25,inpatient,false",
    "2,1003,100,2026-03-05,ed_only,false",
  ],
  "notes.csv": ["1,1003,100,,2026-05-01T20:00:00-04:00,Note,text,,true"],
};

/** The same, as a source sends it that knows of a merge: the ids of some patients are written over. */
function withPatients(ids: Record<string, string>, rows = CENSUS): CensusRows {
  const files = ["stays.csv", "transfers.csv", "notes.csv"] as const;
  return {
    ...rows,
    ...Object.fromEntries(
      files.map((file) => [
        file,
        rows[file]?.map((line) =>
          line.replace(
            /^(\d+),(\d+),/,
            (_, id: string, patient: string) =>
              `${id},${ids[patient] ?? patient},`,
          ),
        ),
      ]),
    ),
  };
}

const refused: [what: string, rows: CensusRows, lines: string[]][] = [
  [
    "patients that nobody knows",
    { "merges.csv": ["1001,7", "8,1002"] },
    [
      "merges.csv:2: into: 7 is not in patients.csv or the database",
      "merges.csv:3: from: 8 is not in patients.csv or the database",
    ],
  ],
  [
    "a patient that is merged into two",
    { "merges.csv": ["1001,1002", "1001,1003", "1002,", "1002,1003"] },
    [
      "merges.csv:3: from: 1001 is there already, on line 2 (1 more like it: line 5)",
    ],
  ],
  [
    "merges that lead in a circle",
    { "merges.csv": ["1001,1002", "1002,1003", "1003,1001"] },
    [
      "merges.csv:2: into: the merges lead in a circle (2 more like it: lines 3, 4)",
    ],
  ],
];

describeImports("merges.csv on %s", (tested) => {
  const { load, content } = tested;
  beforeEach(async () => {
    expect((await load(CENSUS)).outcome).toBe("stored");
  });
  /** Content that does not tell how often something was imported, and of whom the census said a row to be. */
  async function comparable(of: Store) {
    const { state: _state, merges: _merges, ...content } = await contentOf(of);
    const plain = <Row extends object>(rows: readonly Row[]) =>
      rows.map((row) => ({ ...row, recorded_patient_id: null }));
    return {
      ...content,
      stays: plain(content.stays),
      transfers: plain(content.transfers),
      notes: plain(content.notes),
    };
  }

  async function contentOfFresh(rows: CensusRows) {
    const fresh = await openTestStore(tested.dialect);
    expect((await importRows(fresh, rows)).problems.lines()).toEqual([]);
    const content = await comparable(fresh);
    await fresh.close();
    return content;
  }

  async function stored(rows: CensusRows): Promise<void> {
    const result = await load(rows, ALLOW_ALL);
    expect(result.problems.lines()).toEqual([]);
    expect(result.outcome).toBe("stored");
  }

  test.each(refused)("is refused for %s", async (_, rows, lines) => {
    const before = await content();
    const result = await load(rows);
    expect(result.problems.lines()).toEqual(lines);
    expect(result.outcome).toBe("refused");
    expect(await content()).toEqual(before);
  });

  test("gives all rows of a patient to another, and the figures are those of one resident", async () => {
    await stored({ "merges.csv": ["1001,1002"] });
    expect((await content()).stays).toMatchObject([
      { id: 1, patient_id: 1002, recorded_patient_id: 1001 },
      { id: 2, patient_id: 1002, recorded_patient_id: null, rth: 1 },
      { id: 3 },
      { id: 4 },
    ]);
    expect(await comparable(tested.store)).toEqual(
      await contentOfFresh(withPatients({ 1001: "1002" })),
    );
  });

  test("holds for rows that a later folder sends with the old id, and the same folder changes nothing", async () => {
    const merges = { "merges.csv": ["1001,1002"] };
    await stored(merges);
    const before = await content();
    expect((await load(merges)).outcome).toBe("unchanged");
    expect((await load(CENSUS)).outcome).toBe("unchanged");
    expect((await load(CENSUS, REPLACE_ALL)).outcome).toBe("unchanged");
    expect(await content()).toEqual(before);
    await stored({
      "stays.csv": ["9,1001,200,,2026-05-01,,community,false"],
    });
    expect((await content()).stays.at(-1)).toMatchObject({
      patient_id: 1002,
      recorded_patient_id: 1001,
    });
  });

  test("follows chains, in one folder and over several", async () => {
    await stored({ "merges.csv": ["1001,1002", "1002,1003"] });
    const chained = await comparable(tested.store);
    expect(chained).toEqual(
      await contentOfFresh(withPatients({ 1001: "1003", 1002: "1003" })),
    );
    await stored({ "merges.csv": ["1002,"] });
    expect(await comparable(tested.store)).toEqual(
      await contentOfFresh(withPatients({ 1001: "1002" })),
    );
    await stored({ "merges.csv": ["1002,1003"] });
    expect(await comparable(tested.store)).toEqual(chained);
  });

  test.each([["1001,"], ["1001,1001"]])(
    "is taken back by a row like %s",
    async (row) => {
      const before = await comparable(tested.store);
      await stored({ "merges.csv": ["1001,1002"] });
      await stored({ "merges.csv": [row] });
      expect(await comparable(tested.store)).toEqual(before);
      expect((await content()).merges).toEqual([]);
      const again = await load({ "merges.csv": [row] });
      expect(again.outcome).toBe("unchanged");
      expect(describeResult(again, "1.0").lines).toContain(
        "1 of the rows and merges to take back were not there.",
      );
    },
  );

  test("may lead a patient to another than before", async () => {
    await stored({ "merges.csv": ["1001,1002"] });
    await stored({ "merges.csv": ["1001,1003"] });
    expect(await comparable(tested.store)).toEqual(
      await contentOfFresh(withPatients({ 1001: "1003" })),
    );
  });

  test("comes with the patients that it names", async () => {
    await stored({
      "patients.csv": ["1005,,,,"],
      "stays.csv": ["9,1005,200,,2026-05-01,,community,false"],
      "merges.csv": ["1001,1005"],
    });
    expect((await content()).stays).toMatchObject([
      { id: 1, patient_id: 1005 },
      {},
      {},
      {},
      { id: 9, patient_id: 1005 },
    ]);
  });

  test("ends where the census that replaces all has one of its patients no more", async () => {
    await stored({ "merges.csv": ["1001,1002"] });
    const without = {
      ...withPatients({ 1002: "1003" }),
      "patients.csv": ["1001,M1,Bel,Haskerby,3", "1003,,,,", "1004,,,,"],
    };
    await load(without, REPLACE_ALL);
    expect(await comparable(tested.store)).toEqual(
      await contentOfFresh(without),
    );
    expect((await content()).merges).toEqual([]);
  });

  test("keeps its patients from being deleted, until it is taken back", async () => {
    await stored({ "merges.csv": ["1001,1002"] });
    const deletions = ["stays,1", "transfers,1", "patients,1001"];
    const result = await load({ "deletions.csv": deletions });
    expect(result.problems.lines()).toEqual([
      "deletions.csv:4: id: patient 1001 is still needed by 1 merge (1001)",
    ]);
    const half = await load({
      "deletions.csv": ["patients,1001"],
      "merges.csv": ["1001,"],
    });
    expect(half.problems.lines()).toEqual([
      "deletions.csv:2: id: patient 1001 is still needed by 1 stay (1), 1 transfer (1)",
    ]);
    const whole = { "deletions.csv": deletions, "merges.csv": ["1001,"] };
    await stored(whole);
    expect((await content()).patients.map(({ id }) => id)).toEqual([
      1002, 1003, 1004,
    ]);
    expect((await load(whole)).outcome).toBe("unchanged");
  });

  describe("of a resident whose registrations tell of the same stay", () => {
    const question = {
      facilityIds: "all" as const,
      isnp: false,
      from: epochDayOf("2026-01-01"),
      to: epochDayOf("2026-06-30"),
    };
    const figures = () => readTotals(tested.db, question);

    /** Three registrations, with the stays and transfers of each at facility 200, long ago enough to be settled. */
    const registered = (stays: string[], transfers: string[] = []) =>
      stored({
        "patients.csv": ["2001,A,,,", "2002,B,,,", "2003,C,,,"],
        "stays.csv": stays,
        "transfers.csv": transfers,
      });
    const merge = (...rows: string[]) => stored({ "merges.csv": rows });

    beforeEach(async () => {
      const nobody = {
        "patients.csv": [],
        "stays.csv": [],
        "transfers.csv": [],
        "notes.csv": [],
      };
      await load({ ...SMALL_CENSUS, ...nobody }, REPLACE_ALL);
    });

    test("counts each day, admission and transfer once", async () => {
      await registered(
        [
          "21,2001,200,,2026-01-01,,hospital,false",
          "22,2002,200,,2026-01-01,,hospital,false",
          "23,2003,200,,2026-02-01,2026-02-10,hospital,false",
        ],
        [
          "21,2001,200,2026-01-20,inpatient,false",
          "22,2002,200,2026-01-20,inpatient,false",
        ],
      );
      const before = await comparable(tested.store);
      await merge("2003,2002", "2002,2001");
      expect(await figures()).toMatchObject({
        days_of_care: 181,
        snf_adm: 1,
        ach_adm: 1,
        rth: 1,
        pd_lt_doc: 81,
      });
      const { places } = await checkFigures(tested.db);
      expect(places).toEqual([]);
      // The census is as it was, and the merge can be taken back.
      const again = await load({
        "stays.csv": ["22,2002,200,,2026-01-01,,hospital,false"],
      });
      expect(again.outcome).toBe("unchanged");
      await merge("2003,", "2002,");
      expect(await comparable(tested.store)).toEqual(before);
    });

    test("follows what later folders say of either, and what they take back", async () => {
      await registered([
        "21,2001,200,9000000001,2026-01-10,,hospital,false",
        "22,2002,200,,2026-01-10,,hospital,false",
      ]);
      await merge("2002,2001");
      await stored({
        "stays.csv": [
          "21,2001,200,9000000001,2026-01-10,2026-01-15,hospital,false",
          "22,2002,200,,2026-01-10,2026-01-20,hospital,false",
        ],
      });
      expect(await figures()).toMatchObject({ days_of_care: 10, snf_adm: 1 });
      await stored({ "deletions.csv": ["stays,21"] });
      expect(await figures()).toMatchObject({ days_of_care: 10, snf_adm: 1 });
      expect((await content()).stays).toMatchObject([{ id: 22 }]);
    });
  });
});
