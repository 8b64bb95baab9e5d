import { expect, test } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import { describeResult } from "./describe-result";
import {
  ALLOW_ALL,
  REPLACE_ALL,
  SMALL_CENSUS,
  type CensusRows,
  type TestImport,
} from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const STAYS = SMALL_CENSUS["stays.csv"] ?? [];
const TWICE =
  "transfers.csv:3: row: is there already: the same patient, facility and day; it counts once, with its weightiest outcome";
const UNHELD =
  "transferred_on: no stay of the patient in this facility holds the day or ended on it";

const quiet: [what: string, rows: CensusRows][] = [
  ["the small census", {}],
  [
    "transfers on the first day of a stay and on the day that it ends",
    {
      "transfers.csv": [
        "1,1001,100,2026-01-01,inpatient,false",
        "2,1001,100,2026-01-20,inpatient,false",
        "3,1002,200,2026-03-01,ed_only,false",
      ],
    },
  ],
  [
    "a stay of ten years, and one that began with 1990",
    {
      "stays.csv": [
        ...STAYS,
        "8,1002,100,,1990-01-01,2000-01-01,community,false",
        "9,1002,100,,2016-06-29,,community,false",
      ],
    },
  ],
  [
    "an open stay beside one that is over",
    {
      "stays.csv": [...STAYS, "9,1001,200,,2026-01-21,2026-02-19,other,false"],
    },
  ],
];

const warned: [what: string, rows: CensusRows, lines: string[]][] = [
  [
    "a transfer that is there twice, in the file",
    {
      "transfers.csv": [
        "1,1001,100,2026-01-05,inpatient,false",
        "2,1001,100,2026-01-05,inpatient,true",
      ],
    },
    [TWICE],
  ],
  [
    "a transfer that is reported with two outcomes",
    {
      "transfers.csv": [
        "1,1001,100,2026-01-05,ed_only,false",
        "2,1001,100,2026-01-05,inpatient,false",
      ],
    },
    [TWICE],
  ],
  [
    "transfers that no stay holds: before, after, in another facility",
    {
      "transfers.csv": [
        "1,1001,100,2025-12-31,inpatient,false",
        "2,1001,100,2026-01-21,inpatient,false",
        "3,1001,200,2026-01-05,inpatient,false",
        "4,1001,100,2026-01-05,inpatient,false",
      ],
    },
    [`transfers.csv:2: ${UNHELD} (2 more like it: lines 3, 4)`],
  ],
  [
    "open stays of a resident in two facilities",
    { "stays.csv": [...STAYS, "9,1001,200,,2026-03-05,,other,false"] },
    [
      "stays.csv:5: discharged_on: is open, as is a stay of the patient in another facility",
    ],
  ],
  [
    "a stay from before 1990, open or not, once",
    {
      "stays.csv": [
        ...STAYS,
        "8,1002,100,,1989-12-31,1990-02-01,other,false",
        "9,1002,200,,1902-03-01,1903-01-01,other,false",
      ],
    },
    [
      "stays.csv:5: admitted_on: lies before 1990-01-01 (1 more like it: line 6)",
    ],
  ],
  [
    "a stay of more than ten years, open or not",
    {
      "stays.csv": [
        ...STAYS,
        "8,1002,100,,1990-01-01,2000-01-03,community,false",
        "9,1002,100,,2016-06-28,,community,false",
      ],
    },
    [
      "stays.csv:5: admitted_on: this stay is longer than ten years (1 more like it: line 6)",
    ],
  ],
];

describeImports("an import on %s", (tested) => {
  const { load, content } = tested;
  test.each(quiet)("does not warn of %s", async (_, rows) => {
    const result = await load({ ...SMALL_CENSUS, ...rows });
    expect(result.warnings.lines()).toEqual([]);
    expect(result.outcome).toBe("stored");
  });

  test("takes transfers of a day with times of their own for several, and warns of one without", async () => {
    const times = ["03:00", "18:00", "18:00", ""];
    const transfers = times.map(
      (time, at) => `${at + 1},1001,100,2026-01-05,ed_only,false,${time}`,
    );
    const { warnings } = await tested.loadWith(
      { "transfers.csv": "time_of_day" },
      { ...SMALL_CENSUS, "transfers.csv": transfers },
    );
    expect(warnings.groups().map(({ lines }) => lines)).toEqual([[4, 5]]);
  });

  test.each(warned)("warns of %s, and stores it", async (_, rows, lines) => {
    const result = await load({ ...SMALL_CENSUS, ...rows });
    expect(result.warnings.lines()).toEqual(lines);
    expect(result.outcome).toBe("stored");
    expect(describeResult(result, "1.0").lines).toContain(`  ${lines[0]}`);
  });

  test("refuses with --strict what it else warns of, and tells so with --dry-run", async () => {
    const [, rows, lines] = warned[0]!;
    const census = { ...SMALL_CENSUS, ...rows };
    const before = await content();
    for (const dryRun of [false, true]) {
      const result = await load(census, { strict: true, dryRun });
      expect(result).toMatchObject({ outcome: "refused", because: "warnings" });
      expect(result.warnings.lines()).toEqual(lines);
      expect(describeResult(result, "1.0")).toMatchObject({
        errors: ["There are warnings, and --strict was given."],
        status: 4,
      });
    }
    const only = await load(census, { dryRun: true });
    expect(only.outcome).toBe("stored");
    expect(only.warnings.count).toBe(1);
    expect(await content()).toEqual(before);
  });

  test("compares with what is stored, and tells a row once: when it comes", async () => {
    await load(SMALL_CENSUS);
    const later: CensusRows = {
      "stays.csv": ["9,1001,200,,2026-03-05,,other,false"],
      "transfers.csv": [
        "7,1001,100,2026-01-05,inpatient,false",
        "8,1001,100,2026-01-25,inpatient,false",
      ],
    };
    const first = await load(later);
    expect(
      first.warnings.groups().map(({ file, lines }) => [file, lines]),
    ).toEqual([
      ["stays.csv", [2]],
      ["transfers.csv", [2]],
      ["transfers.csv", [3]],
    ]);
    const again = await load(later, { strict: true });
    expect(again.warnings.count).toBe(0);
    expect(again.outcome).toBe("unchanged");
    const replaced = await load(
      {
        ...SMALL_CENSUS,
        "stays.csv": [...STAYS, ...(later["stays.csv"] ?? [])],
      },
      REPLACE_ALL,
    );
    expect(replaced.warnings.count).toBe(0);
  });

  test("warns of stored transfers whose stay moves or is deleted", async () => {
    await load(SMALL_CENSUS);
    const lost = [
      "stays.csv: row: stored transfers lose the stay that held them, because it changes or goes",
    ];
    const moved = {
      "stays.csv": ["1,1001,200,,2026-01-01,2026-01-20,hospital,false"],
    };
    const result = await load(moved, { dryRun: true });
    expect(result.warnings.lines()).toEqual(lost);
    const deleted = await load(
      { "deletions.csv": ["stays,1"] },
      { ...ALLOW_ALL, dryRun: true },
    );
    expect(deleted.warnings.lines()).toEqual(lost);
    const renamed = await load({
      "patients.csv": ["1001,M1,Bel,Other,3"],
    });
    expect(renamed.warnings.count).toBe(0);
  });
});

const TODAY = epochDayOf("2026-06-30");

/** A resident who comes for a day every day, and one who stays; from `first` to `last` days before the import. */
function visits(facility: number, first: number, last: number): string[] {
  return Array.from({ length: first - last + 1 }, (_, index) => {
    const day = isoDayOf(TODAY - first + index);
    return `${facility * 1_000 + index},1001,${facility},,${day},${day},community,false`;
  });
}

const RESIDENTS = [
  "1,1002,100,,2025-01-01,,community,false",
  "2,1003,200,,2025-01-01,,community,false",
];

const HOMES: CensusRows = {
  ...SMALL_CENSUS,
  "patients.csv": ["1001,,,,", "1002,,,,", "1003,,,,"],
  "transfers.csv": [],
  "notes.csv": [],
};

describeImports("the movements of facilities on %s", (tested) => {
  const { load } = tested;
  const warningsOf = async (stays: string[], more: TestImport = {}) => {
    const result = await load(
      { ...HOMES, "stays.csv": stays },
      { dryRun: true, ...more },
    );
    return result.warnings.lines();
  };

  test("that stop are reported, by facility, and with their usual number", async () => {
    const going = visits(100, 150, 0);
    expect(
      await warningsOf([...RESIDENTS, ...going, ...visits(200, 150, 1)]),
    ).toEqual([]);
    expect(
      await warningsOf([...RESIDENTS, ...going, ...visits(200, 150, 8)]),
    ).toEqual([
      "stays.csv: row: facility 200 had 0 admissions, discharges and transfers in 7 days, where 14 are usual",
    ]);
  });

  test("do not count today, which is not over", async () => {
    const missing = [...RESIDENTS, ...visits(200, 150, 7)];
    expect(await warningsOf(missing)).toEqual([]);
  });

  test("do not count the days that the data do not reach", async () => {
    const stays = [...RESIDENTS, ...visits(200, 150, 8)];
    expect(await warningsOf(stays, { dataThrough: "2026-06-22" })).toEqual([]);
    expect(await warningsOf(stays, { dataThrough: "2026-06-29" })).toHaveLength(
      1,
    );
  });

  test("are none where nobody is any more", async () => {
    expect(await warningsOf(visits(200, 150, 8))).toEqual([]);
  });

  test("are looked at with what is stored, also where nothing comes", async () => {
    const stays = [...RESIDENTS, ...visits(200, 150, 8)];
    await load({ ...HOMES, "stays.csv": stays });
    const result = await load({ "divisions.csv": ["1,North"] });
    expect(result.outcome).toBe("unchanged");
    expect(result.warnings.count).toBe(1);
    const strict = await load(
      { "divisions.csv": ["1,North"] },
      { strict: true },
    );
    expect(strict).toMatchObject({ outcome: "refused", because: "warnings" });
  });
});

describeImports("the company's figures on %s", (tested) => {
  const { load, content } = tested;
  /** Forty residents for a year, with so many hospitalizations after their hundredth day. */
  function company(hospitalizations: number, more: string[] = []): CensusRows {
    const ids = Array.from({ length: 40 }, (_, index) => 2_000 + index);
    return {
      ...SMALL_CENSUS,
      "patients.csv": ids.map((id) => `${id},,,,`),
      "stays.csv": ids.map(
        (id) => `${id},${id},100,,2025-01-01,,community,false`,
      ),
      "transfers.csv": [
        ...ids
          .slice(0, hospitalizations)
          .map((id) => `${id},${id},100,2026-02-01,observation,false`),
        ...more,
      ],
      "notes.csv": [],
    };
  }

  const movedBy = async (rows: CensusRows, options = {}) =>
    (await load(rows, { ...REPLACE_ALL, ...options })).warnings.lines();

  test("that fall by more than a quarter are reported, with both figures", async () => {
    expect(await movedBy(company(40))).toEqual([]);
    expect(await movedBy(company(30), { dryRun: true })).toEqual([]);
    expect(await movedBy(company(29), { dryRun: true })).toEqual([
      "transfers.csv: row: Hosp/1000 Days of Care of the company over the last year moves by more than a quarter, from 2.74 to 1.99",
    ]);
  });

  test("are refused with --strict, and stay what they were", async () => {
    await load(company(40));
    const before = await content();
    const result = await load(company(0), {
      ...REPLACE_ALL,
      strict: true,
    });
    expect(result).toMatchObject({ outcome: "refused", because: "warnings" });
    expect(await content()).toEqual(before);
  });

  test("are not compared with those of the demo organisation", async () => {
    await load(company(40));
    await tested.db.updateTable("data_state").set({ origin: "demo" }).execute();
    expect(await movedBy(company(0))).toEqual([]);
  });
});
