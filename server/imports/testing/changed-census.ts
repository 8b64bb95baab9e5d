import { isoDayOf } from "~/domain/calendar";
import { REMOVABLE_TABLES } from "~server/imports/plan-census";
import type { ImportOptions } from "../import-census";
import { NOW, type CensusRows } from "./census-files";

const PATIENTS = 60;
const FIRST_DAY = 20_100;
const FACILITIES = [100, 200, 300] as const;

const ids = Array.from({ length: PATIENTS }, (_, at) => at);
const facilityOf = (at: number) => FACILITIES[at % FACILITIES.length] ?? 100;
const physicianOf = (at: number) => ["9000000001", "9000000002", ""][at % 3];

/** Each patient has a stay of some months and a later one; every other later one stays open. */
function staysOf(at: number): string[] {
  const day = FIRST_DAY + at;
  const end = at % 2 === 0 ? "" : isoDayOf(day + 260);
  const rest = `hospital,${at % 4 === 0}`;
  const where = `${1_000 + at},${facilityOf(at)},${physicianOf(at)}`;
  return [
    `${2 * at + 1},${where},${isoDayOf(day)},${isoDayOf(day + 120)},${rest}`,
    `${2 * at + 2},${where},${isoDayOf(day + 140)},${end},${rest}`,
  ];
}

function transferOf(at: number): string {
  const day = isoDayOf(FIRST_DAY + at + (at % 2 === 0 ? 10 : 110));
  return `${at + 1},${1_000 + at},${facilityOf(at)},${day},inpatient,false`;
}

/** Every figure of this census counts something. */
export const FULL_CENSUS: CensusRows = {
  "divisions.csv": ["1,North", "2,South"],
  "regions.csv": ["10,Lakes,1", "20,Coast,2"],
  "facilities.csv": [
    "100,Willow,10,015009,,,,",
    "200,Fennel,10,,5,4,3,2",
    "300,Alder,20,,,,,",
  ],
  "physicians.csv": ["9000000001,Ann,Askel,MD,,,", "9000000002,Ben,Bo,MD,,,"],
  "patients.csv": ids.map((at) => `${1_000 + at},M${at},Some,Body,${at % 8}`),
  "stays.csv": ids.flatMap(staysOf),
  "transfers.csv": ids.map(transferOf),
  "notes.csv": [
    "1,1000,100,9000000001,2026-05-01T20:00:00-04:00,Progress Note,Quiet,Night,true",
    "2,1004,200,,2026-05-02T20:00:00-04:00,Progress Note,Well,Night,false",
  ],
};

/** Changes rows of all kinds and figures of every place: a facility and a region move, patients merge, some go. */
export const NIGHT: CensusRows = {
  "divisions.csv": ["3,West"],
  "regions.csv": ["20,Coast,3", "30,Hills,1"],
  "facilities.csv": [
    "200,Fennel,20,,5,4,3,2",
    "300,Alder Grove,20,,,,,",
    "400,Birch,30,,,,,",
  ],
  "physicians.csv": ["9000000002,Ben,Bow,MD,,,", "9000000003,Cy,Coe,MD,,,"],
  "patients.csv": [
    ...ids
      .filter((at) => at % 5 === 0)
      .map((at) => `${1_000 + at},M${at},Some,Body,${(at + 4) % 8}`),
    "1013,M13,Other,Name,5",
    "2000,M2000,New,Body,3",
  ],
  // Every third patient has another facility and physician, and another first day.
  "stays.csv": [
    ...ids
      .filter((at) => at % 3 === 0)
      .flatMap((at) =>
        staysOf(at).map((row) => {
          const [id, patient, ...days] = row.split(",");
          const [, , from, to] = days;
          return `${id},${patient},${facilityOf(at + 1)},${physicianOf(at + 1)},${from},${to},community,false`;
        }),
      ),
    (staysOf(7)[0] ?? "").replace("1007", "1008"),
    `800,2000,400,9000000003,${isoDayOf(FIRST_DAY + 300)},,hospital,true`,
  ],
  "transfers.csv": [
    ...ids
      .filter((at) => at % 4 === 1)
      .map((at) => transferOf(at).replace("inpatient", "ed_only")),
    `901,1002,300,${isoDayOf(FIRST_DAY + 240)},inpatient,false`,
  ],
  "notes.csv": [
    "1,1001,100,9000000001,2026-05-01T20:00:00-04:00,Progress Note,Quiet,Night,true",
    "3,1013,200,9000000003,2026-05-03T20:00:00-04:00,Progress Note,Fine,Night,false",
  ],
  "merges.csv": ["1058,1056"],
  "deletions.csv": [
    ...["stays,4", "transfers,3", "stays,10", "transfers,5"],
    ...["stays,105", "stays,106", "transfers,53", "patients,1052"],
    "divisions,2",
  ],
};

/** Permits {@link NIGHT}. */
export const NIGHT_OPTIONS = {
  replace: false,
  allowRemoval: new Set(REMOVABLE_TABLES),
  now: new Date(NOW.getTime() + 86_400_000),
} satisfies Partial<ImportOptions>;
