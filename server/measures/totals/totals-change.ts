import { sql, type Kysely, type RawBuilder } from "kysely";
import { type EpochDay, firstOfMonth } from "~/domain/calendar";
import type { Flag, Schema } from "~server/store/schema";
import { refs, RowWriter, times } from "../row-writer";
import type { Tally } from "./tally-patient";
import {
  GRAIN,
  GROUPS,
  levelNumber,
  TOTAL_COLUMNS,
  type PlaceLevel,
} from "./total-columns";

interface PlaceChange {
  key: readonly [level: number, placeId: number, isnp: Flag];
  months: Map<EpochDay, Float64Array>;
  days: Map<EpochDay, Float64Array>;
  /** Keys: day of return, then first day away. */
  absences: Map<EpochDay, Map<EpochDay, Float64Array>>;
}

const COLUMN_INDEX = indexOf(TOTAL_COLUMNS);
const GROUP_INDEX = indexOf(GROUPS);

/** Collects changes of totals, so changes that cancel out are not written and each row is written once. */
export class TotalsChange {
  private readonly places = new Map<string, PlaceChange>();
  private readonly tallies = new Map<string, Tally>();

  tallyOf(level: PlaceLevel, placeId: number, isnp: Flag): Tally {
    const name = `${level} ${placeId} ${isnp}`;
    let tally = this.tallies.get(name);
    if (!tally) {
      const place: PlaceChange = {
        key: [levelNumber(level), placeId, isnp],
        months: new Map(),
        days: new Map(),
        absences: new Map(),
      };
      this.places.set(name, place);
      this.tallies.set(name, (tally = tallyInto(place)));
    }
    return tally;
  }

  /** Rows to add to those of `place_totals`, in key order. */
  *totalRows(): Generator<number[]> {
    for (const { key, months, days } of this.inOrder()) {
      yield* rowsOf([...key, GRAIN.month], months);
      yield* rowsOf([...key, GRAIN.day], days);
    }
  }

  *absenceRows(): Generator<number[]> {
    for (const { key, absences } of this.inOrder()) {
      for (const until of [...absences.keys()].sort(ascending)) {
        yield* rowsOf([...key, until], absences.get(until) ?? new Map());
      }
    }
  }

  private inOrder(): PlaceChange[] {
    return [...this.places.values()].sort(
      ({ key: a }, { key: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2],
    );
  }
}

function tallyInto({ months, days, absences }: PlaceChange): Tally {
  return {
    add(column, day, amount) {
      const index = COLUMN_INDEX[column];
      addTo(cellsOf(days, day, TOTAL_COLUMNS.length), index, amount);
      const month = firstOfMonth(day);
      addTo(cellsOf(months, month, TOTAL_COLUMNS.length), index, amount);
    },
    addAbsence(group, from, until, amount) {
      const row = absences.get(until) ?? new Map<EpochDay, Float64Array>();
      absences.set(until, row);
      addTo(cellsOf(row, from, GROUPS.length), GROUP_INDEX[group], amount);
    },
  };
}

function cellsOf(
  rows: Map<EpochDay, Float64Array>,
  day: EpochDay,
  columns: number,
): Float64Array {
  let cells = rows.get(day);
  if (!cells) rows.set(day, (cells = new Float64Array(columns)));
  return cells;
}

function addTo(cells: Float64Array, index: number, amount: number): void {
  cells[index] = (cells[index] ?? 0) + amount;
}

function* rowsOf(
  key: readonly number[],
  rows: ReadonlyMap<EpochDay, Float64Array>,
): Generator<number[]> {
  for (const day of [...rows.keys()].sort(ascending)) {
    const cells = rows.get(day);
    if (cells?.some((amount) => amount !== 0)) yield [...key, day, ...cells];
  }
}

function ascending(one: number, other: number): number {
  return one - other;
}

function indexOf<Name extends string>(
  names: readonly Name[],
): Record<Name, number> {
  return Object.fromEntries(
    names.map((name, index) => [name, index]),
  ) as Record<Name, number>;
}

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
