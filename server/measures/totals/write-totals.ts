import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "~server/store/schema";
import { refs, RowWriter, times } from "../row-writer";
import { GROUPS, TOTAL_COLUMNS } from "./total-columns";
import type { TotalsChange } from "./totals-change";

interface AddedTable {
  table: "place_totals" | "absences";
  key: readonly string[];
  values: readonly string[];
}

export const TOTALS_TABLE: AddedTable = {
  table: "place_totals",
  key: ["level", "place_id", "isnp", "grain", "day"],
  values: TOTAL_COLUMNS,
};

export const ABSENCES_TABLE: AddedTable = {
  table: "absences",
  key: ["level", "place_id", "isnp", "until_day", "from_day"],
  values: GROUPS,
};

export async function insertTotals(
  db: Kysely<Schema>,
  totals: TotalsChange,
  onRows?: () => void,
): Promise<void> {
  await addRows(db, TOTALS_TABLE, totals.totalRows(), onRows);
  await addRows(db, ABSENCES_TABLE, totals.absenceRows(), onRows);
}

/** Adds a change to the stored totals. Deletes rows that become zero, so equal stays give equal tables. */
export async function addToTotals(
  db: Kysely<Schema>,
  change: TotalsChange,
  onRows?: () => void,
): Promise<void> {
  await insertTotals(db, change, onRows);
  await sweepRows(db, TOTALS_TABLE, change.totalRows());
  await sweepRows(db, ABSENCES_TABLE, change.absenceRows());
}

async function addRows(
  db: Kysely<Schema>,
  added: AddedTable,
  rows: Iterable<number[]>,
  onRows?: () => void,
): Promise<void> {
  const writer = new RowWriter(db, (count) => additionOf(added, count));
  for (const row of rows) {
    if (await writer.write([row])) onRows?.();
  }
  await writer.flush();
}

async function sweepRows(
  db: Kysely<Schema>,
  swept: AddedTable,
  rows: Iterable<number[]>,
): Promise<void> {
  const writer = new RowWriter(db, (count) => sweepOf(swept, count));
  for (const row of rows) await writer.write([row.slice(0, swept.key.length)]);
  await writer.flush();
}

function additionOf(
  { table, key, values }: AddedTable,
  rows: number,
): RawBuilder<unknown> {
  const columns = [...key, ...values];
  const row = sql`(${sql.join(columns.map(() => sql`${0}`))})`;
  const sums = values.map(
    (name) =>
      sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  );
  return sql`insert into ${sql.table(table)} (${refs(columns)}) values ${times(rows, row)}
    on conflict (${refs(key)}) do update set ${sql.join(sums)}`;
}

function sweepOf(
  { table, key, values }: AddedTable,
  rows: number,
): RawBuilder<unknown> {
  const cell = sql`cast(${0} as bigint)`;
  const row = sql`(${sql.join(key.map(() => cell))})`;
  const isEmpty = values.map((name) => sql`${sql.ref(name)} = 0`);
  return sql`delete from ${sql.table(table)}
    where (${refs(key)}) in (values ${times(rows, row)})
      and ${sql.join(isEmpty, sql` and `)}`;
}
