import { facilitiesOf } from "~server/measures/testing/read-totals";
import { expect, test } from "vitest";
import { addFinishedReport } from "~server/testing/finished-report";
import { openTestStore } from "~server/testing/open-test-store";
import { describeResult } from "./describe-result";
import {
  ALLOW_ALL,
  contentOf,
  importRows,
  SMALL_CENSUS,
  type CensusRows,
} from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

/** The small census with accounts that see one place or physician each. */
const WITH_ACCOUNTS: CensusRows = {
  ...SMALL_CENSUS,
  "users.csv": [
    "boss,Bo,Oss,secret-boss,account_manager,0,false",
    "nurse,Nu,Rse,secret-nurse,facility,100 200,false",
    "doc,Do,Ctor,secret-doc,physician,9000000001,false",
    "lakes,La,Kes,secret-lakes,region,10,false",
  ],
};

const refused: [what: string, rows: CensusRows, lines: string[]][] = [
  [
    "a table that it does not know, users, and ids that are none",
    { "deletions.csv": ["beds,1", "users,1", "stays,x", "stays,"] },
    [
      "deletions.csv:2: table: is not one of divisions, regions, facilities, physicians, patients, stays, transfers, notes",
      "deletions.csv:3: table: names users, whom an account manager deletes in the portal",
      expect.stringMatching(/^deletions\.csv:4: id: /) as string,
      "deletions.csv:5: id: must not be blank",
    ],
  ],
  [
    "an id that the folder brings too",
    {
      "stays.csv": [
        "1,1001,100,9000000001,2026-01-01,2026-01-20,hospital,false",
      ],
      "deletions.csv": ["transfers,1", "stays,1"],
    },
    ["deletions.csv:3: id: stay 1 is in stays.csv too, on line 2"],
  ],
  [
    "what rows that stay refer to, with their counts and ids",
    {
      "deletions.csv": [
        "regions,10",
        "physicians,9000000001",
        "patients,1001",
        "facilities,100",
      ],
    },
    [
      "deletions.csv:2: id: region 10 is still needed by 2 facilities (200, 300), 1 account",
      "deletions.csv:3: id: physician 9000000001 is still needed by 1 stay (1), 1 note (1), 1 account",
      "deletions.csv:4: id: patient 1001 is still needed by 2 stays (1, 2), 1 transfer (1), 1 note (1)",
      "deletions.csv:5: id: facility 100 is still needed by 2 stays (1, 2), 1 transfer (1), 1 note (1), 1 account, 1 report request",
    ],
  ],
  [
    "many of one kind, reported once",
    {
      "deletions.csv": [
        "transfers,1",
        "notes,1",
        "patients,1001",
        "patients,1002",
      ],
    },
    [
      "deletions.csv:4: id: patient 1001 is still needed by 2 stays (1, 2) (1 more like it: line 5)",
    ],
  ],
  [
    "a place with places below it",
    { "deletions.csv": ["divisions,1"] },
    ["deletions.csv:2: id: division 1 is still needed by 1 region (10)"],
  ],
  [
    "a row of the folder that refers to what goes away",
    {
      "deletions.csv": ["patients,1003"],
      "stays.csv": ["9,1003,100,,2026-05-01,,hospital,false"],
    },
    ["stays.csv:2: patient_id: 1003 is not in patients.csv or the database"],
  ],
  [
    "an account of the folder that names what goes away",
    {
      "deletions.csv": ["facilities,300"],
      "users.csv": ["nurse,Nu,Rse,,facility,300,false"],
    },
    ["users.csv:2: access_level_id: there is no facility 300"],
  ],
];

describeImports("deletions.csv on %s", (tested) => {
  const { load, content } = tested;
  async function fill(rows: CensusRows = SMALL_CENSUS): Promise<void> {
    expect((await load(rows)).outcome).toBe("stored");
  }

  test.each(refused)("is refused for %s", async (_, rows, lines) => {
    await fill({
      ...WITH_ACCOUNTS,
      "facilities.csv": [
        ...(SMALL_CENSUS["facilities.csv"] ?? []),
        "300,Sorrel,10,,,,,",
      ],
      "patients.csv": [...(SMALL_CENSUS["patients.csv"] ?? []), "1003,,,,"],
    });
    await addFinishedReport(tested.db, 100);
    const before = await content();
    const result = await load(rows);
    expect(result.outcome).toBe("refused");
    expect(result.problems.lines()).toEqual(lines);
    expect(await content()).toEqual(before);
  });

  test("takes a row of each table back, and the figures are those of what is left", async () => {
    await fill();
    const result = await load(
      {
        "deletions.csv": [
          "facilities,200",
          "patients,1002",
          "stays,3",
          "stays,1",
          "notes,1",
          "physicians,9000000001",
        ],
      },
      ALLOW_ALL,
    );
    expect(result.problems.lines()).toEqual([]);
    if (result.outcome === "refused") return;
    expect(result.tables.find(({ name }) => name === "stays")).toEqual({
      name: "stays",
      added: 0,
      changed: 0,
      unchanged: 0,
      removed: 2,
    });
    const left = await content();
    expect(left.transfers).toMatchObject([{ id: 1, stay_id: null }]);
    expect(facilitiesOf(left)).toEqual([100]);

    const fresh = await openTestStore(tested.dialect);
    await importRows(fresh, {
      "divisions.csv": SMALL_CENSUS["divisions.csv"],
      "regions.csv": SMALL_CENSUS["regions.csv"],
      "facilities.csv": ["100,Willow,10,015009,,,,"],
      "patients.csv": ["1001,M1,Bel,Haskerby,3"],
      "stays.csv": ["2,1001,100,,2026-02-20,,community,true"],
      "transfers.csv": SMALL_CENSUS["transfers.csv"],
    });
    const expected = await contentOf(fresh);
    await fresh.close();
    expect({ ...left, state: [] }).toEqual({ ...expected, state: [] });
  });

  test("takes a place with all that hangs on it, where the folder names it all", async () => {
    await fill();
    const names = (table: string, ...ids: number[]) =>
      ids.map((id) => `${table},${id}`);
    const result = await load(
      {
        "deletions.csv": [
          ...names("divisions", 1),
          ...names("regions", 10),
          ...names("facilities", 100, 200),
          ...names("stays", 1, 2, 3),
          ...names("transfers", 1),
          ...names("notes", 1),
        ],
      },
      ALLOW_ALL,
    );
    expect(result.problems.lines()).toEqual([]);
    const { divisions, facilities, totals, absences, spans, patients } =
      await content();
    expect({ divisions, facilities, totals, absences, spans }).toEqual({
      divisions: [],
      facilities: [],
      totals: [],
      absences: [],
      spans: [],
    });
    expect(patients).toHaveLength(2);
  });

  test("takes a place from which the folder moves what hangs on it", async () => {
    await fill(WITH_ACCOUNTS);
    const result = await load(
      {
        "stays.csv": ["3,1002,100,,2026-03-01,2026-03-01,other,false"],
        "users.csv": ["nurse,Nu,Rse,,facility,100,false"],
        "deletions.csv": ["facilities,200"],
      },
      ALLOW_ALL,
    );
    expect(result.problems.lines()).toEqual([]);
    const { facilities, stays } = await content();
    expect(facilities.map(({ id }) => id)).toEqual([100]);
    expect(stays).toHaveLength(3);
  });

  test("changes nothing the second time, and tells what was not there", async () => {
    await fill();
    const rows = { "deletions.csv": ["stays,3", "stays,3", "transfers,99"] };
    await load(rows, ALLOW_ALL);
    const before = await content();
    const again = await load(rows);
    expect(again.outcome).toBe("unchanged");
    expect(describeResult(again, "1.0").lines).toContain(
      "2 of the rows and merges to take back were not there.",
    );
    expect(await content()).toEqual(before);
  });

  test("takes a row back that a later folder brings again", async () => {
    await fill();
    await load({ "deletions.csv": ["stays,3"] }, ALLOW_ALL);
    await load({ "stays.csv": SMALL_CENSUS["stays.csv"] });
    expect((await content()).stays).toHaveLength(3);
  });

  test("frees the days of a stay for the one that takes its place", async () => {
    await fill();
    const result = await load(
      {
        "stays.csv": [
          "9,1001,100,9000000001,2026-01-03,2026-01-20,hospital,false",
        ],
        "deletions.csv": ["stays,1"],
      },
      ALLOW_ALL,
    );
    expect(result.problems.lines()).toEqual([]);
    expect((await content()).transfers).toMatchObject([{ stay_id: 9 }]);
  });
});
