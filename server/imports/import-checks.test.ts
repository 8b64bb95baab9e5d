import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { FileError } from "./census-folder";
import {
  HEADERS,
  importFolder,
  SMALL_CENSUS,
  writeCensus,
  type CensusFile,
  type CensusRows,
} from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const bad: [what: string, rows: CensusRows, lines: string[]][] = [
  [
    "an id that is no whole number",
    { "divisions.csv": ["x1,North", "0,South", "1.5,East"] },
    [
      'divisions.csv:2: division_id: "x1" is not a whole number from 1 to 999999999999999 (2 more like it: lines 3, 4)',
    ],
  ],
  [
    "a blank that must not be",
    { "divisions.csv": ["1,"] },
    ["divisions.csv:2: division_name: must not be blank"],
  ],
  [
    "an id given twice, spelt alike or not",
    { "divisions.csv": ["1,North", "2,South", "01,East"] },
    ["divisions.csv:4: division_id: 1 is there already, on line 2"],
  ],
  [
    "a row of another length",
    { "divisions.csv": ["1,North,x", "2"] },
    [
      "divisions.csv:2: row: has 3 cells where the header has 2 (1 more like it: line 3)",
    ],
  ],
  [
    "references that lead nowhere",
    {
      "regions.csv": ["10,Lakes,7"],
      "stays.csv": ["9,1,100,5,2026-01-01,,hospital,false"],
      "transfers.csv": ["9,1,100,2026-01-01,inpatient,false"],
    },
    [
      "regions.csv:2: division_id: 7 is not in divisions.csv or the database",
      "stays.csv:2: patient_id: 1 is not in patients.csv or the database",
      "stays.csv:2: facility_id: 100 is not in facilities.csv or the database",
      "stays.csv:2: npi: 5 is not in physicians.csv or the database",
      "transfers.csv:2: patient_id: 1 is not in patients.csv or the database",
      "transfers.csv:2: facility_id: 100 is not in facilities.csv or the database",
    ],
  ],
  [
    "a wrong row, without blaming what refers to it",
    { ...SMALL_CENSUS, "regions.csv": ["10,Lakes,x"] },
    [
      'regions.csv:2: division_id: "x" is not a whole number from 1 to 999999999999999',
    ],
  ],
  [
    "a row with an id alone, between rows that are blank",
    {
      ...SMALL_CENSUS,
      "stays.csv": [
        ",,,,,,,",
        ...(SMALL_CENSUS["stays.csv"] ?? []),
        "4,,,,,,,",
        ",,,,,,,",
        ",,,,,,,",
      ],
      "patients.csv": [...(SMALL_CENSUS["patients.csv"] ?? []), ",,,,", " ,"],
    },
    [
      "stays.csv:6: patient_id: must not be blank",
      "stays.csv:6: facility_id: must not be blank",
      "stays.csv:6: admitted_on: must not be blank",
      "stays.csv:6: admitted_from: must not be blank",
      "stays.csv:6: isnp: must not be blank",
    ],
  ],
  [
    "days by which systems say that there is none",
    {
      ...SMALL_CENSUS,
      "stays.csv": [
        "1,1001,100,,2026-01-01,9999-12-31,hospital,false",
        "2,1001,100,,2026-02-01,3000-01-01,hospital,false",
        "3,1001,100,,1753-01-01,,hospital,false",
        "4,1001,100,,2026-03-01,2099-12-31,hospital,false",
        "5,1001,100,,2026-03-01,9999-99-99,hospital,false",
        "6,1001,100,,2026-03-01,0000-00-00,hospital,false",
      ],
    },
    [
      'stays.csv:2: discharged_on: "9999-12-31" is in the future; leave the cell blank where there is no such day yet (1 more like it: line 3)',
      'stays.csv:4: admitted_on: "1753-01-01" lies before 1900',
      "stays.csv:5: discharged_on: 2099-12-31 is in the future",
      'stays.csv:6: discharged_on: "9999-99-99" is not a date (expected yyyy-MM-dd) (1 more like it: line 7)',
    ],
  ],
  [
    "days that are none, that are to come, and in the wrong order",
    {
      ...SMALL_CENSUS,
      "stays.csv": [
        "1,1001,100,,2026-02-30,,hospital,false",
        "2,1001,100,,2026-07-01,,hospital,false",
        "3,1001,100,,2026-05-10,2026-05-09,hospital,false",
        "4,1001,100,,,,hospital,false",
        "5,1001,100,,2026-06-30,2026-07-02,hospital,false",
      ],
      "transfers.csv": ["1,1001,100,2027-01-01,inpatient,false"],
    },
    [
      'stays.csv:2: admitted_on: "2026-02-30" is not a date (expected yyyy-MM-dd)',
      "stays.csv:3: admitted_on: 2026-07-01 is in the future",
      "stays.csv:4: discharged_on: lies before the day of admission",
      "stays.csv:5: admitted_on: must not be blank",
      "stays.csv:6: discharged_on: 2026-07-02 is in the future",
      "transfers.csv:2: transferred_on: 2027-01-01 is in the future",
    ],
  ],
  [
    "stays of a patient in a facility that overlap, at the later line",
    {
      ...SMALL_CENSUS,
      "stays.csv": [
        "1,1001,100,,2026-01-10,2026-01-20,hospital,false",
        "2,1001,100,,2026-01-01,2026-01-11,hospital,false",
        "3,1001,100,,2026-01-20,,hospital,false",
        "4,1001,200,,2026-01-15,,hospital,false",
        "5,1002,100,,2026-01-15,,hospital,false",
      ],
    },
    [
      "stays.csv:3: admitted_on: this stay overlaps stay 1 of the same patient in the same facility (line 2)",
    ],
  ],
  [
    "words and flags that are not known",
    {
      ...SMALL_CENSUS,
      "stays.csv": ["1,1001,100,,2026-01-10,,home,yes"],
      "transfers.csv": ["1,1001,100,2026-01-12,died,0"],
    },
    [
      "stays.csv:2: admitted_from: is not one of hospital, community, other",
      'stays.csv:2: isnp: "yes" is not true or false',
      "transfers.csv:2: outcome: is not one of inpatient, observation, ed_only",
      'transfers.csv:2: planned: "0" is not true or false',
    ],
  ],
  [
    "ratings, scores and CCNs out of range, and names that look like others",
    {
      ...SMALL_CENSUS,
      "facilities.csv": ["100,W,10,12345678,6,0,x,2.5", "200,F,10,,,,,"],
      "patients.csv": ["1001,,,,-2", "1002,M2,A\u202eda,Re\u200bed,3"],
    },
    [
      'facilities.csv:2: ccn: "12345678" is not a CMS certification number (six characters)',
      'facilities.csv:2: overall: "6" is not a whole number from 1 to 5',
      'facilities.csv:2: survey: "0" is not a whole number from 1 to 5',
      'facilities.csv:2: quality: "x" is not a whole number from 1 to 5',
      'facilities.csv:2: staffing: "2.5" is not a whole number from 1 to 5',
      'patients.csv:2: frailty_score: "-2" is not a whole number from -1 to 100',
      "patients.csv:3: first_name: has hidden characters",
      "patients.csv:3: last_name: has hidden characters",
    ],
  ],
  [
    "note times that are no instant or to come",
    {
      ...SMALL_CENSUS,
      "notes.csv": [
        "1,1001,100,,2026-05-01,T,x,,true",
        "2,1001,100,,2026-06-30T13:00:00-04:00,T,x,,true",
      ],
    },
    [
      'notes.csv:2: noted_at: "2026-05-01" is not an ISO 8601 date and time (expected like 2026-01-31T18:05:00-05:00)',
      "notes.csv:3: noted_at: 2026-06-30T13:00:00-04:00 is in the future",
    ],
  ],
  [
    "control characters, and a text that is too long",
    { "divisions.csv": ["1,a\u0000b", `2,${"x".repeat(201)}`] },
    [
      "divisions.csv:2: division_name: holds a control character",
      "divisions.csv:3: division_name: has 201 characters, but at most 200 are possible",
    ],
  ],
  [
    "accounts that may not be",
    {
      ...SMALL_CENSUS,
      "users.csv": [
        "ann,A,A,short,region,10,false",
        "bob,B,B,Demo-2026!,region,10,false",
        "Ann,A,A,long-enough,region,10,false",
        "cy,C,C,,region,10,false",
        "di,D,D,long-enough,boss,10,false",
        "ed,E,E,long-enough,company,10,false",
        "flo,F,F,long-enough,facility,100 999,false",
        "gus,G,G,long-enough,physician,9000000001 9000000002,false",
        "hal,H,H,long-enough,division,1 1,maybe",
        "ida,I,I,long-enough,region,ten,false",
        `jo,J,J,long-enough,region,${"10 ".repeat(3_334).trim()},false`,
        "k\u200bay,K,K\u202ek,long-enough,region,10,false",
        '"lee","L\nL",L,long-enough,region,10,false',
        "mаx,M,M,long-enough,region,10,false",
      ],
    },
    [
      "users.csv:2: password: must have at least 6 characters",
      "users.csv:3: password: is the password of the demo accounts, which everybody knows",
      "users.csv:4: username: is there already, on line 2",
      "users.csv:5: password: must not be blank for a new account",
      "users.csv:6: access_level: is not one of physician, facility, region, division, company, admin, account_manager",
      "users.csv:7: access_level_id: must be 0 for the access level company",
      "users.csv:8: access_level_id: there is no facility 999",
      "users.csv:9: access_level_id: must be one NPI for the access level physician",
      "users.csv:10: isnp_only: is not true or false",
      "users.csv:10: access_level_id: names an id twice",
      "users.csv:11: access_level_id: is not a whole number from 1 to 999999999999999",
      "users.csv:12: access_level_id: has 10001 characters, but at most 10000 are possible",
      "users.csv:13: username: has hidden characters",
      "users.csv:13: lastname: has hidden characters",
      "users.csv:14: firstname: has hidden characters",
      "users.csv:16: username: has letters of several scripts",
    ],
  ],
];

describeImports("a census on %s", (tested) => {
  const { load } = tested;

  test.each(bad)("tells %s, and stores nothing", async (_, rows, lines) => {
    const result = await load(rows);
    expect(result.outcome).toBe("refused");
    expect(result.problems.lines()).toEqual(lines);
    const divisions = await tested.db
      .selectFrom("divisions")
      .select("id")
      .execute();
    expect(divisions).toEqual([]);
  });

  test("tells what a whole file has wrong in one line, with its count and first lines", async () => {
    const stay = (id: number) =>
      `${id},1001,${100 + id},,01/02/2026,,hospital,Y`;
    const { problems } = await load({
      "stays.csv": Array.from({ length: 1_312 }, (_, index) => stay(index)),
    });
    const more = "(1,311 more like it: lines 3, 4, 5, 6, …)";
    const day = "is not a date (expected yyyy-MM-dd)";
    expect(problems.lines()).toEqual([
      'stays.csv:2: stay_id: "0" is not a whole number from 1 to 999999999999999',
      `stays.csv:2: admitted_on: "01/02/2026" ${day} ${more}`,
      `stays.csv:2: isnp: "Y" is not true or false ${more}`,
      `stays.csv:2: patient_id: 1001 is not in patients.csv or the database ${more}`,
      `stays.csv:2: facility_id: 100 is not in facilities.csv or the database ${more}`,
    ]);
    expect(problems.groups()[1]).toEqual({
      file: "stays.csv",
      column: "admitted_on",
      message: day,
      count: 1_312,
      lines: [2, 3, 4, 5, 6],
    });
    expect(problems.groups()[4]).toMatchObject({
      message: "is not in facilities.csv or the database",
      count: 1_312,
    });
  });

  test("with a wrong header names each column", async () => {
    const folder = writeCensus({});
    writeFileSync(
      path.join(folder, "regions.csv"),
      "region_id,name,region_id\n10,Lakes,10\n",
    );
    writeFileSync(path.join(folder, "divisions.csv"), "");
    const { problems } = await importFolder(tested.store, folder);
    expect(problems.lines()).toEqual([
      "divisions.csv:1: header: the file is empty; a header row was expected",
      "regions.csv:1: header: column 2 is not known (expected region_id, region_name, division_id)",
      "regions.csv:1: region_id: this column is there twice",
      "regions.csv:1: region_name: this column is missing",
      "regions.csv:1: division_id: this column is missing",
    ]);
  });

  test("with bytes that are not UTF-8 names the cell, past quoted newlines", async () => {
    const folder = writeCensus({});
    const good = `${HEADERS["divisions.csv"]}\r\n1,"North\r\nWest"\r\n2,`;
    writeFileSync(
      path.join(folder, "divisions.csv"),
      Buffer.concat([Buffer.from(good), Buffer.from([0xe4, 0x0d, 0x0a])]),
    );
    const { problems } = await importFolder(tested.store, folder);
    expect(problems.lines()).toEqual([
      "divisions.csv:4: file: is not UTF-8, but perhaps Windows-1252; save it as UTF-8",
    ]);
  });

  test("with a file of another encoding, separator or line end is reported once", async () => {
    const folder = writeCensus({});
    const write = (file: CensusFile, row: string, encoding: BufferEncoding) =>
      writeFileSync(
        path.join(folder, file),
        Buffer.from(`${HEADERS[file]}\n${row}\n${row}\n`, encoding),
      );
    write("patients.csv", "1001,M\u00fc,J\u00f6rg,H\u00e4kkinen,3", "latin1");
    write("regions.csv", "10,Lakes,1", "utf16le");
    writeFileSync(
      path.join(folder, "stays.csv"),
      `${HEADERS["stays.csv"].replaceAll(",", ";")}\n1;1001;100;;2026-01-01;;hospital;false\n`,
    );
    writeFileSync(
      path.join(folder, "divisions.csv"),
      `${HEADERS["divisions.csv"]}\r1,North\r`,
    );
    const { problems } = await importFolder(tested.store, folder);
    expect(problems.lines()).toEqual([
      "divisions.csv:1: file: ends its lines with carriage returns alone; save it with line feeds",
      "regions.csv:1: file: is encoded as UTF-16; save it as UTF-8",
      "patients.csv:2: file: is not UTF-8, but perhaps Windows-1252; save it as UTF-8 (1 more like it: line 3)",
      "patients.csv:3: patient_id: 1001 is there already, on line 2",
      "stays.csv:1: file: is separated by semicolons; save it with commas",
    ]);
  });

  test("never echoes a cell that may hold a name, wherever it stands", async () => {
    const name = "Haskerby";
    const everywhere = (file: CensusFile) =>
      Array.from(HEADERS[file].split(","), () => name).join(",");
    const files = Object.keys(HEADERS) as CensusFile[];
    const rows = Object.fromEntries(
      files.map((file) => [file, [everywhere(file), `${name},${name}`]]),
    );
    const imported = await load(rows);
    const folder = writeCensus({});
    for (const file of files) {
      writeFileSync(path.join(folder, file), `${everywhere(file)}\n`);
    }
    const headless = await importFolder(tested.store, folder);
    expect(imported.problems.count).toBeGreaterThan(30);
    expect(headless.problems.lines()).toHaveLength(files.length);
    expect(headless.problems.lines()[0]).toBe(
      "divisions.csv:1: header: has none of the expected columns: division_id, division_name",
    );
    for (const { problems } of [imported, headless]) {
      const said = JSON.stringify([problems.lines(), problems.groups()]);
      expect(said).not.toContain(name);
    }
  });

  test("that is no CSV tells the line and does not blame what refers to it", async () => {
    const { problems } = await load({
      ...SMALL_CENSUS,
      "divisions.csv": ['1,"North'],
    });
    expect(problems.lines()).toEqual([
      "divisions.csv:2: row: a quote opened in this row is never closed",
    ]);
  });

  test("is looked for in vain in a folder without its files", async () => {
    await expect(load({})).rejects.toBeInstanceOf(FileError);
    await expect(importFolder(tested.store, "/nowhere/at/all")).rejects.toThrow(
      "/nowhere/at/all is not a folder that can be read.",
    );
  });
});
