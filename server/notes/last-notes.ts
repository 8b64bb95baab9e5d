import { sql, type Kysely, type SqlBool } from "kysely";
import { dayIn, isoDayOf, type IsoDay } from "~/domain/calendar";
import { firstSentence } from "~/features/today/rules/first-sentence";
import { isIn } from "~server/measures/question";
import type { FacilityClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";
import {
  keepsReadingState,
  readSeenNotes,
  type NoteReader,
} from "./notes-in-view";

/** What notes of the last 30 days say of a stay: the newest one, and the newest that is marked high risk. */
export interface LastNotes {
  /** ISO 8601 in UTC, as the other one. */
  last_note_at: string | null;
  last_note_high_risk: boolean;
  /** The physician who asks has not read it; left out for others, who have no unread notes. */
  last_note_unread?: boolean;
  high_risk_note_id: number | null;
  high_risk_note_at: string | null;
  /** Its day by the facility's clock. */
  high_risk_note_on: IsoDay | null;
  /** How it begins. */
  high_risk_note_text: string | null;
}

/** Of a stay without a note, and of everyone where notes are closed to the viewer. */
export const NO_NOTES: LastNotes = {
  last_note_at: null,
  last_note_high_risk: false,
  high_risk_note_id: null,
  high_risk_note_at: null,
  high_risk_note_on: null,
  high_risk_note_text: null,
};

const DAYS = 30;
const MS_PER_DAY = 86_400_000;

/**
 * The newest note of each stay, and the newest that is marked high risk, of those of the last 30 days by the
 * facility's clock that the reader may see; by the stay's id.
 * Unread is what the after-hours report would show as unread; it is left out for who has no unread notes (R156).
 */
export async function readLastNotes(
  db: Kysely<Schema>,
  reader: NoteReader,
  facilityIds: readonly number[],
  clocks: FacilityClocks,
): Promise<Map<number, LastNotes>> {
  const { now } = reader;
  // Early enough for every clock: which day a note is of is judged below.
  const since = new Date(now.getTime() - (DAYS + 2) * MS_PER_DAY).toISOString();
  const notes = await readSeenNotes(
    db,
    reader,
    sql<SqlBool>`(${isIn("notes.facility_id", facilityIds)} and notes.noted_at between ${since} and ${now.toISOString()})`,
  );
  const keepsState = keepsReadingState(reader.viewer);
  const last = new Map<number, LastNotes>();
  // Newest first.
  for (const note of notes) {
    const { stay, facility_id, noted_at: at, high_risk, unread } = note;
    const day = dayIn(clocks.zoneOf(facility_id), Date.parse(at));
    if (!stay || day < clocks.todayAt(facility_id) - DAYS) continue;
    const isHighRisk = high_risk === 1;
    const known = last.get(stay.id);
    if (!known) {
      last.set(stay.id, {
        last_note_at: at,
        last_note_high_risk: isHighRisk,
        ...(keepsState && { last_note_unread: unread }),
        high_risk_note_id: isHighRisk ? note.id : null,
        high_risk_note_at: isHighRisk ? at : null,
        high_risk_note_on: isHighRisk ? isoDayOf(day) : null,
        high_risk_note_text: isHighRisk ? firstSentence(note.note_text) : null,
      });
    } else if (isHighRisk) {
      known.high_risk_note_id ??= note.id;
      known.high_risk_note_at ??= at;
      known.high_risk_note_on ??= isoDayOf(day);
      known.high_risk_note_text ??= firstSentence(note.note_text);
    }
  }
  return last;
}
