import { sql, type Kysely, type RawBuilder } from "kysely";
import {
  firstOfMonth,
  firstOfNextMonth,
  type EpochDay,
} from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { NEVER } from "../data-reach";
import { chunksOf, groupBy, isIn } from "../question";
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

type Row = Sums & { place_id: number; grain: number; until: EpochDay };

/** Sums of columns through days. Reads a place's rows once for all its days, and places with the same days together. */
export async function readSumsThrough(
  db: Kysely<Schema>,
  places: Omit<Places, "ids">,
  columns: readonly TotalColumn[],
  asked: readonly PlaceDay[],
): Promise<SumsThrough> {
  const daysOf = [...groupBy(asked, ({ placeId }) => placeId)].map(
    ([placeId, own]) => ({
      placeId,
      days: [...new Set(own.map(({ day }) => day))].sort((a, b) => a - b),
    }),
  );
  const through = new Map<string, Sums>();
  for (const alike of groupBy(daysOf, ({ days }) => days.join()).values()) {
    const days = withCuts(alike[0]?.days ?? []);
    for (const some of chunksOf(alike)) {
      const ids = some.map(({ placeId }) => placeId);
      const rows = await readRows(db, { ...places, ids }, columns, days);
      const byPlace = groupBy(rows, (row) => row.place_id);
      for (const id of ids) {
        addThrough(through, columns, id, days, byPlace.get(id) ?? []);
      }
    }
  }
  const nothing = zeros(columns);
  return (placeId, day) => through.get(`${placeId} ${day}`) ?? nothing;
}

interface CutDay {
  day: EpochDay;
  /** First day of its partial month; the last day of a month needs no extra days. */
  cut: EpochDay;
  /** Cut of the day before it. */
  before: EpochDay;
}

function withCuts(days: readonly EpochDay[]): CutDay[] {
  let before = NEVER;
  return days.map((day) => {
    const next = firstOfNextMonth(day);
    const cut = day + 1 === next ? next : firstOfMonth(day);
    const found = { day, cut, before };
    before = cut;
    return found;
  });
}

function addThrough(
  through: Map<string, Sums>,
  columns: readonly TotalColumn[],
  placeId: number,
  days: readonly CutDay[],
  rows: readonly Row[],
): void {
  const found = new Map(rows.map((row) => [`${row.grain} ${row.until}`, row]));
  const running = zeros(columns);
  for (const { day, before, cut } of days) {
    if (cut > before) add(columns, running, found.get(`${GRAIN.month} ${cut}`));
    const sum = { ...running };
    add(columns, sum, found.get(`${GRAIN.day} ${day + 1}`));
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

/** Sums of each place's months from one cut to the next, and of the days from a cut through its day. */
async function readRows(
  db: Kysely<Schema>,
  { level, ids, isnp }: Places,
  columns: readonly TotalColumn[],
  days: readonly CutDay[],
): Promise<Row[]> {
  const asked = days.flatMap(({ day, cut, before }) => [
    ...(cut > before ? [askedRow(GRAIN.month, before, cut)] : []),
    ...(cut <= day ? [askedRow(GRAIN.day, cut, day + 1)] : []),
  ]);
  // PostgreSQL returns sums of large numbers as text.
  const sums = columns.map(
    (name) => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`,
  );
  // SQLite joins a cross join in written order: each look-up is by key.
  const { rows } = await sql<Row>`
    with asked(grain, since, until) as (values ${sql.join(asked)})
    select totals.place_id, asked.grain, asked.until, ${sql.join(sums)}
    from asked cross join place_totals as totals
    where totals.level = ${sql.lit(levelNumber(level))} and ${isIn("totals.place_id", ids)}
      and totals.isnp = ${sql.lit(isnp ? 1 : 0)} and totals.grain = asked.grain
      and totals.day >= asked.since and totals.day < asked.until
    group by totals.place_id, asked.grain, asked.until`.execute(db);
  return rows;
}

function askedRow(
  grain: number,
  since: EpochDay,
  until: EpochDay,
): RawBuilder<unknown> {
  return sql`(${sql.lit(grain)}, cast(${since} as integer), cast(${until} as integer))`;
}
