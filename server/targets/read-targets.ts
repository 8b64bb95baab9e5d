import { sql, type Kysely, type Selectable } from "kysely";
import { isoDayOf } from "~/domain/calendar";
import { NOTE_LEVELS, type NoteLevel } from "~/domain/graphs/note-kinds";
import type { Level } from "~/domain/places/hierarchy";
import type { Schema, TargetTable } from "~server/store/schema";
import { ENDED_LISTED, readOfPlaces, settingOf } from "./of-places";

export type SetTarget = ReturnType<typeof targetOf>;

/** Uses one statement. `ended` adds ended ones, and only makes sense for a single place. */
export async function readTargets(
  db: Kysely<Schema>,
  level: NoteLevel,
  ids: readonly number[],
  { ended = false } = {},
): Promise<Map<number, SetTarget[]>> {
  const which = ended
    ? sql`order by ended_at is not null, ended_at desc, kept.id limit ${ENDED_LISTED}`
    : sql`where ended_at is null`;
  const rows = await readOfPlaces(db, "targets", level, ids, which);
  const found = new Map<number, SetTarget[]>();
  for (const { of_place, ...row } of rows) {
    found.set(of_place, [...(found.get(of_place) ?? []), targetOf(row)]);
  }
  return found;
}

/** Targets of children of any level; physicians' charts have none. */
export async function readTargetsOf(
  db: Kysely<Schema>,
  level: Level | "patient",
  ids: readonly number[],
): Promise<Map<number, SetTarget[]>> {
  const of = NOTE_LEVELS.find((one) => one === level);
  return of ? readTargets(db, of, ids) : new Map();
}

function targetOf(
  row: Selectable<TargetTable> & { place_name: string | null },
) {
  return {
    ...settingOf(row),
    measure: row.measure,
    value: row.hundredths / 100,
    from: isoDayOf(row.starts_on),
    reason: row.reason,
  };
}
