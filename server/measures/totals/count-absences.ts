import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import type { PlaceRange, Places } from "./places";
import {
  GROUPS,
  levelNumber,
  noPeople,
  type PeopleCount,
} from "./total-columns";

const RANGES_AT_ONCE = 2_000;

/**
 * Absences of patients of each group that lie in a range: the patient is there before, within the range, and comes back in
 * it. Or, `around` it: the patient was there before the range and is there again after it, and on none of its days.
 */
export type AbsencesCounted = "inside" | "around";

/** How many absences of each group lie inside, or around, each of the ranges. */
export async function countAbsences(
  db: Kysely<Schema>,
  { level, isnp }: Omit<Places, "ids">,
  ranges: readonly PlaceRange[],
  which: AbsencesCounted,
): Promise<(range: PlaceRange) => PeopleCount> {
  const found = new Map<string, PeopleCount>();
  for (let at = 0; at < ranges.length; at += RANGES_AT_ONCE) {
    const asked = ranges
      .slice(at, at + RANGES_AT_ONCE)
      .map(
        ({ placeId, from, to }) =>
          sql`(cast(${placeId} as bigint), cast(${from} as integer), cast(${to} as integer))`,
      );
    const { rows } = await sql<
      PeopleCount & { place_id: number; first: EpochDay; last: EpochDay }
    >`
      with asked(place_id, first, last) as (values ${sql.join(asked)})
      select asked.place_id, asked.first, asked.last, ${sql.join(GROUPS.map((group) => sql`sum(${sql.ref(group)}) as ${sql.ref(group)}`))}
      from asked cross join absences where absences.level = ${sql.lit(levelNumber(level))}
        and absences.place_id = asked.place_id and absences.isnp = ${sql.lit(isnp ? 1 : 0)}
        and ${CONDITIONS[which]}
      group by asked.place_id, asked.first, asked.last`.execute(db);
    for (const { place_id: placeId, first: from, last: to, ...count } of rows) {
      found.set(keyOf({ placeId, from, to }), count);
    }
  }
  return (range) => found.get(keyOf(range)) ?? noPeople();
}

const CONDITIONS: Record<AbsencesCounted, RawBuilder<SqlBool>> = {
  inside: sql`absences.until_day > asked.first and absences.until_day <= asked.last and absences.from_day > asked.first`,
  around: sql`absences.until_day > asked.last and absences.from_day <= asked.first`,
};

function keyOf({ placeId, from, to }: PlaceRange): string {
  return `${placeId} ${from} ${to}`;
}
