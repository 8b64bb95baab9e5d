import type { Kysely } from "kysely";
import { changeFigures } from "~server/measures/change-figures";
import { raiseCensusVersionFrom } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import { retryWaiting } from "~server/feed/apply/beside-census";
import { FeedBeside } from "./feed-beside";
import { checkFigures, companyYear, companyYearBefore } from "./check-figures";
import { ImportConflict } from "./import-conflict";
import { ImportInterrupted } from "./import-interrupted";
import { mergeAccounts } from "./merge-accounts";
import { storeSenders } from "./merge-senders";
import {
  moveReach,
  movesFromNow,
  patientsReached,
} from "~server/measures/move-reach";
import type { Pace } from "./pace";
import { Parts } from "./parts";
import { PatientParts } from "./patient-parts";
import { changesAccounts } from "./plan-accounts";
import type { CensusToStore } from "./store-census";
import { storePatients } from "./store-patients";
import { countParents, removeParents, storePlaces } from "./store-places";

/** How an import in parts tells of itself, in the transactions that store them. */
export interface PartsRecord {
  /** Returns the id of its row. */
  begin(db: Kysely<Schema>): Promise<number>;
  /** Throws an ImportConflict where the import is no longer the one that stores. */
  renew(db: Kysely<Schema>, importId: number): Promise<void>;
  end(db: Kysely<Schema>, importId: number): Promise<void>;
}

/**
 * Stores a checked census part after part, so that nobody waits long to write. Throws an ImportConflict where somebody
 * else changed the data before the first part, and an ImportInterrupted where some parts are stored already.
 */
export async function storeInParts(
  census: CensusToStore,
  record: PartsRecord,
  pace: Pace,
): Promise<void> {
  const { store, staging, before, accounts, now, today, progress } = census;
  const yearBefore = await companyYearBefore(store.db, before.imported_at);
  const patients = new PatientParts(staging);
  progress.step("Storing");
  const importId = await store.db.transaction().execute(async (db) => {
    if (!(await raiseCensusVersionFrom(db, before, "named"))) {
      throw new ImportConflict();
    }
    const id = await record.begin(db);
    // Whoever edited an account is met before anything else is stored.
    if (changesAccounts(accounts)) await mergeAccounts(db, accounts, now);
    return id;
  });
  try {
    const parts = new Parts({
      store,
      pace,
      progress,
      total: patients.total + countParents(census) + census.reachMoves.length,
      open: (db) => record.renew(db, importId),
    });
    await storePlaces(census, parts);
    await storePatients(census, parts, patients);
    await parts.storeOne(0, (db) =>
      new FeedBeside(census).releaseFacilities(db),
    );
    await removeParents(census, parts);
    await storeReach(census, parts);
    checkFigures(
      yearBefore,
      await companyYear(store.db, today),
      census.warnings,
    );
    await parts.storeOne(0, async (db) => {
      await storeSenders(db, census);
      await db
        .updateTable("data_state")
        .set({ origin: "import", imported_at: now.toISOString() })
        .execute();
      await retryWaiting(db);
      await record.end(db, importId);
    });
  } catch (error) {
    throw new ImportInterrupted(
      importId,
      error instanceof Error ? error : new Error(String(error)),
    );
  }
}

/** Last, so that no day counts before all that is known of it is there. */
async function storeReach(
  { reachMoves }: CensusToStore,
  parts: Parts,
): Promise<void> {
  await parts.storeAll(reachMoves, async (db, some) => {
    const moves = await movesFromNow(db, some);
    await changeFigures(db, await patientsReached(db, moves), () =>
      moveReach(db, moves),
    );
  });
}
