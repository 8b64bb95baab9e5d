import { sql, type Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Flag, Schema } from "~server/store/schema";
import { isIn } from "../question";
import { DAY_COLUMNS, oldestFirst, type DayCounts } from "./day-counts";
import type { Places } from "./places";
import { GRAIN, levelNumber } from "./total-columns";

/** Keeps a statement within its parameter limit. */
const PLACES_AT_ONCE = 10_000;

/**
 * What each day of a range adds in each place, ignoring data cut-offs (R245), oldest first. Long-stay residents from
 * before the range are on the day before it.
 *
 * @param from first day of a month
 */
export async function readDays(
  db: Kysely<Schema>,
  places: Places,
  from: EpochDay,
  to: EpochDay,
): Promise<Map<number, DayCounts[]>> {
  const found = new Map<number, DayCounts[]>();
  for (let at = 0; at < places.ids.length; at += PLACES_AT_ONCE) {
    const ids = places.ids.slice(at, at + PLACES_AT_ONCE);
    const some = { ...places, ids };
    for (const row of await readRows(db, some, from, to)) {
      const own = found.get(row.place_id);
      if (own) own.push(...daysOf(row.days));
      else found.set(row.place_id, daysOf(row.days));
    }
  }
  for (const days of found.values()) days.sort(oldestFirst);
  return found;
}

interface Row {
  place_id: number;
  days: string;
}

/** Stored admissions include unsettled ones. */
const STORED_COLUMNS = DAY_COLUMNS.map((column) =>
  sql.ref(column === "settled_adm" ? "ach_adm" : column),
);

/** Each place's days are one text: SQLite returns that faster than many rows. */
async function readRows(
  db: Kysely<Schema>,
  { level, ids, isnp }: Places,
  from: EpochDay,
  to: EpochDay,
): Promise<Row[]> {
  const flag: Flag = isnp ? 1 : 0;
  const rowsOf = (grain: number) => sql`
    from place_totals where level = ${sql.lit(levelNumber(level))} and ${isIn("place_id", ids)}
      and isnp = ${sql.lit(flag)} and grain = ${sql.lit(grain)}`;
  const isSomething = sql.join(
    STORED_COLUMNS.map((column) => sql`${column} <> 0`),
    sql` or `,
  );
  const { rows } = await sql<Row>`
    select place_id, string_agg(concat_ws(',', day, ${sql.join(STORED_COLUMNS)}), ',') as days
      ${rowsOf(GRAIN.day)} and day between ${from} and ${to} and (${isSomething})
      group by place_id
    union all
    select place_id, cast(${from - 1} as integer) || ',0,0,0,0,0,0,' || sum(long_residents) as days
      ${rowsOf(GRAIN.month)} and day < ${from}
      group by place_id having sum(long_residents) <> 0`.execute(db);
  return rows;
}

function daysOf(text: string): DayCounts[] {
  const numbers = JSON.parse(`[${text}]`) as number[];
  const days: DayCounts[] = [];
  for (let at = 0; at < numbers.length; at += 1 + DAY_COLUMNS.length) {
    // Written out: variable keys take ten times as long.
    days.push({
      day: numbers[at] ?? 0,
      settled_adm: numbers[at + 1] ?? 0,
      rth: numbers[at + 2] ?? 0,
      ed: numbers[at + 3] ?? 0,
      h_events: numbers[at + 4] ?? 0,
      ed_events: numbers[at + 5] ?? 0,
      adm_events: numbers[at + 6] ?? 0,
      long_residents: numbers[at + 7] ?? 0,
    });
  }
  return days;
}
