import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { openStore } from "~server/store/open-store";
import { runToEnd } from "~server/testing/child-process";
import { folderForEach } from "~server/testing/opened";
import { readImports } from "./service";
import { importRatings, readRatings } from "./import-ratings";
import { FileError } from "./census-folder";
import { SMALL_CENSUS } from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const NO_MARKS = { stars_on: null, special_focus: null, abuse: 0 };
const REAL_FILE = "examples/cms-provider-info.csv";

const here = folderForEach();

function written(...lines: string[]): string {
  const file = path.join(here.folder, "cms.csv");
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

test("the real CMS file is read whole, its damaged rows reported by line", async () => {
  const { rows, ratings, padded, problems } = await readRatings(REAL_FILE);
  expect({
    rows,
    ratings: ratings.size,
    padded,
    problems: problems.count,
  }).toEqual({ rows: 12_913, ratings: 12_849, padded: 1_447, problems: 64 });
  expect(ratings.get("365333")).toEqual({
    beds: 92,
    overall: 4,
    survey: 3,
    quality: 5,
    staffing: 3,
    ...NO_MARKS,
  });
  expect(ratings.get("015075")?.overall).toBe(4);
  expect(ratings.get("33A246")?.overall).toBe(5);
  expect(problems.lines()).toEqual([
    'cms-provider-info.csv:80: CCN: "4.40E+233" is a CCN that a spreadsheet turned into a number (63 more like it: lines 114, 392, 1073, 1305, …)',
  ]);
});

test.each([
  "PROVNUM,Overall Rating,Health Inspection Rating,QM Rating,Staffing Rating",
  "Federal Provider Number,overall_rating,survey_rating,quality_rating,staffing_rating",
  '"CMS Certification Number (CCN)",Overall Rating,Survey Rating,Quality Rating,Staffing Rating',
  "provnum,OVERALL_RATING,health_inspection_rating,qm_rating,STAFFING_RATING",
])("the header %j is known", async (header) => {
  const { ratings } = await readRatings(written(header, "15009,1,2,3,4"));
  expect([...ratings]).toEqual([
    [
      "015009",
      {
        beds: null,
        overall: 1,
        survey: 2,
        quality: 3,
        staffing: 4,
        ...NO_MARKS,
      },
    ],
  ]);
});

test.each<[cells: string, beds: number | null, stars: (number | null)[]]>([
  ["112,3,2,5,", 112, [3, 2, 5, null]],
  ["60,,,,", 60, [null, null, null, null]],
  [
    "61,Not Available,Not Available,not available,NOT AVAILABLE",
    61,
    [null, null, null, null],
  ],
  ["57.0,2.0,1.0,3.0,4.00", 57, [2, 1, 3, 4]],
  ["88,1,,2.0,", 88, [1, null, 2, null]],
  [",5, ,5,5", null, [5, null, 5, 5]],
  ["0,5,5,5,5", null, [5, 5, 5, 5]],
  ["many,5,5,5,5", null, [5, 5, 5, 5]],
])("of a row %j there is taken what there is", async (cells, beds, stars) => {
  for (const header of [
    "CMS Certification Number (CCN),Number of Certified Beds,Overall Rating,Health Inspection Rating,QM Rating,Staffing Rating,Staffing Rating Footnote",
    "provnum,bedcert,overall_rating,survey_rating,quality_rating,staffing_rating,staffing_rating_fn",
    "provnum,number_of_certified_beds,overall_rating,survey_rating,quality_rating,staffing_rating,staffing_rating_fn",
  ]) {
    const file = written(header, `15009,${cells},2`);
    const { ratings, problems } = await readRatings(file);
    expect(problems.lines()).toEqual([]);
    const [overall, survey, quality, staffing] = stars;
    expect(ratings.get("015009")).toEqual({
      beds,
      overall,
      survey,
      quality,
      staffing,
      ...NO_MARKS,
    });
  }
});

test.each([
  ["Special Focus Status", "SFF", "facility"],
  ["Special Focus Status", "SFF Candidate", "candidate"],
  ["special_focus_status", "", null],
  ["SFF", "Y", "facility"],
  ["Special Focus Facility", "N", null],
])("the mark of special focus in %j of %j is %j", async (...row) => {
  const [column, cell, focus] = row;
  const header = `PROVNUM,Overall Rating,Survey Rating,QM Rating,Staffing Rating,${column},Abuse Icon,FILEDATE`;
  const { ratings } = await readRatings(
    written(header, `15009,,,,,${cell},Y,2026-04-01`, `15010,,,,,${cell},N,`),
  );
  expect(ratings.get("015009")).toMatchObject({
    special_focus: focus,
    abuse: 1,
    stars_on: epochDayOf("2026-04-01"),
  });
  expect(ratings.get("015010")).toMatchObject({ abuse: 0, stars_on: null });
});

test("odd rows are reported and skipped, and the rest goes on", async () => {
  const file = written(
    "PROVNUM,Overall Rating,Survey Rating,QM Rating,Staffing Rating",
    "4.40E+233,1,2,3,4",
    "015001,,2,3,4",
    "015002,1,6,3,4",
    ",1,2,3,4",
    "015003,1,2,3,4",
    "15003,5,5,5,5",
    "nonsense,1,2,3,4",
  );
  const { ratings, rows, problems } = await readRatings(file);
  expect(rows).toBe(7);
  expect([...ratings.keys()]).toEqual(["015001", "015002", "015003"]);
  expect(ratings.get("015002")).toMatchObject({ overall: 1, survey: null });
  expect(problems.lines()).toEqual([
    'cms.csv:2: CCN: "4.40E+233" is a CCN that a spreadsheet turned into a number',
    'cms.csv:4: survey rating: "6" is not a whole number from 1 to 5, and becomes Unknown',
    "cms.csv:5: CCN: must not be blank",
    "cms.csv:7: CCN: 015003 is there already",
    "cms.csv:8: CCN: is not a CMS certification number (six characters)",
  ]);
});

test("a file of another kind is refused with what it lacks", async () => {
  await expect(readRatings(written("a,b", "1,2"))).rejects.toThrow(
    new FileError(
      "cms.csv is not a CMS provider information file: it has no column for the CCN (PROVNUM, Federal Provider Number or CMS Certification Number (CCN)), none for the overall rating (Overall Rating), none for the survey rating (Health Inspection Rating or survey_rating), none for the quality rating (QM Rating or quality_rating), none for the staffing rating (Staffing Rating).",
    ),
  );
  await expect(readRatings(written('"'))).rejects.toThrow(
    "cms.csv is not a CMS provider information file (CSV). cms.csv:1: a quote opened in this row is never closed",
  );
});

describeImports("ratings on %s", (tested) => {
  const { load, content } = tested;
  beforeEach(async () => {
    await load({
      ...SMALL_CENSUS,
      "facilities.csv": [
        "100,Willow,10,15075,,,,",
        "200,Fennel,10,,5,4,3,2",
        "300,Copper,10,000001,1,1,1,1",
      ],
    });
  });
  const rate = (filePath: string) =>
    importRatings({ store: tested.store, filePath });

  test("go to the facilities with their CCN, and the data version grows once", async () => {
    const result = await rate(REAL_FILE);
    expect(result).toMatchObject({
      facilities: 3,
      withoutCcn: 1,
      matched: 1,
      tables: [{ changed: 1, unchanged: 0 }],
      unmatchedCcns: ["000001"],
    });
    const { facilities, state } = await content();
    expect(
      facilities.map((row) => [
        row.overall,
        row.survey,
        row.quality,
        row.staffing,
        row.beds === null,
      ]),
    ).toEqual([
      [4, 4, 4, 3, false],
      [5, 4, 3, 2, true],
      [1, 1, 1, 1, true],
    ]);
    expect(state[0]?.version).toBe(2);

    expect((await rate(REAL_FILE)).tables).toMatchObject([
      { changed: 0, unchanged: 1 },
    ]);
    expect((await content()).state[0]?.version).toBe(2);
  });

  test("are there without beds where the file has none, and leave those that are known", async () => {
    await tested.db.updateTable("facilities").set({ beds: 40 }).execute();
    const header =
      "PROVNUM,Overall Rating,Survey Rating,QM Rating,Staffing Rating";
    const file = written(header, "1,2,2,2,2");
    expect((await rate(file)).tables).toMatchObject([{ changed: 1 }]);
    const { facilities } = await content();
    expect(facilities[2]).toMatchObject({ overall: 2, beds: 40 });
  });

  test("that CMS no longer publishes become Unknown, those of facilities in no row stay, and the file's day and marks are theirs", async () => {
    const header =
      "provnum,bedcert,overall_rating,survey_rating,quality_rating,staffing_rating,SFF,ABUSE_ICON,FILEDATE";
    const take = (row: string) => rate(written(header, row));
    const first = async () => (await content()).facilities[0];
    await take("15075,40,4,4,4,3,SFF Candidate,Y,2026-03-01");
    const marked = {
      stars_on: epochDayOf("2026-03-01"),
      special_focus: "candidate",
      abuse: 1,
    };
    expect(await first()).toMatchObject({ overall: 4, beds: 40, ...marked });

    expect(await take("999999,40,5,5,5,5,,N,2026-04-01")).toMatchObject({
      unmatchedCcns: ["015075", "000001"],
    });
    expect(await first()).toMatchObject({ overall: 4, ...marked });

    expect(await take("15075,38,,,,Not Available,,N,04/01/2026")).toMatchObject(
      {
        matched: 1,
        tables: [{ changed: 1 }],
        unmatchedCcns: ["000001"],
      },
    );
    expect(await first()).toMatchObject({
      overall: null,
      survey: null,
      quality: null,
      staffing: null,
      beds: 38,
      stars_on: epochDayOf("2026-04-01"),
      special_focus: null,
      abuse: 0,
    });
  });

  test("keep the file's day and marks through a census that leaves them blank, and lose them to other stars or another CCN", async () => {
    const header =
      "CCN,Overall Rating,Survey Rating,QM Rating,Staffing Rating,Special Focus Status,Abuse Icon,Processing Date";
    const file = written(header, "15075,4,4,4,3,SFF,Y,2026-03-01");
    const census = (row: string) => load({ "facilities.csv": [row] });
    const marks = async () => {
      const [facility] = (await content()).facilities;
      return [facility?.stars_on, facility?.special_focus, facility?.abuse];
    };
    const marked = [epochDayOf("2026-03-01"), "facility", 1];
    await rate(file);
    await census("100,Willow House,10,15075,,,,");
    expect(await marks()).toEqual(marked);
    for (const row of [
      "100,Willow,10,15075,5,4,4,3",
      "100,Willow,10,15076,4,4,4,3",
    ]) {
      await rate(file);
      await census(row);
      expect(await marks()).toEqual([null, null, 0]);
    }
  });
});

test("the command has a dry run, whose report is printed and not kept, and is refused while a census is stored", async () => {
  const run = (command: string, ...args: string[]) =>
    runToEnd(command, args, { DATA_DIR: here.folder });
  await run("server/imports/command.ts", "examples/census");
  const command = "server/imports/ratings-command.ts";
  const dry = await run(command, REAL_FILE, "--dry-run", "--json");
  expect(dry).toMatchObject({ status: 0 });
  expect(JSON.parse(dry.said)).toMatchObject({
    kind: "ratings",
    outcome: "stored",
    isDryRun: true,
    tables: [{ name: "facilities", changed: 4 }],
  });
  expect((await run(command, REAL_FILE)).said).toContain("and 4 changed.");
  const wrong = await run(command, written("a,b", "1,2"));
  expect(wrong.status).toBe(1);
  expect((await run(command, REAL_FILE, "--replace")).status).toBe(2);

  const kept = await openStore({ dataDir: here.folder });
  const imports = await readImports(kept.db, { most: 10 });
  const stars = await kept.db.selectFrom("facilities").selectAll().execute();
  expect(imports.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ["ratings", "refused"],
    ["ratings", "stored"],
    ["census", "stored"],
  ]);

  await kept.db
    .updateTable("imports")
    .set({ outcome: "unfinished", ended_at: new Date().toISOString() })
    .where("id", "=", 1)
    .execute();
  await kept.db.updateTable("facilities").set({ overall: null }).execute();
  const beside = await run(command, REAL_FILE);
  expect([beside.status, beside.errors]).toEqual([
    6,
    expect.stringContaining("Another import is storing its data."),
  ]);
  expect(await kept.db.selectFrom("facilities").selectAll().execute()).toEqual(
    stars.map((facility) => ({ ...facility, overall: null })),
  );
  await kept.close();
});
