import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import type { Viewer } from "~/domain/access/viewer";
import { dayIn, type EpochDay } from "~/domain/calendar";
import { DEFAULT_TIME_ZONE } from "~/domain/time-zone";
import { isIsnpOnly } from "~server/access/scope";
import { stayOfDay } from "~server/measures/derive-patient";
import { inOneSnapshot } from "~server/store/snapshot";
import { residentView } from "~server/residents/read-resident";
import type { NoteTable, Schema, Flag, StayTable } from "~server/store/schema";

type Db = Kysely<Schema>;

export interface NoteReader {
  viewer: Viewer;
  userId: number;
  now: Date;
}

interface StayOfNote extends Pick<
  StayTable,
  | "id"
  | "facility_id"
  | "admitted_on"
  | "discharged_on"
  | "admitted_from"
  | "isnp"
> {
  /** 1: it ended on the day of a transfer into a hospital. */
  left_for_hospital: Flag;
}

interface StayRow extends StayOfNote {
  note_id: number;
  noted_at: string;
  time_zone: string | null;
}

/** Stays by note id, found by the rule for transfers on the facility's day (R75, R490). `inView` limits `notes`. */
export async function readStaysOfNotes(
  db: Kysely<Schema>,
  inView: RawBuilder<SqlBool>,
): Promise<Map<number, StayOfNote>> {
  const { rows } = await sql<StayRow>`
    select notes.id as note_id, notes.noted_at, facilities.time_zone, stays.id, stays.facility_id, stays.admitted_on,
      stays.discharged_on, stays.admitted_from, stays.isnp,
      case when exists (
        select 1 from transfers
        where transfers.patient_id = stays.patient_id and transfers.facility_id = stays.facility_id
          and transfers.transferred_on = stays.discharged_on and transfers.outcome <> 'ed_only'
      ) then 1 else 0 end as left_for_hospital
    from notes
    join stays on stays.patient_id = notes.patient_id and stays.facility_id = notes.facility_id
    join facilities on facilities.id = notes.facility_id
    where ${inView}`.execute(db);
  const staysByNote = new Map<number, StayRow[]>();
  for (const row of rows) {
    const stays = staysByNote.get(row.note_id);
    if (stays) stays.push(row);
    else staysByNote.set(row.note_id, [row]);
  }
  const dayOf = dayReader();
  const found = new Map<number, StayOfNote>();
  for (const [noteId, stays] of staysByNote) {
    const [first] = stays;
    const stay = first && stayOfDay(stays, dayOf(first));
    if (stay) found.set(noteId, stay);
  }
  return found;
}

const MINUTE_LENGTH = "2026-01-01T00:00".length;

/** The local day of a note. Caches each minute of a zone. */
function dayReader(): (
  note: Pick<StayRow, "noted_at" | "time_zone">,
) => EpochDay {
  const days = new Map<string, EpochDay>();
  return ({ noted_at: instant, time_zone }) => {
    const zone = time_zone ?? DEFAULT_TIME_ZONE;
    const minute = `${zone} ${instant.slice(0, MINUTE_LENGTH)}`;
    const known = days.get(minute);
    if (known !== undefined) return known;
    const day = dayIn(zone, Date.parse(instant));
    days.set(minute, day);
    return day;
  };
}

export interface NoteInView extends NoteTable {
  mrn: string | null;
  patient_first_name: string | null;
  patient_last_name: string | null;
  physician_first_name: string | null;
  physician_last_name: string | null;
  facility_name: string;
  time_zone: string | null;
  region_id: number;
  region_name: string;
  division_name: string;
  stay: StayOfNote | undefined;
  /** The note is in the report and unread by the viewing physician; false for others. */
  unread: boolean;
}

/** How long a note stays in the after-hours report. */
const LOOKBACK_MS = 72 * 3_600_000;

/** Only physicians have unread notes: their own (R156). */
export function keepsReadingState({ accessLevel }: Viewer): boolean {
  return accessLevel === "physician";
}

/** Covers 72 hours, newest first. List, count and marks agree because all use it. */
export function readNotesInView(
  db: Db,
  reader: NoteReader,
): Promise<NoteInView[]> {
  return inOneSnapshot(db, (snapshot) => notesInView(snapshot, reader));
}

/** {@link readNotesInView} within the caller's transaction. */
export function notesInView(db: Db, reader: NoteReader): Promise<NoteInView[]> {
  const { now } = reader;
  const since = new Date(now.getTime() - LOOKBACK_MS).toISOString();
  return readSeenNotes(
    db,
    reader,
    sql<SqlBool>`notes.noted_at between ${since} and ${now.toISOString()}`,
  );
}

/** Newest notes first (R313); ISNP-only viewers see those of days with an ISNP stay. `which` limits `notes`. */
export async function readSeenNotes(
  db: Db,
  reader: NoteReader,
  which: RawBuilder<SqlBool>,
): Promise<NoteInView[]> {
  const { notes: seen } = await residentView(db, reader.viewer);
  const inView = sql<SqlBool>`(${seen} and ${which})`;
  const notes = await readNotes(db, inView);
  if (notes.length === 0) return [];
  const [stays, read] = await Promise.all([
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
      "facilities.time_zone",
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
