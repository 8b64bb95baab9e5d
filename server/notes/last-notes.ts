import { sql, type Kysely, type SqlBool } from "kysely";
import { dayIn, isoDayOf, type IsoDay } from "~/domain/calendar";
import { firstSentence } from "~/features/today/rules/list";
import { isIn } from "~server/measures/question";
import type { FacilityClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";
import {
  keepsReadingState,
  readSeenNotes,
  type NoteReader,
} from "./notes-in-view";

/** Notes of the last 30 days for a stay: the newest, and the newest marked high risk. */
export interface LastNotes {
  /** ISO 8601 in UTC, like `high_risk_note_at`. */
  last_note_at: string | null;
  last_note_high_risk: boolean;
  /** Whether the physician has not read it; omitted for others, who have no unread notes. */
  last_note_unread?: boolean;
  high_risk_note_id: number | null;
  high_risk_note_at: string | null;
  /** Day by the facility's clock. */
  high_risk_note_on: IsoDay | null;
  high_risk_note_text: string | null;
}

/** Used for a stay without notes, and for viewers who may not see notes. */
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
 * Keyed by stay id, for the last `days` at the facility, at most 30. Unread matches the after-hours report (R156), and
 * is omitted for readers without unread notes.
 */
export async function readLastNotes(
  db: Kysely<Schema>,
  reader: NoteReader,
  facilityIds: readonly number[],
  clocks: FacilityClocks,
  days = DAYS,
): Promise<Map<number, LastNotes>> {
  const { now } = reader;
  // Early enough for every time zone; the exact day is checked below.
  const since = new Date(now.getTime() - (days + 2) * MS_PER_DAY).toISOString();
  const notes = await readSeenNotes(
    db,
    reader,
    sql<SqlBool>`(${isIn("notes.facility_id", facilityIds)} and notes.noted_at between ${since} and ${now.toISOString()})`,
  );
  const keepsState = keepsReadingState(reader.viewer);
  const last = new Map<number, LastNotes>();
  // Notes come newest first.
  for (const note of notes) {
    const { stay, facility_id, noted_at: at, high_risk, unread } = note;
    const day = dayIn(clocks.zoneOf(facility_id), Date.parse(at));
    if (!stay || day < clocks.todayAt(facility_id) - days) continue;
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
