import { sql, type Kysely, type RawBuilder } from "kysely";
import {
  firstOfMonth,
  firstOfNextMonth,
  type EpochDay,
} from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { chunksOf, groupBy } from "../question";
import {
  GRAIN,
  levelNumber,
  type PlaceDay,
  type Places,
  type TotalColumn,
} from "./total-columns";

export type Sums = Record<TotalColumn, number>;

/** Looks up the sums of a place through a requested day; zeros if nothing has happened before. */
export type SumsThrough = (placeId: number, day: EpochDay) => Sums;

/** Three parameters each; SQLite accepts 32,766. */
const ROWS_AT_ONCE = 10_000;

type Row = Sums & { place_id: number; day: EpochDay; grain: number };

interface DaysOfPlace {
  placeId: number;
  days: EpochDay[];
}

/** Sums of columns through days. Reads a place's rows once for all its days. */
export async function readSumsThrough(
  db: Kysely<Schema>,
  places: Omit<Places, "ids">,
  columns: readonly TotalColumn[],
  asked: readonly PlaceDay[],
): Promise<SumsThrough> {
  const all = Array.from(
    groupBy(asked, ({ placeId }) => placeId),
    ([placeId, own]): DaysOfPlace => ({
      placeId,
      days: [...new Set(own.map(({ day }) => day))].sort((a, b) => a - b),
    }),
  );
  // Each place needs a row for its months and one per partial month.
  const rowsEach = 1 + Math.max(0, ...all.map(({ days }) => days.length));
  const through = new Map<string, Sums>();
  for (const some of chunksOf(all, Math.ceil(ROWS_AT_ONCE / rowsEach))) {
    const rows = await readRows(db, places, columns, some);
    const byPlace = groupBy(rows, (row) => row.place_id);
    for (const one of some) {
      addThrough(through, columns, one, byPlace.get(one.placeId) ?? []);
    }
  }
  const nothing = zeros(columns);
  return (placeId, day) => through.get(`${placeId} ${day}`) ?? nothing;
}

/** First day of a partial month; the last day of a month needs no extra days. */
function cutMonthOf(day: EpochDay): EpochDay {
  const next = firstOfNextMonth(day);
  return day + 1 === next ? next : firstOfMonth(day);
}

function addThrough(
  through: Map<string, Sums>,
  columns: readonly TotalColumn[],
  { placeId, days }: DaysOfPlace,
  rows: readonly Row[],
): void {
  const months = rows
    .filter(({ grain }) => grain === GRAIN.month)
    .sort((one, other) => one.day - other.day);
  const running = zeros(columns);
  let next = 0;
  for (const day of days) {
    const cut = cutMonthOf(day);
    for (; (months[next]?.day ?? cut) < cut; next += 1) {
      add(columns, running, months[next]);
    }
    const sum = { ...running };
    const isOfDay = (row: Row) => row.grain === GRAIN.day && row.day === day;
    if (cut <= day) add(columns, sum, rows.find(isOfDay));
    through.set(`${placeId} ${day}`, sum);
  }
}

function zeros(columns: readonly TotalColumn[]): Sums {
  return Object.fromEntries(columns.map((column) => [column, 0])) as Sums;
}

function add(
  columns: readonly TotalColumn[],
  sum: Sums,
  more: Sums | undefined,
): void {
  if (!more) return;
  for (const column of columns) sum[column] += more[column];
}

/**
 * Rows of places: all months before the first requested day combined, each later month, and the days of each partial
 * month combined.
 */
async function readRows(
  db: Kysely<Schema>,
  { level, isnp }: Omit<Places, "ids">,
  columns: readonly TotalColumn[],
  asked: readonly DaysOfPlace[],
): Promise<Row[]> {
  const names = sql.join(columns.map((name) => sql.ref(`totals.${name}`)));
  // PostgreSQL returns sums of large numbers as text.
  const sums = sql.join(
    columns.map(
      (name) => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`,
    ),
  );
  // SQLite joins a cross join in written order: each look-up is by key.
  const rowsOf = (grain: number, condition: RawBuilder<unknown>) => sql`
    from asked cross join place_totals as totals where asked.grain = ${sql.lit(grain)}
      and totals.level = ${sql.lit(levelNumber(level))} and totals.place_id = asked.place_id
      and totals.isnp = ${sql.lit(isnp ? 1 : 0)} and totals.grain = ${sql.lit(grain)} and ${condition}`;
  const { rows } = await sql<Row>`
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
  return rows;
}

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
