import { sql, type Kysely, type Selectable } from "kysely";
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
  facilitiesWithOtherStars,
  isInPart,
  MOVES,
  placesWithOther,
  removedKeys,
  touchedKeys,
  touchedPatients,
  type PartColumn,
} from "./plan-changes";
import { applyAllMessages } from "~server/messages/apply/apply-messages";
import type { CellValue } from "./cells";
import {
  storedColumns,
  type CensusTable,
  type CensusTableName,
  type DerivedStart,
} from "./census-tables";
import type { Staging } from "./staging";
import { chunksOf, isIn } from "~server/measures/question";
import { releaseStays } from "~server/measures/merged-stays";
import { ConcernedPlaces } from "~server/measures/place-versions";
import { writeRows } from "~server/store/write-rows";

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
  if (!census.overDemo) {
    await releaseFacilities(db, removedOf(census, "facilities"), now);
  }
  let released: number[] = [];
  const write = async () => {
    let written = 0;
    if (census.overDemo) await beginFeedsAnew(db);
    else released = await releasePatients(db, removedOf(census, "patients"));
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
  await deriveBesideCensus(db, patientIds, released, now);
  await retryWaiting(db);
  checkFigures(yearBefore, await companyYear(db, today), census.warnings);
}

/** `column` selects the rows of a part. */
export function removedOf(
  { staging, tables }: CensusToStore,
  name: CensusTableName,
  column: PartColumn = null,
): number[] {
  const table = tables.find((one) => one.name === name);
  return table ? removedKeys(staging, table, column) : [];
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

function startValue(
  start: DerivedStart,
  row: Record<string, CellValue>,
): CellValue {
  return typeof start === "object"
    ? Number(row[start.column]) + start.plus
    : start;
}

function writtenColumns(table: CensusTable): string[] {
  return storedColumns(table)
    .filter(({ isApart }) => !isApart)
    .map(({ to }) => to);
}

function* rowsToWrite(
  staging: Staging,
  table: CensusTable,
  column: PartColumn,
): Generator<CellValue[]> {
  const names = writtenColumns(table);
  const marks = Object.values(table.marked ?? {});
  const starts = Object.values(table.derived ?? {});
  const rows = staging.db
    .prepare<[], Record<string, CellValue>>(
      `select ${names.join()} from staged_${table.name} where status <> 'unchanged' and ${isInPart(column)}`,
    )
    .iterate();
  for (const row of rows) {
    yield [
      ...names.map((name) => row[name] ?? null),
      ...marks,
      ...starts.map((start) => startValue(start, row)),
    ];
  }
}

async function removeRows(
  db: Kysely<Schema>,
  staging: Staging,
  table: CensusTable,
  column: PartColumn,
): Promise<void> {
  const [{ to: key }] = table.columns;
  const gone = removedKeys(staging, table, column);
  for (const keys of chunksOf(gone)) {
    // Messages may still name the physician.
    const isFree =
      table.name === "physicians"
        ? sql`not exists (select 1 from stays where stays.npi = physicians.npi)`
        : sql`1 = 1`;
    await sql`delete from ${sql.table(table.name)}
      where ${sql.ref(key)} in (${sql.join(keys)}) and ${isFree}`.execute(db);
  }
}

/** Other stars lack the day and the marks of the CMS file. */
async function forgetCmsFile(
  db: Kysely<Schema>,
  staging: Staging,
  column: PartColumn,
): Promise<void> {
  const ids = facilitiesWithOtherStars(staging, column);
  if (ids.length === 0) return;
  await db
    .updateTable("facilities")
    .set({ stars_on: null, special_focus: null, abuse: 0 })
    .where("id", "in", ids)
    .execute();
}

/**
 * Adds and changes parents before children, then removes children before parents, so that no reference breaks.
 * Facilities with changed notes get the new version (R297); changes of stays name their places themselves.
 */
export async function mergeStaged(
  db: Kysely<Schema>,
  staging: Staging,
  tables: readonly CensusTable[],
  onRows: (count: number) => void = () => undefined,
  columnOf: (table: CensusTable) => PartColumn = () => null,
): Promise<void> {
  const changedKeys = (table: CensusTable) =>
    touchedKeys(staging, table, columnOf(table));
  const notes = tables.filter(({ name }) => name === "notes");
  const noteIds = notes.flatMap(changedKeys);
  const concerned = new ConcernedPlaces();
  // A note may move to another resident, or go.
  await addFacilities(db, noteIds, concerned);
  for (const table of tables) {
    if (table.name === "stays") await releaseStays(db, changedKeys(table));
    await writeRows(
      db,
      {
        table: table.name,
        columns: [...writtenColumns(table), ...Object.keys(table.marked ?? {})],
        onInsertOnly: Object.keys(table.derived ?? {}),
        onConflict: "update",
      },
      rowsToWrite(staging, table, columnOf(table)),
      onRows,
    );
    if (table.name === "facilities") {
      await forgetCmsFile(db, staging, columnOf(table));
    }
  }
  for (const table of [...tables].reverse()) {
    await removeRows(db, staging, table, columnOf(table));
  }
  await addFacilities(db, noteIds, concerned);
  if (noteIds.length > 0) await concerned.store(db);
}

async function addFacilities(
  db: Kysely<Schema>,
  noteIds: readonly number[],
  concerned: ConcernedPlaces,
): Promise<void> {
  for (const some of chunksOf(noteIds)) {
    const rows = await db
      .selectFrom("notes")
      .leftJoin("stays", (join) =>
        join
          .onRef("stays.patient_id", "=", "notes.patient_id")
          .on("stays.discharged_on", "is", null),
      )
      .where(isIn("notes.id", some))
      .select(["notes.facility_id as kept_at", "stays.facility_id as lives_at"])
      .distinct()
      .execute();
    for (const { kept_at, lives_at } of rows) {
      concerned.addCensus(kept_at);
      if (lives_at !== null) concerned.addCensus(lives_at);
    }
  }
}
