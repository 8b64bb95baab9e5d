import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import { dayIn, type EpochDay } from "~/domain/calendar";
import { DEFAULT_TIME_ZONE } from "~/domain/time-zone";
import { stayOfDay } from "~server/measures/derive-patient";
import type { Flag, Schema, StayTable } from "~server/store/schema";

/** The stay that a note's day belongs to. */
export interface StayOfNote extends Pick<
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

/**
 * The stay of each note that has one, by the note's id: the rule that gives transfers their stay, at the day that it
 * was at the facility (R75, R490).
 *
 * @param inView condition on the rows of `notes`
 */
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

/** The day of a note where it was written; each minute of a zone is looked up once, however many notes it has. */
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
