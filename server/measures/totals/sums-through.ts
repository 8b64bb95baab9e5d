import { sql, type Kysely, type RawBuilder } from "kysely";
import {
  firstOfMonth,
  firstOfNextMonth,
  type EpochDay,
} from "~/domain/calendar";
import type { Flag, Schema } from "~server/store/schema";
import type { PlaceDay, Places } from "./places";
import { GRAIN, levelNumber, type TotalColumn } from "./total-columns";

export type Sums<Column extends TotalColumn> = Record<Column, number>;

/** Looks up the sums of a place through a requested day; zeros if nothing has happened before. */
export type SumsThrough<Column extends TotalColumn> = (
  placeId: number,
  day: EpochDay,
) => Sums<Column>;

/** Three parameters each; SQLite accepts 32,766. */
const ROWS_AT_ONCE = 10_000;

type Row<Column extends TotalColumn> = Sums<Column> & {
  place_id: number;
  day: EpochDay;
  grain: number;
};

/** Requested days of a place, oldest first. */
interface DaysOfPlace {
  placeId: number;
  days: EpochDay[];
}

/**
 * Sums of columns through days. Reads a place's rows once for all its days: its months, and the days of partial months.
 */
export async function readSumsThrough<Column extends TotalColumn>(
  db: Kysely<Schema>,
  places: Omit<Places, "ids">,
  columns: readonly Column[],
  asked: readonly PlaceDay[],
): Promise<SumsThrough<Column>> {
  const all = byPlace(asked);
  const through = new Map<string, Sums<Column>>();
  for (const some of inBatches(all)) {
    const rows = await readSome(db, places, columns, some);
    for (const one of some) addThrough(through, columns, one, rows);
  }
  const nothing = zeros(columns);
  return (placeId, day) => through.get(keyOf({ placeId, day })) ?? nothing;
}

/** Batches of places; each needs a row for its months and one per partial month. */
function inBatches(asked: readonly DaysOfPlace[]): DaysOfPlace[][] {
  const batches: DaysOfPlace[][] = [];
  let rows = Infinity;
  for (const one of asked) {
    rows += 1 + one.days.length;
    if (rows > ROWS_AT_ONCE) {
      batches.push([]);
      rows = 1 + one.days.length;
    }
    batches.at(-1)?.push(one);
  }
  return batches;
}

function byPlace(asked: readonly PlaceDay[]): DaysOfPlace[] {
  const places = new Map<number, Set<EpochDay>>();
  for (const { placeId, day } of asked) {
    const days = places.get(placeId);
    if (days) days.add(day);
    else places.set(placeId, new Set([day]));
  }
  return Array.from(places, ([placeId, days]) => ({
    placeId,
    days: [...days].sort((one, other) => one - other),
  }));
}

/** First day of a partial month; the last day of a month needs no extra days. */
function cutMonthOf(day: EpochDay): EpochDay {
  const next = firstOfNextMonth(day);
  return day + 1 === next ? next : firstOfMonth(day);
}

function addThrough<Column extends TotalColumn>(
  through: Map<string, Sums<Column>>,
  columns: readonly Column[],
  { placeId, days }: DaysOfPlace,
  rows: ReadonlyMap<number, Row<Column>[]>,
): void {
  const own = rows.get(placeId) ?? [];
  const months = own.filter(({ grain }) => grain === GRAIN.month);
  months.sort((one, other) => one.day - other.day);
  const running = zeros(columns);
  let next = 0;
  for (const day of days) {
    const cut = cutMonthOf(day);
    for (; (months[next]?.day ?? cut) < cut; next += 1) {
      add(columns, running, months[next]);
    }
    const sum = { ...running };
    const isOfDay = (row: Row<Column>) =>
      row.grain === GRAIN.day && row.day === day;
    if (cut <= day) add(columns, sum, own.find(isOfDay));
    through.set(keyOf({ placeId, day }), sum);
  }
}

function zeros<Column extends TotalColumn>(
  columns: readonly Column[],
): Sums<Column> {
  const none = columns.map((column) => [column, 0]);
  return Object.fromEntries(none) as Sums<Column>;
}

function add<Column extends TotalColumn>(
  columns: readonly Column[],
  sum: Record<Column, number>,
  more: Sums<Column> | undefined,
): void {
  if (!more) return;
  for (const column of columns) sum[column] += more[column];
}

/**
 * Rows of places: all months before the first requested day combined, each later month, and the days of each partial
 * month combined.
 */
async function readSome<Column extends TotalColumn>(
  db: Kysely<Schema>,
  { level, isnp }: Omit<Places, "ids">,
  columns: readonly Column[],
  asked: readonly DaysOfPlace[],
): Promise<Map<number, Row<Column>[]>> {
  const flag: Flag = isnp ? 1 : 0;
  const names = sql.join(columns.map((name) => sql.ref(`totals.${name}`)));
  const sums = sql.join(columns.map(sumOf));
  // SQLite joins a cross join in written order: each look-up is by key.
  const rowsOf = (grain: number, condition: RawBuilder<unknown>) => sql`
    from asked cross join place_totals as totals where asked.grain = ${sql.lit(grain)}
      and totals.level = ${sql.lit(levelNumber(level))} and totals.place_id = asked.place_id
      and totals.isnp = ${sql.lit(flag)} and totals.grain = ${sql.lit(grain)} and ${condition}`;
  const { rows } = await sql<Row<Column>>`
    with asked(place_id, grain, since, until) as (values ${sql.join(asked.flatMap(askedRows))})
    select asked.place_id, asked.since - 1 as day, asked.grain, ${sums}
      ${rowsOf(GRAIN.month, sql`totals.day < asked.since`)}
      group by asked.place_id, asked.since, asked.grain
    union all
    select asked.place_id, totals.day, asked.grain, ${names}
      ${rowsOf(GRAIN.month, sql`totals.day >= asked.since and totals.day < asked.until`)}
    union all
    select asked.place_id, asked.until, asked.grain, ${sums}
      ${rowsOf(GRAIN.day, sql`totals.day between asked.since and asked.until`)}
      group by asked.place_id, asked.until, asked.grain`.execute(db);
  const found = new Map<number, Row<Column>[]>();
  for (const row of rows) {
    const own = found.get(row.place_id);
    if (own) own.push(row);
    else found.set(row.place_id, [row]);
  }
  return found;
}

/** PostgreSQL returns sums of large numbers as text. */
function sumOf(column: string): RawBuilder<unknown> {
  return sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(column)}`;
}

/** The months from the first to the last requested day, and each partial month up to its day. */
function askedRows({ placeId, days }: DaysOfPlace): RawBuilder<unknown>[] {
  const months = days.map(cutMonthOf);
  const [first = 0] = months;
  const rowOf = (grain: number, since: EpochDay, until: EpochDay) =>
    sql`(cast(${placeId} as bigint), ${sql.lit(grain)}, cast(${since} as integer), cast(${until} as integer))`;
  return [
    rowOf(GRAIN.month, first, months.at(-1) ?? first),
    ...days.flatMap((day, at) => {
      const month = months[at] ?? day;
      return month > day ? [] : [rowOf(GRAIN.day, month, day)];
    }),
  ];
}

function keyOf({ placeId, day }: PlaceDay): string {
  return `${placeId} ${day}`;
}
