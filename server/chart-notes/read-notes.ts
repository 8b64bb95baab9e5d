import type { Kysely, Selectable } from "kysely";
import { NOTE_LEVELS, type NoteLevel } from "~/domain/graphs/note-kinds";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import { findLocation } from "~server/access/locations";
import { phaseNoteOf } from "~server/measures/phases-of-places";
import type { PhaseNote } from "~/domain/graphs/chart-note";
import type { ChartNoteTable } from "~server/store/chart-note-table";
import type { Schema } from "~server/store/schema";

type Db = Kysely<Schema>;

/** A place whose charts have notes. */
export interface NotePlace {
  level: NoteLevel;
  id: number;
}

/** Something that people have written on the charts of a place (R375). */
export interface ChartNote extends PhaseNote {
  id: number;
  /** Where it was written; events come from places above too. */
  level: NoteLevel;
  placeId: number;
  /** Null for the company. */
  placeName: string | null;
  text: string;
  version: number;
  author: string;
  addedAt: string;
  endedBy: string | null;
  /** Null where it is in force. */
  endedAt: string | null;
}

/** So many that were ended are told, the latest ones. */
const ENDED_TOLD = 100;

/** The notes of a place, and the events of places above it, in the order in which they were written. `ended`: those too that were ended. */
export async function readNotes(
  db: Db,
  place: NotePlace,
  { ended }: { ended: boolean },
): Promise<ChartNote[]> {
  const above = await placesAbove(db, place);
  const inForce = await ofPlaces(db, place, above)
    .where("ended_at", "is", null)
    .orderBy("id")
    .execute();
  const endedRows = ended
    ? await ofPlaces(db, place, above)
        .where("ended_at", "is not", null)
        .orderBy("ended_at", "desc")
        .limit(ENDED_TOLD)
        .execute()
    : [];
  const names = await namesOf(db, [place, ...above]);
  return [...inForce, ...endedRows]
    .sort((one, other) => one.id - other.id)
    .map((row) => noteOf(row, names));
}

function ofPlaces(db: Db, own: NotePlace, above: readonly NotePlace[]) {
  return db
    .selectFrom("chart_notes")
    .where((eb) =>
      eb.or([
        eb.and([eb("level", "=", own.level), eb("place_id", "=", own.id)]),
        ...above.map(({ level, id }) =>
          eb.and([
            eb("kind", "=", "event"),
            eb("level", "=", level),
            eb("place_id", "=", id),
          ]),
        ),
      ]),
    )
    .selectAll();
}

/** The company, and division and region above a place. */
async function placesAbove(
  db: Db,
  { level, id }: NotePlace,
): Promise<NotePlace[]> {
  if (level === "company") return [];
  const location = await findLocation(db, level, id);
  const above = NOTE_LEVELS.slice(0, NOTE_LEVELS.indexOf(level));
  return above.flatMap((one) => {
    const of = one === "company" ? COMPANY_ID : location?.ancestry[one];
    return of === undefined ? [] : [{ level: one, id: of }];
  });
}

async function namesOf(
  db: Db,
  places: readonly NotePlace[],
): Promise<Map<string, string>> {
  const tables = {
    division: "divisions",
    region: "regions",
    facility: "facilities",
  } as const;
  const names = new Map<string, string>();
  for (const { level, id } of places) {
    if (level === "company") continue;
    const row = await db
      .selectFrom(tables[level])
      .where("id", "=", id)
      .select("name")
      .executeTakeFirst();
    if (row) names.set(keyOf({ level, id }), row.name);
  }
  return names;
}

function keyOf({ level, id }: NotePlace): string {
  return `${level} ${id}`;
}

function noteOf(
  row: Selectable<ChartNoteTable>,
  names: ReadonlyMap<string, string>,
): ChartNote {
  const { id, level, place_id: placeId, text, version, author } = row;
  return {
    ...phaseNoteOf(row),
    id,
    level,
    placeId,
    placeName: names.get(keyOf({ level, id: placeId })) ?? null,
    text,
    version,
    author,
    addedAt: row.added_at,
    endedBy: row.ended_by,
    endedAt: row.ended_at,
  };
}
