import { sql, type Kysely, type RawBuilder, type Selectable } from "kysely";
import { isoDayOf } from "~/domain/calendar";
import { NOTE_LEVELS, type NoteLevel } from "~/domain/graphs/note-kinds";
import type { Level } from "~/domain/places/hierarchy";
import type { Target } from "~/features/targets/rules";
import { isIn } from "~server/measures/question";
import type { Schema, TargetTable } from "~server/store/schema";

export interface SetTarget extends Target {
  id: number;
  placeId: number;
  reason: string;
  version: number;
  author: string;
  addedAt: string;
  endedBy: string | null;
  /** Null while it is in force. */
  endedAt: string | null;
}

/** SQL for places as `id`, each with itself and its parents; -1 if there is none. */
const PLACES: Record<
  NoteLevel,
  (ids: readonly number[]) => RawBuilder<unknown>
> = {
  company: () =>
    sql`select 0 as id, -1 as division, -1 as region, -1 as facility`,
  division: (ids) => sql`select id, id as division, -1 as region, -1 as facility
    from divisions where ${isIn("id", ids)}`,
  region: (ids) => sql`select id, division_id as division, id as region,
    -1 as facility from regions where ${isIn("id", ids)}`,
  facility: (ids) => sql`select facilities.id, division_id as division,
    region_id as region, facilities.id as facility
    from facilities join regions on regions.id = facilities.region_id
    where ${isIn("facilities.id", ids)}`,
};

/** Ended targets listed, newest first. */
const ENDED_LISTED = 100;

/**
 * Targets of places of one level and of all places above them, in one statement. `ended` adds ended ones and only makes
 * sense for a single place.
 */
export async function readTargets(
  db: Kysely<Schema>,
  level: NoteLevel,
  ids: readonly number[],
  { ended = false } = {},
): Promise<Map<number, SetTarget[]>> {
  const { rows } = await sql<
    Selectable<TargetTable> & { of_place: number; place_name: string | null }
  >`select places.id as of_place, targets.*,
      coalesce(facilities.name, regions.name, divisions.name) as place_name
    from (${PLACES[level](ids)}) as places
    join targets on targets.level = 'company'
      or (targets.level = 'division' and targets.place_id = places.division)
      or (targets.level = 'region' and targets.place_id = places.region)
      or (targets.level = 'facility' and targets.place_id = places.facility)
    left join divisions on targets.level = 'division' and divisions.id = targets.place_id
    left join regions on targets.level = 'region' and regions.id = targets.place_id
    left join facilities on targets.level = 'facility' and facilities.id = targets.place_id
    ${ended ? sql`order by ended_at is not null, ended_at desc, targets.id limit ${ENDED_LISTED}` : sql`where ended_at is null`}`.execute(
    db,
  );
  const found = new Map<number, SetTarget[]>();
  for (const { of_place, ...row } of rows) {
    found.set(of_place, [...(found.get(of_place) ?? []), targetOf(row)]);
  }
  return found;
}

/** Targets of children of any level; none for physicians, whose charts have no targets. */
export async function readTargetsOf(
  db: Kysely<Schema>,
  level: Level | "patient",
  ids: readonly number[],
): Promise<Map<number, SetTarget[]>> {
  const of = NOTE_LEVELS.find((one) => one === level);
  return of ? readTargets(db, of, ids) : new Map();
}

function targetOf({
  id,
  level,
  measure,
  reason,
  version,
  author,
  ...row
}: Selectable<TargetTable> & { place_name: string | null }): SetTarget {
  return {
    ...{ id, level, measure, reason, version, author },
    placeId: row.place_id,
    placeName: row.place_name,
    value: row.hundredths / 100,
    from: isoDayOf(row.starts_on),
    addedAt: row.added_at,
    endedBy: row.ended_by,
    endedAt: row.ended_at,
  };
}
