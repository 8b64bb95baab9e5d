import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { Viewer } from "~/domain/access/viewer";
import { isIsnpOnly } from "~server/access/scope";
import { inOneSnapshot } from "~server/store/snapshot";
import { residentView } from "~server/residents/resident-view";
import type { NoteTable, Schema } from "~server/store/schema";
import { readStaysOfNotes } from "./stays-of-notes";
import type { StayOfNote } from "./stays-of-notes";

type Db = Kysely<Schema>;

/** Who looks at notes, and when. */
export interface NoteReader {
  viewer: Viewer;
  userId: number;
  now: Date;
}

/** A note with the names that its row shows, and the stay that its day belongs to. */
export interface NoteInView extends NoteTable {
  mrn: string | null;
  patient_first_name: string | null;
  patient_last_name: string | null;
  physician_first_name: string | null;
  physician_last_name: string | null;
  facility_name: string;
  region_id: number;
  region_name: string;
  division_name: string;
  stay: StayOfNote | undefined;
  /** The physician who looks has not read it, and it is in the report; false for everybody else, who has no reading state. */
  unread: boolean;
}

/** How long a note is in the after-hours report. */
const LOOKBACK_MS = 72 * 3_600_000;

/** Only physicians have notes to read: their own (R156). */
export function keepsReadingState({ accessLevel }: Viewer): boolean {
  return accessLevel === "physician";
}

/**
 * The after-hours notes of the last 72 hours that a viewer may see, newest first. The list, the number of unread notes and
 * the marks all come from here, so that they cannot disagree.
 */
export function readNotesInView(
  db: Db,
  reader: NoteReader,
): Promise<NoteInView[]> {
  return inOneSnapshot(db, (snapshot) => notesInView(snapshot, reader));
}

/** As {@link readNotesInView}, for a caller that has a transaction already. */
export function notesInView(db: Db, reader: NoteReader): Promise<NoteInView[]> {
  const { now } = reader;
  const since = new Date(now.getTime() - LOOKBACK_MS).toISOString();
  return readSeenNotes(
    db,
    reader,
    sql<SqlBool>`notes.noted_at between ${since} and ${now.toISOString()}`,
  );
}

/**
 * Those of the notes that a viewer may see, newest first (R313): for ISNP-only viewers the ones written on a day of a stay
 * that is flagged.
 *
 * @param which condition on the rows of `notes`
 */
export async function readSeenNotes(
  db: Db,
  reader: NoteReader,
  which: RawBuilder<SqlBool>,
): Promise<NoteInView[]> {
  const { notes: seen } = await residentView(db, reader.viewer);
  const inView = sql<SqlBool>`(${seen} and ${which})`;
  const [notes, stays, read] = await Promise.all([
    readNotes(db, inView),
    readStaysOfNotes(db, inView),
    readNoteIdsRead(db, reader),
  ]);
  const keepsState = keepsReadingState(reader.viewer);
  const isListed = ({ noted_at: at }: NoteTable) =>
    reader.now.getTime() - Date.parse(at) <= LOOKBACK_MS;
  const all = notes.map((note) => ({
    ...note,
    stay: stays.get(note.id),
    unread: keepsState && !read.has(note.id) && isListed(note),
  }));
  return isIsnpOnly(reader.viewer, undefined)
    ? all.filter(({ stay }) => stay?.isnp === 1)
    : all;
}

function readNotes(db: Db, inView: RawBuilder<SqlBool>) {
  return db
    .selectFrom("notes")
    .innerJoin("patients", "patients.id", "notes.patient_id")
    .innerJoin("facilities", "facilities.id", "notes.facility_id")
    .innerJoin("regions", "regions.id", "facilities.region_id")
    .innerJoin("divisions", "divisions.id", "regions.division_id")
    .leftJoin("physicians", "physicians.npi", "notes.npi")
    .where(inView)
    .selectAll("notes")
    .select([
      "patients.mrn",
      "patients.first_name as patient_first_name",
      "patients.last_name as patient_last_name",
      "physicians.first_name as physician_first_name",
      "physicians.last_name as physician_last_name",
      "facilities.name as facility_name",
      "regions.id as region_id",
      "regions.name as region_name",
      "divisions.name as division_name",
    ])
    .orderBy("notes.noted_at", "desc")
    .orderBy("notes.id", "desc")
    .execute();
}

async function readNoteIdsRead(
  db: Db,
  { viewer, userId }: NoteReader,
): Promise<Set<number>> {
  if (!keepsReadingState(viewer)) return new Set();
  const rows = await db
    .selectFrom("note_reads")
    .where("user_id", "=", userId)
    .select("note_id")
    .execute();
  return new Set(rows.map(({ note_id }) => note_id));
}
