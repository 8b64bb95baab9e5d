import { sql, type Kysely } from "kysely";
import type { Level, LocationLevel } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import type { Totals } from "./additive-totals";
import type { DataReach } from "./data-reach";
import { FACILITIES, groupBy, isIn, isOneOf, type Question } from "./question";
import { openFigures, type DayRange } from "./stay-figures";
import { placeColumn } from "./totals/place-reach";
import { PlaceTotals } from "./totals/place-totals";
import type { PeopleCount } from "./totals/total-columns";

export type ParentLevel = Exclude<Level, "facility" | "physician">;

export const CHILD_PLACES = {
  company: { child: "division", table: "divisions" },
  division: { child: "region", table: "regions" },
  region: { child: "facility", table: "facilities" },
} as const satisfies Record<
  ParentLevel,
  { child: LocationLevel; table: keyof Schema }
>;

/** The child places with a facility in the question, by name (R97). */
export async function readPlaces(
  db: Kysely<Schema>,
  parent: ParentLevel,
  { facilityIds }: Pick<Question, "facilityIds">,
): Promise<{ id: number; name: string }[]> {
  const { child, table } = CHILD_PLACES[parent];
  const { rows } = await sql<{ id: number; name: string }>`
    select places.id, places.name from ${sql.table(table)} as places
    where places.id in (
      select ${placeColumn(child)} from ${FACILITIES}
      where ${isOneOf("facilities.id", facilityIds) ?? sql`1 = 1`})`.execute(
    db,
  );
  const { compare } = new Intl.Collator("en", { numeric: true });
  return rows.sort((a, b) => compare(a.name, b.name) || a.id - b.id);
}

/** True if children count with all their facilities, not only those in view. */
export function areWhole(
  parent: ParentLevel,
  { place, facilityIds }: Pick<Question, "place" | "facilityIds">,
): boolean {
  return parent === "region" || place !== undefined || facilityIds === "all";
}

export async function readFacilitiesOf(
  db: Kysely<Schema>,
  parent: ParentLevel,
  facilityIds: readonly number[],
  ids: readonly number[],
): Promise<number[][]> {
  const { rows } = await sql<{ place_id: number; id: number }>`
    select ${placeColumn(CHILD_PLACES[parent].child)} as place_id, facilities.id
    from ${FACILITIES} where ${isIn("facilities.id", facilityIds)}`.execute(db);
  const byPlace = groupBy(rows, ({ place_id }) => place_id);
  return ids.map((id) => (byPlace.get(id) ?? []).map((one) => one.id));
}

interface ChildFigures {
  reach: DataReach | null;
  totals: Totals[];
  people: PeopleCount[];
}

/**
 * Figures of all facilities of each child place, or of those in the question if that is narrower; `people` adds the
 * distinct patients.
 */
export async function readChildFigures(
  db: Kysely<Schema>,
  parent: ParentLevel,
  question: Pick<Question, "facilityIds" | "place" | "isnp">,
  ids: readonly number[],
  rangesOf: (reach: DataReach | null, id: number) => DayRange[],
  people = false,
): Promise<ChildFigures[]> {
  const { facilityIds, isnp } = question;
  if (areWhole(parent, question) || facilityIds === "all") {
    const { child: level } = CHILD_PLACES[parent];
    const places = await PlaceTotals.open(db, { level, ids, isnp });
    const asked = ids.map((placeId) => {
      const reach = places.reaches.of(placeId);
      const ranges = rangesOf(reach, placeId);
      return { reach, ranges: ranges.map((range) => ({ ...range, placeId })) };
    });
    const all = asked.flatMap(({ ranges }) => ranges);
    const found = await places.over(all, people ? all : []);
    let next = 0;
    return asked.map(({ reach, ranges }) => {
      const [from, to] = [next, (next += ranges.length)];
      return {
        reach,
        totals: found.totals.slice(from, to),
        people: found.people.slice(from, to),
      };
    });
  }
  const found: ChildFigures[] = [];
  const parts = await readFacilitiesOf(db, parent, facilityIds, ids);
  for (const [at, id] of ids.entries()) {
    const filter = { isnp, facilityIds: parts[at] ?? [] };
    const figures = await openFigures(db, filter);
    const totals = rangesOf(figures.reach, id);
    const over = await figures.over({ totals, people: people ? totals : [] });
    found.push({ reach: figures.reach, ...over });
  }
  return found;
}
