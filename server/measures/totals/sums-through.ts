import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import {
  firstOfMonth,
  firstOfNextMonth,
  type EpochDay,
} from "~/domain/calendar";
import type { Flag, Schema } from "~server/store/schema";
import type { PlaceDay, Places } from "./places";
import { GRAIN, levelNumber, type TotalColumn } from "./total-columns";

/** The sums of one place through one day. */
export type Sums<Column extends TotalColumn> = Record<Column, number>;

/** Finds the sums of a place through a day that was asked for; zeros for a place where nothing has happened by then. */
export type SumsThrough<Column extends TotalColumn> = (
  placeId: number,
  day: EpochDay,
) => Sums<Column>;

/** Few enough for the parameters of a statement. */
const ASKED_AT_ONCE = 2_000;

/**
 * Sums of columns through days. Each is at most the rows of the months before and those of the days of one month, whatever
 * the size of the place.
 */
export async function readSumsThrough<Column extends TotalColumn>(
  db: Kysely<Schema>,
  places: Omit<Places, "ids">,
  columns: readonly Column[],
  asked: readonly PlaceDay[],
): Promise<SumsThrough<Column>> {
  const found = new Map<string, Sums<Column>>();
  const distinct = new Map(asked.map((one) => [keyOf(one), one]));
  const all = [...distinct.values()];
  for (let at = 0; at < all.length; at += ASKED_AT_ONCE) {
    const some = all.slice(at, at + ASKED_AT_ONCE);
    for (const row of await readSome(db, places, columns, some)) {
      found.set(keyOf({ placeId: row.place_id, day: row.day }), row);
    }
  }
  const nothing = Object.fromEntries(
    columns.map((column) => [column, 0]),
  ) as Sums<Column>;
  return (placeId, day) => found.get(keyOf({ placeId, day })) ?? nothing;
}

async function readSome<Column extends TotalColumn>(
  db: Kysely<Schema>,
  { level, isnp }: Omit<Places, "ids">,
  columns: readonly Column[],
  asked: readonly PlaceDay[],
): Promise<(Sums<Column> & { place_id: number; day: EpochDay })[]> {
  const flag: Flag = isnp ? 1 : 0;
  // SQLite takes a cross join in the order in which it is written: each look-up is by key.
  const rowsWhere = (condition: RawBuilder<unknown>) => sql`
    select asked.place_id, asked.day as day, ${sql.join(columns.map((name) => sql.ref(`totals.${name}`)))}
    from asked cross join place_totals as totals where totals.level = ${sql.lit(levelNumber(level))}
      and totals.place_id = asked.place_id and totals.isnp = ${sql.lit(flag)} and ${condition}`;
  const { rows } = await sql<
    Sums<Column> & { place_id: number; day: EpochDay }
  >`
    with asked(place_id, day, month_day) as (values ${sql.join(asked.map(rowOf))})
    select place_id, day, ${sql.join(columns.map(sumOf))}
    from (
      ${rowsWhere(sql`totals.grain = ${sql.lit(GRAIN.month)} and totals.day < asked.month_day`)}
      union all
      ${rowsWhere(sql`totals.grain = ${sql.lit(GRAIN.day)} and totals.day between asked.month_day and asked.day`)}
    ) as counted
    group by place_id, day`.execute(db);
  return rows;
}

/** PostgreSQL sums large numbers as text. */
function sumOf(column: string): RawBuilder<unknown> {
  return sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(column)}`;
}

/** A day that ends a month has no days to add to its months. */
function rowOf({ placeId, day }: PlaceDay): RawBuilder<unknown> {
  const next = firstOfNextMonth(day);
  const month = day + 1 === next ? next : firstOfMonth(day);
  return sql`(cast(${placeId} as bigint), cast(${day} as integer), cast(${month} as integer))`;
}

function keyOf({ placeId, day }: PlaceDay): string {
  return `${placeId} ${day}`;
}
