import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { openStore } from "~server/store/open-store";
import { runToEnd } from "~server/testing/child-process";
import { folderForEach } from "~server/testing/opened";
import { FileError } from "./census-folder";
import { importCms, readCmsFiles } from "./import-cms";
import { SMALL_CENSUS } from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const NOW = new Date("2026-06-30T16:00:00Z");
const TODAY = epochDayOf("2026-06-30");

const SCORES =
  '"CMS Certification Number (CCN)",Provider Name,Provider Address,City/Town,State,ZIP Code,Measure Code,Measure Description,Resident type,Adjusted Score,Observed Score,Expected Score,Footnote for Score,Used in Quality Measure Five Star Rating,Measure Period,Location,Processing Date';
const AVERAGES =
  "State or Nation,Overall Rating,Percentage of short stay residents who were rehospitalized after a nursing home admission,Percentage of short stay residents who had an outpatient emergency department visit,Number of hospitalizations per 1000 long-stay resident days,Number of outpatient emergency department visits per 1000 long-stay resident days,Processing Date";

const PERIOD = "20241001-20250930";

function score(
  ccn: string,
  measure: string,
  scores: string,
  { period = PERIOD, footnote = "", processed = "2026-04-01" } = {},
): string {
  return `${ccn},"A, HOME",1 ROAD,TOWN,OH,44000,${measure},words,Short Stay,${scores},${footnote},Y,${period},"1 ROAD,TOWN",${processed}`;
}

const here = folderForEach();

function written(name: string, ...lines: string[]): string {
  const file = path.join(here.folder, name);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

const read = (...files: string[]) => readCmsFiles(files, TODAY);

test("scores are read by the names of their columns, the CCN as text, a blank as none and not as 0", async () => {
  const { scores, problems, padded, others, rows } = await read(
    written(
      "claims.csv",
      SCORES,
      score("15009", "521", "25.58,27.37,25.54"),
      score("015009", "551", "0,0.000000,1.43"),
      score("015009", "552", ",,", { footnote: "9" }),
      score("015009", "523", "50,50,50"),
    ),
  );
  expect(problems.lines()).toEqual([]);
  expect({ padded, others, rows }).toEqual({ padded: 1, others: 1, rows: 4 });
  expect([...scores.values()]).toEqual([
    {
      ccn: "015009",
      measure: 521,
      state: "OH",
      adjusted: 25.58,
      observed: 27.37,
      expected: 25.54,
      footnote: null,
      period_from: epochDayOf("2024-10-01"),
      period_to: epochDayOf("2025-09-30"),
      processed_on: epochDayOf("2026-04-01"),
    },
    expect.objectContaining({ measure: 551, adjusted: 0, observed: 0 }),
    expect.objectContaining({
      measure: 552,
      adjusted: null,
      observed: null,
      expected: null,
      footnote: "9",
    }),
  ]);
});

test("columns may stand in any order, under the names of older files", async () => {
  const { scores } = await read(
    written(
      "old.csv",
      "Processing Date,Measure Period,Footnote for Score,Expected Score,Observed Score,Adjusted Score,Measure Code,Provider State,Federal Provider Number",
      "03/01/2017,2015Q1-2015Q4,The number of residents is too small to report.,,,,521,al,015019",
    ),
  );
  expect([...scores.values()]).toEqual([
    expect.objectContaining({
      ccn: "015019",
      state: "AL",
      adjusted: null,
      footnote: "The number of residents is too small to report.",
      period_to: epochDayOf("2015-12-31"),
      processed_on: epochDayOf("2017-03-01"),
    }),
  ]);
});

test("a file of 2018 is read by the codes that were its header", async () => {
  const { scores, averages, problems } = await read(
    written(
      "QualityMsrClaims_Download.csv",
      "provnum,PROVNAME,ADDRESS,CITY,STATE,ZIP,msr_cd,MSR_DESCR,STAY_TYPE,SCORE_ADJUSTED,SCORE_OBSERVED,SCORE_EXPECTED,SCORE_FN,FIVE_STAR_MSR,MEASURE_PERIOD,FILEDATE",
      "015009,A,B,C,AL,36025,521,words,Short Stay,21.5,25.7,27.2,,Y,2015Q1-2015Q4,2018-01-01",
    ),
    written(
      "StateAverages_Download.csv",
      "STATE,TOTHRD,QM451,QM521,QM522,FILEDATE",
      "AL,4.1,1,22.5,12.5,2018-01-01",
      "NATION,4.0,1,21.1,11.9,2018-01-01",
    ),
  );
  expect([...scores.values()]).toEqual([
    expect.objectContaining({ ccn: "015009", adjusted: 21.5, state: "AL" }),
  ]);
  expect([...averages.keys()]).toEqual([
    "AL 521",
    "AL 522",
    "NATION 521",
    "NATION 522",
  ]);
  expect(problems.lines()).toEqual([
    "StateAverages_Download.csv:1: Number of hospitalizations per 1000 long-stay resident days: is not in this file, so these averages stay as they are",
    "StateAverages_Download.csv:1: Number of outpatient emergency department visits per 1000 long-stay resident days: is not in this file, so these averages stay as they are",
  ]);
});

test.each([
  // As of April 2020.
  "Number of outpatient emergency department visit per 1,000 long- stay resident days",
  "Number of outpatient emergency department visits per 1,000 long-stay resident days",
  "number_of_outpatient_emergency_department_visits_per_1000_lo_ng_stay_resident_day",
  "NUMBER OF OUTPATIENT EMERGENCY DEPARTMENT VISITS PER 1000 LONG -STAY RESIDENTS DAYS",
])("averages in the column %j are read", async (column) => {
  const [start = ""] = AVERAGES.split(",Number of outpatient");
  const { averages, problems } = await read(
    written(
      "averages.csv",
      `${start},"${column}",Processing Date`,
      "NATION,3,23.88,12.01,1.90,1.80,2020-04-01",
    ),
  );
  expect(problems.lines()).toEqual([]);
  expect(averages.get("NATION 552")?.score).toBe(1.8);
});

test("averages are those of states and of the nation", async () => {
  const { averages, problems } = await read(
    written(
      "averages.csv",
      AVERAGES,
      "NATION,3,23.88,12.01,1.90,1.80,2026-04-01",
      "OH,3,22.5,,1.7,1.6,2026-04-01",
      "Ohio,3,22.5,,1.7,1.6,2026-04-01",
      "OH,3,1,1,1,1,2026-04-01",
    ),
  );
  expect(averages.size).toBe(8);
  expect(averages.get("NATION 521")?.score).toBe(23.88);
  expect(averages.get("OH 522")?.score).toBeNull();
  expect(averages.get("OH 521")?.score).toBe(22.5);
  expect(problems.lines()).toEqual([
    "averages.csv:4: State or Nation: is neither a state of two letters nor NATION",
    "averages.csv:5: State or Nation: is there already",
  ]);
});

test("of several periods the newest counts, whatever the order of the files", async () => {
  const older = written(
    "a.csv",
    SCORES,
    score("015009", "521", "1,1,1", { period: "20240401-20250331" }),
  );
  const newer = written("b.csv", SCORES, score("015009", "521", "2,2,2"));
  for (const files of [
    [older, newer],
    [newer, older],
  ]) {
    const { scores, problems } = await read(...files);
    expect(scores.get("015009 521")?.adjusted).toBe(2);
    expect(problems.count).toBe(0);
  }
});

test("odd rows are reported and skipped, without what may be a name", async () => {
  const { scores, problems } = await read(
    written(
      "c.csv",
      SCORES,
      score("4.40E+233", "521", "1,1,1"),
      score("", "521", "1,1,1"),
      score("015001", "521", "101,1,1"),
      score("015001", "521", "-1,1,1"),
      score("015001", "521", "1,N/A,1"),
      score("015001", "521", "1,1,1", { period: "" }),
      score("015001", "521", "1,1,1", { period: "2026Q1-2026Q4" }),
      score("015001", "521", "1,1,1", { processed: "soon" }),
      score("015001", "521", "1,1,1", { processed: "2026-07-01" }),
      score("015001", "551", "1000,1,1", { processed: "2026-06-30" }),
      score("015001", "551", "3,3,3", { processed: "2026-06-30" }),
    ),
  );
  expect([...scores.values()].map(({ adjusted }) => adjusted)).toEqual([1000]);
  expect(problems.lines()).toEqual([
    'c.csv:2: CCN: "4.40E+233" is a CCN that a spreadsheet turned into a number',
    "c.csv:3: CCN: must not be blank",
    'c.csv:4: Adjusted Score: "101" is not a number from 0 to 100 (1 more like it: line 5)',
    "c.csv:6: Observed Score: is not a number from 0 to 100",
    "c.csv:7: Measure Period: must not be blank",
    "c.csv:8: Measure Period: ends in the future",
    "c.csv:9: Processing Date: is not a date (expected yyyy-MM-dd)",
    'c.csv:10: Processing Date: "2026-07-01" is in the future',
    "c.csv:12: CCN: is there already",
  ]);
});

test.each([
  [
    ["a,b", "1,2"],
    "it has neither a column Measure Code nor one of averages (Number",
  ],
  [
    [SCORES.replace("Adjusted Score,", "").replace("State,", "")],
    "f.csv has no column State, none Adjusted Score.",
  ],
  [[`${SCORES},State`], "f.csv has the column State twice."],
  [[AVERAGES.replace("Processing Date", "x")], "no column Processing Date."],
  [['"'], "f.csv is no CSV file. f.csv:1: a quote opened in this row"],
  [[""], "f.csv is empty."],
])("a file of another kind is refused: %j", async (lines, message) => {
  const file = written("f.csv", ...lines);
  await expect(read(file)).rejects.toThrow(FileError);
  await expect(read(file)).rejects.toThrow(message);
});

describeImports("CMS measures on %s", (tested) => {
  const { load } = tested;
  beforeEach(async () => {
    await load({
      ...SMALL_CENSUS,
      "facilities.csv": [
        "100,Willow,10,15009,,,,",
        "200,Fennel,10,,5,4,3,2",
        "300,Copper,10,000001,1,1,1,1",
      ],
    });
  });
  const stored = async () => ({
    scores: await tested.db
      .selectFrom("cms_scores")
      .selectAll()
      .orderBy("ccn")
      .orderBy("measure")
      .execute(),
    averages: await tested.db
      .selectFrom("cms_averages")
      .selectAll()
      .orderBy("place")
      .orderBy("measure")
      .execute(),
  });
  const take = (...paths: string[]) =>
    importCms({ store: tested.store, paths, now: NOW });

  const claims = (adjusted = "25.58", more = {}) =>
    written(
      "claims.csv",
      SCORES,
      score("015009", "521", `${adjusted},27.37,25.54`, more),
      score("015009", "522", "8.1,7.7,10.6", more),
      score("999999", "521", "1,1,1", more),
    );

  test("go to the CCNs of our facilities; others are counted and left out", async () => {
    const averages = written(
      "averages.csv",
      AVERAGES,
      "NATION,3,23.88,12.01,1.90,1.80,2026-04-01",
    );
    expect(await take(averages, claims())).toMatchObject({
      facilities: 3,
      withoutCcn: 1,
      matched: 1,
      unmatchedCcns: ["000001"],
      foreign: 1,
      older: 0,
      tables: [
        { name: "cms_scores", added: 2, changed: 0, unchanged: 0 },
        { name: "cms_averages", added: 4, changed: 0, unchanged: 0 },
      ],
    });
    const first = await stored();
    expect(first.scores.map(({ ccn, measure }) => [ccn, measure])).toEqual([
      ["015009", 521],
      ["015009", 522],
    ]);
    expect(first.averages).toHaveLength(4);
    const again = await take(claims(), averages);
    expect(again.tables).toMatchObject([
      { added: 0, changed: 0, unchanged: 2 },
      { added: 0, changed: 0, unchanged: 4 },
    ]);
    expect(await stored()).toEqual(first);
  });

  test("of two imports at once the newer period stays, whichever ends last", async () => {
    const newer = written(
      "newer.csv",
      SCORES,
      score("015009", "521", "2,2,2", { period: "20250101-20251231" }),
      score("000001", "521", "2,2,2", { period: "20250101-20251231" }),
    );
    const older = written(
      "older.csv",
      SCORES,
      score("000001", "521", "1,1,1"),
      score("015009", "521", "1,1,1"),
    );
    for (let round = 0; round < 4; round += 1) {
      await tested.db.deleteFrom("cms_scores").execute();
      await Promise.all([take(newer), take(older)]);
      const { scores } = await stored();
      expect(scores.map(({ adjusted }) => adjusted)).toEqual([2, 2]);
    }
  });

  test("of an older period change nothing, those of the same one are corrected", async () => {
    await take(claims());
    const older = await take(claims("1", { period: "20240101-20241231" }));
    expect(older).toMatchObject({ older: 2 });
    expect((await stored()).scores[0]?.adjusted).toBe(25.58);
    const corrected = await take(claims("24", { processed: "2026-05-01" }));
    expect(corrected.tables[0]).toMatchObject({ changed: 2 });
    expect((await stored()).scores[0]?.adjusted).toBe(24);
    await take(claims("25.58"));
    expect((await stored()).scores[0]?.adjusted).toBe(24);
  });

  test.each(["9", "7, 9", "The number of residents is too small to report."])(
    "become blank where CMS suppresses them, which is no removal (footnote %s)",
    async (footnote) => {
      await take(claims());
      const release = { processed: "2026-05-01", footnote: `"${footnote}"` };
      const blank = claims("Not Available", release);
      expect(await take(blank)).toMatchObject({ removals: [] });
      expect((await stored()).scores[0]).toMatchObject({
        adjusted: null,
        footnote,
      });
    },
  );

  test("do not become blank in numbers, without a footnote, unless that is allowed", async () => {
    await take(claims());
    const before = await stored();
    const blank = claims("", { processed: "2026-05-01" });
    expect(await take(blank)).toMatchObject({
      removals: [{ name: "cms_scores", removed: 1, stored: 2 }],
    });
    expect(await stored()).toEqual(before);
    const allowRemoval = new Set(["cms_scores"]);
    await importCms({
      store: tested.store,
      paths: [blank],
      now: NOW,
      allowRemoval,
    });
    expect((await stored()).scores[0]?.adjusted).toBeNull();
  });
});

test("the command says by its status what came of it", async () => {
  const run = (command: string, ...args: string[]) =>
    runToEnd(command, args, { DATA_DIR: here.folder });
  await run("server/imports/command.ts", "examples/census");
  const store = await openStore({ dataDir: here.folder });
  onTestFinished(() => store.close());
  const [facility] = await store.db
    .selectFrom("facilities")
    .select("ccn")
    .where("ccn", "is not", null)
    .execute();
  const ccn = facility?.ccn ?? "";
  const command = "server/imports/cms-command.ts";
  const file = written("claims.csv", SCORES, score(ccn, "521", "1,2,3"));
  const dry = await run(command, file, "--dry-run", "--json");
  expect(JSON.parse(dry.said)).toMatchObject({ kind: "cms", isDryRun: true });
  expect((await run(command, file)).said).toContain("cms_scores: 1 new");
  expect((await run(command, file)).status).toBe(0);
  const blank = written(
    "blank.csv",
    SCORES,
    score(ccn, "521", ",,", { processed: "2026-05-01" }),
  );
  const refused = await run(command, blank);
  expect([refused.status, refused.errors]).toEqual([
    3,
    expect.stringContaining("--allow-removal=cms_scores"),
  ]);
  expect((await run(command, written("x.csv", "a,b"))).status).toBe(1);
  expect((await run(command)).status).toBe(2);
});
