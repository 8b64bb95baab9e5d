import type { Kysely, Selectable } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { removeDemo } from "~server/demo/remove-demo";
import { changeFigures } from "~server/measures/change-figures";
import { rebuildFigures } from "~server/measures/rebuild";
import { raiseCensusVersionFrom } from "~server/store/data-state";
import type { DataStateTable, Schema } from "~server/store/schema";
import type { CensusToCheck } from "./check-census";
import {
  retryWaiting,
  beginFeedsAnew,
  deriveBesideCensus,
  releaseFacilities,
  releasePatients,
} from "~server/messages/apply/beside-census";
import { mergeStaged } from "./merge";
import {
  checkFigures,
  companyYear,
  companyYearBefore,
} from "./check-plausible";
import { ImportConflict } from "./import-report";
import { keptTransaction } from "./kept-transaction";
import { mergeAccounts } from "./import-accounts";
import { storeSenders } from "./import-senders";
import { moveReach, patientsReached } from "~server/measures/move-reach";
import type { CensusPlan } from "./plan-census";
import type { ProblemLog } from "./problem-log";
import {
  concernsAllPlaces,
  MOVES,
  placesWithOther,
  touchedPatients,
  removedKeys,
  type PartColumn,
} from "./plan-changes";
import { applyAllMessages } from "~server/messages/apply/apply-messages";
import type { CensusTable, CensusTableName } from "./census-tables";
import type { Staging } from "./staging";

interface CensusBesideFeed {
  staging: Staging;
  tables: readonly CensusTable[];
  overDemo: boolean;
  now: Date;
}

export class FeedBeside {
  #released: number[] = [];

  constructor(private readonly census: CensusBesideFeed) {}

  /** Call it before figures are subtracted. */
  async releaseFacilities(db: Kysely<Schema>): Promise<void> {
    const { overDemo, now } = this.census;
    const ids = this.#removed("facilities", null);
    if (!overDemo) await releaseFacilities(db, ids, now);
  }

  /** Call it before removed patients' rows go; `column` selects the patients. */
  async releasePatients(
    db: Kysely<Schema>,
    column: PartColumn = null,
  ): Promise<void> {
    if (this.census.overDemo) return beginFeedsAnew(db);
    const ids = this.#removed("patients", column);
    this.#released.push(...(await releasePatients(db, ids)));
  }

  /** Call it after the change; null: all residents. */
  async derive(
    db: Kysely<Schema>,
    patientIds: Iterable<number> | null,
  ): Promise<void> {
    await deriveBesideCensus(db, patientIds, this.#released, this.census.now);
  }

  #removed(name: CensusTableName, column: PartColumn): number[] {
    const { staging, tables } = this.census;
    const table = tables.find((one) => one.name === name);
    return table ? removedKeys(staging, table, column) : [];
  }
}

/** Applies messages that waited for the import, even without a running feed. */
export async function applyWaiting(
  db: Kysely<Schema>,
  now: Date,
): Promise<void> {
  try {
    await applyAllMessages(db, now);
  } catch {
    // The census is stored; a feed or the next start applies them.
  }
}

/** With more patients a full recount takes less time and memory. */
const MOST_BY_CHANGE = 100_000;

export interface CensusToStore
  extends
    Omit<CensusToCheck, "folder" | "replace">,
    Pick<CensusPlan, "changes" | "accounts" | "senders" | "reachMoves"> {
  freshStart: boolean;
  isOfSenders: boolean;
  before: Selectable<DataStateTable>;
  warnings: ProblemLog;
  now: Date;
  today: EpochDay;
}

/**
 * Stores a checked census in one transaction; warns of moved figures (R240). Throws an ImportConflict if the data
 * changed. `keep` decides at the end whether it stands.
 */
export async function storeAtOnce(
  census: CensusToStore,
  keep: (db: Kysely<Schema>) => Promise<boolean>,
): Promise<void> {
  await keptTransaction(census.store, (db) => storeWithin(db, census), keep);
}

export async function isByDifference(census: CensusToStore): Promise<boolean> {
  if (census.freshStart || census.before.origin !== "import") return false;
  const patientIds = await patientsOfChange(census.store.db, census);
  return patientIds.size <= MOST_BY_CHANGE;
}

async function storeWithin(
  db: Kysely<Schema>,
  census: CensusToStore,
): Promise<void> {
  const { staging, tables, freshStart, before, now, today, progress } = census;
  const rows = [...census.changes.values()].reduce(
    (sum, { added, changed }) => sum + added + changed,
    0,
  );
  progress.step("Storing");
  const isRaised = await raiseCensusVersionFrom(
    db,
    before,
    freshStart || concernsAllPlaces(census.changes) ? "all" : "named",
    {
      origin: census.isOfSenders ? before.origin : "import",
      imported_at: now.toISOString(),
    },
  );
  if (!isRaised) throw new ImportConflict();
  const yearBefore = census.overDemo
    ? null
    : await companyYearBefore(db, before.imported_at);
  const beside = new FeedBeside(census);
  await beside.releaseFacilities(db);
  const write = async () => {
    let written = 0;
    await beside.releasePatients(db);
    await mergeStaged(db, staging, tables, (count) =>
      progress.at((written += count), rows),
    );
    await moveReach(db, census.reachMoves);
    await removeDemo(db, census.overDemo);
    await mergeAccounts(db, census.accounts, now);
    await storeSenders(db, census);
    progress.step("Working out the figures");
  };
  const patientIds = freshStart ? null : await patientsOfChange(db, census);
  if (patientIds === null || patientIds.size > MOST_BY_CHANGE) {
    await write();
    await rebuildFigures(db, (done, total) => progress.at(done, total));
  } else {
    await changeFigures(db, patientIds, write, (done, total) =>
      progress.at(done, total),
    );
  }
  await beside.derive(db, patientIds);
  await retryWaiting(db);
  checkFigures(yearBefore, await companyYear(db, today), census.warnings);
}

async function patientsOfChange(
  db: Kysely<Schema>,
  { staging, reachMoves }: CensusToStore,
): Promise<Set<number>> {
  const patientIds = await patientsReached(db, reachMoves);
  for (const id of touchedPatients(staging)) patientIds.add(id);
  for (const [place, column] of MOVES) {
    for (const moved of placesWithOther(staging, place, column)) {
      for (const id of await patientsAt(db, place, moved)) patientIds.add(id);
    }
  }
  return patientIds;
}

export async function patientsAt(
  db: Kysely<Schema>,
  place: "regions" | "facilities",
  id: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom("stays")
    .innerJoin("facilities", "facilities.id", "stays.facility_id")
    .where(place === "regions" ? "region_id" : "facility_id", "=", id)
    .select("patient_id")
    .distinct()
    .execute();
  return rows.map(({ patient_id }) => patient_id);
}
