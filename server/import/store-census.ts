import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { removeDemo } from "~server/demo/remove-demo";
import { rebuildFigures } from "~server/measures/rebuild";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import type { CensusTable } from "./census-tables";
import { ImportConflict } from "./import-conflict";
import { mergeAccounts } from "./merge-accounts";
import { mergeStaged } from "./merge";
import { changesAccounts, type AccountPlan } from "./plan-accounts";
import { touchedBy, type TableChanges } from "./plan-changes";
import type { Progress } from "~server/command-line/progress";
import type { Staging } from "./staging";

export interface CensusToStore {
  store: Store;
  staging: Staging;
  tables: readonly CensusTable[];
  changes: ReadonlyMap<string, TableChanges>;
  accounts: AccountPlan;
  freshStart: boolean;
  /** What is there is the demo organisation. */
  overDemo: boolean;
  /** Data version that the changes were worked out for. */
  version: number;
  /** Take everything back in the end. */
  dryRun: boolean;
  now: Date;
  today: EpochDay;
  progress: Progress;
}

/** Ends a transaction that is not to be kept. */
class TakenBack extends Error {}

/** Stores a checked census with all that follows from it, in one transaction. */
export async function storeCensus(census: CensusToStore): Promise<void> {
  try {
    await census.store.db
      .transaction()
      .execute((db) => storeWithin(db, census));
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}

async function storeWithin(
  db: Kysely<Schema>,
  census: CensusToStore,
): Promise<void> {
  const { staging, tables, freshStart, now, today, progress } = census;
  const touched = touchedBy(staging);
  const rows = [...census.changes.values()].reduce(
    (sum, { added, changed }) => sum + added + changed,
    0,
  );
  progress.step("Storing");
  const { numUpdatedRows } = await db
    .updateTable("data_state")
    .set({
      version: census.version + 1,
      origin: "import",
      imported_at: now.toISOString(),
    })
    .where("version", "=", census.version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    throw new ImportConflict();
  }
  let written = 0;
  await mergeStaged(db, staging, tables, (count) =>
    progress.at((written += count), rows),
  );
  await removeDemo(db, census.overDemo);
  if (changesAccounts(census.accounts)) {
    await mergeAccounts(db, census.accounts, now);
  }
  progress.step("Working out the figures");
  await rebuildFigures(
    db,
    freshStart ? "all" : { patientIds: touched.patientIds },
    today,
    (done, total) => progress.at(done, total),
    touched.facilityIds,
  );
  if (census.dryRun) throw new TakenBack();
}
