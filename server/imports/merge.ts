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
  writtenKeys,
  type PartColumn,
} from "./plan-changes";
import type { Staging } from "./staging";
import { chunksOf } from "~server/measures/question";
import { releaseStays } from "~server/measures/merged-stays";
import { writeRows } from "~server/store/write-rows";

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
    // Messages may name a physician whom the census no longer has.
    const isFree =
      table.name === "physicians"
        ? sql`not exists (select 1 from stays where stays.npi = physicians.npi)`
        : sql`1 = 1`;
    await sql`delete from ${sql.table(table.name)}
      where ${sql.ref(key)} in (${sql.join(keys)}) and ${isFree}`.execute(db);
  }
}

/** Stars that are not those of the CMS file have neither its day nor its marks. */
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
 * Brings the stored tables to what was planned. Added and changed rows come first, parents before children, then
 * the removed ones go, children before parents, so that no reference breaks on the way.
 *
 * @param columnOf by which column the rows of a table are chosen
 */
export async function mergeStaged(
  db: Kysely<Schema>,
  staging: Staging,
  tables: readonly CensusTable[],
  onRows: (count: number) => void = () => undefined,
  columnOf: (table: CensusTable) => PartColumn = () => null,
): Promise<void> {
  for (const table of tables) {
    if (table.name === "stays") {
      const column = columnOf(table);
      await releaseStays(db, [
        ...writtenKeys(staging, table, column),
        ...removedKeys(staging, table, column),
      ]);
    }
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
}
