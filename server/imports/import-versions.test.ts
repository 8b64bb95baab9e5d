import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import {
  checkFigures,
  mendFigures,
} from "~server/measures/check/check-figures";
import { readDataState } from "~server/store/data-state";
import { makeTemporaryFolder } from "~server/testing/temporary-folder";
import { importRatings } from "./import-ratings";
import {
  ALLOW_ALL,
  REPLACE_ALL,
  type CensusRows,
} from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const CENSUS: CensusRows = {
  "divisions.csv": ["1,North", "2,South"],
  "regions.csv": ["10,Lakes,1", "11,Hills,1", "20,Coast,2"],
  "facilities.csv": [
    "100,Willow,10,,,,,",
    "110,Maple,11,,,,,",
    "200,Fennel,20,365333,,,,",
  ],
  "physicians.csv": ["9000000001,Ann,Askel,MD,,,"],
  "patients.csv": ["1,,Bel,One,", "2,,Cem,Two,", "3,,Dov,Three,"],
  "stays.csv": [
    "1,1,100,,2026-01-01,2026-01-20,hospital,false",
    "2,1,110,,2026-02-20,,community,true",
    "3,2,200,,2026-03-01,2026-04-01,other,false",
  ],
  "transfers.csv": ["1,2,200,2026-03-05,inpatient,false"],
  "notes.csv": [noteOf({ id: 1, patient: 2, facility: 200 })],
};

function noteOf(of: { id: number; patient: number; facility: number }): string {
  return `${of.id},${of.patient},${of.facility},,2026-05-01T20:00:00-04:00,Progress Note,said,Night,true`;
}

const COMPANY = "company 0";
const NORTH = [COMPANY, "division 1"];
const WILLOW = [...NORTH, "region 10", "facility 100"];
const WILLOW_AND_MAPLE = [
  ...NORTH,
  "region 10",
  "region 11",
  "facility 100",
  "facility 110",
];
const FENNEL = [COMPANY, "division 2", "region 20", "facility 200"];
const LEVELS = ["company", "division", "region", "facility", "census of"];

/** What an import changes, and the places whose answers it ends. */
const NAMING: [string, CensusRows, string[]][] = [
  [
    "a stay",
    { "stays.csv": ["3,2,200,,2026-03-01,2026-04-02,other,false"] },
    FENNEL,
  ],
  [
    "a new patient's stay with a new physician",
    {
      "physicians.csv": ["9000000002,Eve,New,MD,,,"],
      "patients.csv": ["4,,New,Four,"],
      "stays.csv": ["4,4,100,9000000002,2026-03-01,,other,false"],
    },
    WILLOW,
  ],
  [
    "a stay that was in another region",
    { "stays.csv": ["3,2,100,,2026-03-01,2026-04-02,other,false"] },
    [
      COMPANY,
      "division 1",
      "division 2",
      "region 10",
      "region 20",
      "facility 100",
      "facility 200",
    ],
  ],
  [
    "a transfer, which another facility's stay returns by",
    { "transfers.csv": ["2,1,110,2026-01-05,inpatient,false"] },
    WILLOW_AND_MAPLE,
  ],
  ["a score", { "patients.csv": ["1,,Bel,One,5"] }, WILLOW_AND_MAPLE],
  [
    "the name of a patient",
    { "patients.csv": ["1,,Bel,Other,5"] },
    WILLOW_AND_MAPLE,
  ],
  [
    "a merge, with the notes of both",
    { "merges.csv": ["2,3"] },
    [...FENNEL, "census of 200"],
  ],
  ["a stay that goes", { "deletions.csv": ["stays,2"] }, WILLOW_AND_MAPLE],
  [
    "a transfer from where its patient has no stay",
    { "transfers.csv": ["2,1,200,2026-06-05,inpatient,false"] },
    [...WILLOW_AND_MAPLE, "census of 200"],
  ],
  [
    "a note alone, whose resident lives elsewhere by now",
    { "notes.csv": [noteOf({ id: 2, patient: 1, facility: 100 })] },
    ["census of 100", "census of 110"],
  ],
  [
    "a note that is another resident's by now",
    { "notes.csv": [noteOf({ id: 1, patient: 1, facility: 100 })] },
    ["census of 100", "census of 110", "census of 200"],
  ],
  ["a note that goes", { "deletions.csv": ["notes,1"] }, ["census of 200"]],
];

/** What is shown of any place, or may be. */
const WIDE: [string, CensusRows][] = [
  ["the name of a division", { "divisions.csv": ["1,Upper North"] }],
  ["a region in another division", { "regions.csv": ["11,Hills,2"] }],
  ["the stars of a facility", { "facilities.csv": ["100,Willow,10,,5,,,"] }],
  [
    "a facility in another region",
    { "facilities.csv": ["100,Willow,20,,,,,"] },
  ],
  ["a new facility", { "facilities.csv": ["300,Alder,20,,,,,"] }],
  ["a physician's name", { "physicians.csv": ["9000000001,Ann,Other,MD,,,"] }],
];

describeImports("the version of places on %s", (tested) => {
  const { load } = tested;
  beforeEach(async () => {
    await load(CENSUS);
  });
  /** The places whose answers a change ends, or "all". The version of the data grows. */
  async function endedBy(change: () => Promise<unknown>) {
    const before = await readDataState(tested.db);
    await change();
    const { version, wideVersion } = await readDataState(tested.db);
    expect(version).toBeGreaterThan(before.version);
    if (wideVersion > before.wideVersion) return "all";
    const places = await tested.db
      .selectFrom("place_versions")
      .where("version", ">", before.version)
      .select(["level", "place_id"])
      .orderBy("level")
      .orderBy("place_id")
      .execute();
    return places.map(({ level, place_id }) => `${LEVELS[level]} ${place_id}`);
  }

  it.each(NAMING)("grows in few places with %s", async (_, rows, places) => {
    const change = () => load(rows, ALLOW_ALL);
    expect(await endedBy(change)).toEqual(places);
  });

  it.each(WIDE)("grows in all places with %s", async (_, rows) => {
    expect(await endedBy(() => load(rows))).toBe("all");
  });

  it("grows with the reach of a facility's data", async () => {
    const change = () =>
      tested.loadWith(
        { "facilities.csv": "data_through" },
        { "facilities.csv": ["100,Willow,10,,,,,,2026-05-01"] },
      );
    expect(await endedBy(change)).toEqual(WILLOW);
  });

  it("grows in all places where everything is replaced", async () => {
    const change = () => load(CENSUS, REPLACE_ALL);
    await load({ "patients.csv": ["1,,Bel,Other,5"] });
    expect(await endedBy(change)).toBe("all");
  });

  it("grows in all places with a file of ratings", async () => {
    const { folder, remove } = makeTemporaryFolder();
    const filePath = path.join(folder, "cms.csv");
    writeFileSync(
      filePath,
      "PROVNUM,Overall Rating,Health Inspection Rating,QM Rating,Staffing Rating\n365333,1,2,3,4\n",
    );
    expect(
      await endedBy(() => importRatings({ store: tested.store, filePath })),
    ).toBe("all");
    remove();
  });

  it("grows in all places where all figures are worked out again", async () => {
    const { version } = await checkFigures(tested.db);
    expect(await endedBy(() => mendFigures(tested.store, version))).toBe("all");
  });
});
