import { sql, type Kysely, type RawBuilder, type Selectable } from "kysely";
import { z } from "zod";
import { id } from "~/contract/wire";
import { NOTE_LEVELS, type NoteLevel } from "~/domain/graphs/note-kinds";
import { isIn } from "~server/measures/question";
import { notFound, outdated } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import { type Actor, authorOf } from "~server/users/actor";

/** Places below inherit rows; a row is ended, not deleted. */
type Table = "targets" | "chart_notes";

export const place = z.object({ level: z.enum(NOTE_LEVELS), id });
export type Place = z.infer<typeof place>;

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

/** Ended rows listed, newest first. */
export const ENDED_LISTED = 100;

/** Reads rows of places and of those above in one statement; `which` is its end. */
export async function readOfPlaces<Name extends Table>(
  db: Kysely<Schema>,
  table: Name,
  level: NoteLevel,
  ids: readonly number[],
  which: RawBuilder<unknown>,
) {
  const { rows } = await sql<
    Selectable<Schema[Name]> & { of_place: number; place_name: string | null }
  >`select places.id as of_place, kept.*,
      coalesce(facilities.name, regions.name, divisions.name) as place_name
    from (${PLACES[level](ids)}) as places
    join ${sql.table(table)} as kept on kept.level = 'company'
      or (kept.level = 'division' and kept.place_id = places.division)
      or (kept.level = 'region' and kept.place_id = places.region)
      or (kept.level = 'facility' and kept.place_id = places.facility)
    left join divisions on kept.level = 'division' and divisions.id = kept.place_id
    left join regions on kept.level = 'region' and regions.id = kept.place_id
    left join facilities on kept.level = 'facility' and facilities.id = kept.place_id
    ${which}`.execute(db);
  return rows;
}

/** Who set and ended the row, and for which place. */
export function settingOf({
  id,
  level,
  version,
  author,
  ...row
}: Selectable<Schema[Table]> & { place_name: string | null }) {
  return {
    ...{ id, level, version, author },
    placeId: row.place_id,
    placeName: row.place_name,
    addedAt: row.added_at,
    endedBy: row.ended_by,
    /** Null while it is in force. */
    endedAt: row.ended_at,
  };
}

export async function newSetting(
  trx: Kysely<Schema>,
  { level, id }: Place,
  actor: Actor,
) {
  return {
    ...{ level, place_id: id, version: 1, user_id: actor.user.id },
    author: await authorOf(trx, actor),
    added_at: actor.at.toISOString(),
    ...{ ended_by: null, ended_at: null },
  };
}

/** Ends a row of this very place. Throws 404 if there is none, 409 if `version` is old or it was ended before. */
export async function endSetting<Name extends Table>(
  trx: Kysely<Schema>,
  table: Name,
  place: Place,
  { id, version, actor }: { id: number; version: number; actor: Actor },
  conflict: string,
): Promise<Selectable<Schema[Name]>> {
  const row = await trx
    .selectFrom<Table>(table)
    .where("id", "=", id)
    .where("level", "=", place.level)
    .where("place_id", "=", place.id)
    .selectAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  const { numUpdatedRows } = await trx
    .updateTable<Table>(table)
    .set((row) => ({ version: row("version", "+", 1) }))
    .set({
      ended_by: await authorOf(trx, actor),
      ended_at: actor.at.toISOString(),
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw outdated(conflict);
  return row as unknown as Selectable<Schema[Name]>;
}
