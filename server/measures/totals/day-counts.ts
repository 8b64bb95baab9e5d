import { sql, type Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import type { Schema } from "~server/store/schema";
import { lastSettledDay } from "../data-reach";
import { chunksOf, isIn } from "../question";
import type { LaggingFacility } from "./place-reach";
import {
  GRAIN,
  levelNumber,
  type PlaceDay,
  type Places,
} from "./total-columns";

/** Daily counts: settled admissions (R79), events, and the change in the number of long-stay residents. */
const DAY_COLUMNS = [
  "settled_adm",
  "rth",
  "ed",
  "h_events",
  "ed_events",
  "adm_events",
  "long_residents",
] as const;

type DayColumn = (typeof DAY_COLUMNS)[number];

export type DayCounts = Record<DayColumn, number> & { day: EpochDay };

export class DayTally {
  private readonly days = new Map<EpochDay, DayCounts>();

  add(day: EpochDay, column: DayColumn, amount: number): void {
    const counts = this.days.get(day) ?? nothingOn(day);
    counts[column] += amount;
    this.days.set(day, counts);
  }

  addAll(days: readonly DayCounts[], sign: 1 | -1 = 1): void {
    for (const counts of days) {
      for (const column of DAY_COLUMNS) {
        const amount = counts[column];
        if (amount !== 0) this.add(counts.day, column, sign * amount);
      }
    }
  }

  /** The days that add something, oldest first. */
  inOrder(): DayCounts[] {
    return [...this.days.values()].sort(oldestFirst);
  }
}

function nothingOn(day: EpochDay): DayCounts {
  return {
    day,
    settled_adm: 0,
    rth: 0,
    ed: 0,
    h_events: 0,
    ed_events: 0,
    adm_events: 0,
    long_residents: 0,
  };
}

function oldestFirst(one: DayCounts, other: DayCounts): number {
  return one.day - other.day;
}

/** The last day that counts in a place, and the last whose admissions count in 30-day rates. */
export interface LastDays extends PlaceDay {
  settled: EpochDay;
}

/** The data cut-off a facility needs to count fully in its place. */
export function dayNeeded({ settled }: Pick<LastDays, "settled">): EpochDay {
  return settled + RETURN_WINDOW_DAYS;
}

/** True if the facility's data end before everything that counts in its place. */
export function isBehind(
  { placeId, reach }: LaggingFacility,
  last: LastDays,
): boolean {
  return (
    placeId === last.placeId && (reach === null || reach < dayNeeded(last))
  );
}

export function cutAt<Last extends Pick<LastDays, "day" | "settled">>(
  last: Last,
  reach: EpochDay,
): Last {
  return {
    ...last,
    day: Math.min(last.day, reach),
    settled: Math.min(last.settled, lastSettledDay(reach)),
  };
}

export function countedDays({ placeId, day, settled }: LastDays): PlaceDay[] {
  return [
    { placeId, day },
    { placeId, day: settled },
  ];
}

/** Cuts days after the last ones that count: long-stay residents leave on the day after. */
export function daysThrough(
  days: readonly DayCounts[],
  { day: last, settled }: Pick<LastDays, "day" | "settled">,
): DayCounts[] {
  const reached = days
    .filter(({ day }) => day <= last)
    .map((one) =>
      one.day <= settled ? one : { ...one, settled_adm: 0, rth: 0, ed: 0 },
    );
  const residents = reached.reduce((sum, one) => sum + one.long_residents, 0);
  if (residents === 0) return reached;
  return [...reached, { ...nothingOn(last + 1), long_residents: -residents }];
}

export function summedDays(parts: readonly DayCounts[][]): DayCounts[] {
  const [first = [], ...others] = parts;
  if (others.length === 0) return first;
  const tally = new DayTally();
  for (const days of parts) tally.addAll(days);
  return tally.inOrder();
}

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
  for (const ids of chunksOf(places.ids, PLACES_AT_ONCE)) {
    for (const row of await readRows(db, { ...places, ids }, from, to)) {
      const own = found.get(row.place_id);
      if (own) own.push(...daysOf(row.days));
      else found.set(row.place_id, daysOf(row.days));
    }
  }
  for (const days of found.values()) days.sort(oldestFirst);
  return found;
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
): Promise<{ place_id: number; days: string }[]> {
  const rowsOf = (grain: number) => sql`
    from place_totals where level = ${sql.lit(levelNumber(level))} and ${isIn("place_id", ids)}
      and isnp = ${sql.lit(isnp ? 1 : 0)} and grain = ${sql.lit(grain)}`;
  const isSomething = sql.join(
    STORED_COLUMNS.map((column) => sql`${column} <> 0`),
    sql` or `,
  );
  const { rows } = await sql<{ place_id: number; days: string }>`
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
