import { REMOVABLE_TABLES } from "~server/imports/plan-census";
import { readAllTotals } from "~server/measures/testing/read-totals";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql, type Selectable } from "kysely";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import {
  importCensus,
  type ImportOptions,
  type ImportResult,
} from "../import-census";
import { NO_PROGRESS } from "~server/command-line/progress";

export const HEADERS = {
  "divisions.csv": "division_id,division_name",
  "regions.csv": "region_id,region_name,division_id",
  "facilities.csv":
    "facility_id,facility_name,region_id,ccn,overall,survey,quality,staffing",
  "physicians.csv":
    "npi,first_name,last_name,credentials,primary_specialty,alternate_specialty,organization_legal_name",
  "patients.csv": "patient_id,mrn,first_name,last_name,frailty_score",
  "stays.csv":
    "stay_id,patient_id,facility_id,npi,admitted_on,discharged_on,admitted_from,isnp",
  "transfers.csv":
    "transfer_id,patient_id,facility_id,transferred_on,outcome,planned",
  "notes.csv":
    "note_id,patient_id,facility_id,npi,noted_at,note_type,note_text,provider,high_risk",
  "deletions.csv": "table,id",
  "merges.csv": "from,into",
  "users.csv":
    "username,firstname,lastname,password,access_level,access_level_id,isnp_only",
  "senders.csv": "sender,facility,role,facility_id,codes",
} as const;

export type CensusFile = keyof typeof HEADERS;

export type CensusRows = Partial<Record<CensusFile, readonly string[]>>;

export const SMALL_CENSUS: CensusRows = {
  "divisions.csv": ["1,North"],
  "regions.csv": ["10,Lakes,1"],
  "facilities.csv": ["100,Willow,10,015009,,,,", "200,Fennel,10,,5,4,3,2"],
  "physicians.csv": ["9000000001,Ann,Askel,MD,,,"],
  "patients.csv": ["1001,M1,Bel,Haskerby,3", "1002,,,,"],
  "stays.csv": [
    "1,1001,100,9000000001,2026-01-01,2026-01-20,hospital,false",
    "2,1001,100,,2026-02-20,,community,true",
    "3,1002,200,,2026-03-01,2026-03-01,other,false",
  ],
  "transfers.csv": ["1,1001,100,2026-01-05,inpatient,false"],
  "notes.csv": [
    '1,1001,100,9000000001,2026-05-01T20:00:00-04:00,Progress Note,"said ""well""\n=ok",Night,true',
  ],
};

/** The tests' imports run at noon in New York on 2026-06-30. */
export const NOW = new Date("2026-06-30T16:00:00Z");

export function writeCensus(
  rows: CensusRows,
  more: Partial<Record<CensusFile, string>> = {},
): string {
  const folder = mkdtempSync(path.join(tmpdir(), "sojourn-census-"));
  for (const file of Object.keys(HEADERS) as CensusFile[]) {
    const lines = rows[file];
    if (lines) {
      writeFileSync(
        path.join(folder, file),
        [[HEADERS[file], more[file]].filter(Boolean).join(), ...lines, ""].join(
          "\n",
        ),
      );
    }
  }
  return folder;
}

export type TestImport = Partial<
  Pick<
    ImportOptions,
    | "replace"
    | "dryRun"
    | "strict"
    | "allowRemoval"
    | "dataThrough"
    | "now"
    | "progress"
  >
>;

export const ALLOW_ALL: TestImport = {
  allowRemoval: new Set(REMOVABLE_TABLES),
};

/** Removes everything the folder lacks, however much. */
export const REPLACE_ALL: TestImport = { ...ALLOW_ALL, replace: true };

export async function importFolder(
  store: Store,
  folder: string,
  options: TestImport = {},
): Promise<ImportResult> {
  try {
    return await importCensus({
      store,
      folder,
      dataDir: path.join(folder, "data"),
      replace: false,
      now: NOW,
      progress: NO_PROGRESS,
      ...options,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function importRows(
  store: Store,
  rows: CensusRows,
  options?: TestImport,
): Promise<ImportResult> {
  return importFolder(store, writeCensus(rows), options);
}

export async function contentOf({ db }: Store) {
  const rowsOf = async <Table extends keyof Schema>(
    table: Table,
    ...order: string[]
  ) => {
    const keys = sql.join(order.map((column) => sql.ref(column)));
    const { rows } = await sql<Selectable<Schema[Table]>>`
      select * from ${sql.table(table)} order by ${keys}`.execute(db);
    return rows;
  };
  return {
    divisions: await rowsOf("divisions", "id"),
    regions: await rowsOf("regions", "id"),
    facilities: await rowsOf("facilities", "id"),
    physicians: await rowsOf("physicians", "npi"),
    patients: await rowsOf("patients", "id"),
    merges: await db
      .selectFrom("merges")
      .select(["from_id", "into_id"])
      .orderBy("from_id")
      .execute(),
    stays: await rowsOf("stays", "id"),
    transfers: await rowsOf("transfers", "id"),
    notes: await rowsOf("notes", "id"),
    users: await rowsOf("users", "username_key"),
    senders: await rowsOf("senders", "sender", "facility"),
    ...(await readAllTotals(db)),
    // Rebuilding older figures raises the edition even if the import fails.
    state: await db
      .selectFrom("data_state")
      .select(["id", "version", "narrow_versions", "origin", "imported_at"])
      .execute(),
  };
}
