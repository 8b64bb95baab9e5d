import { sql, type Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import type { CellValue } from "./cells";
import {
  storedColumns,
  type CensusTable,
  type DerivedStart,
} from "./census-tables";
import {
  facilitiesWithOtherStars,
  isInPart,
  removedKeys,
  touchedKeys,
  type PartColumn,
} from "./plan-changes";
import type { Staging } from "./staging";
import { chunksOf, isIn } from "~server/measures/question";
import { releaseStays } from "~server/measures/merged-stays";
import { writeRows } from "~server/store/write-rows";
import { ConcernedPlaces } from "~server/measures/place-versions";

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
