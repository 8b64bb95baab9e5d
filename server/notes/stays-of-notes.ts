import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import { epochDayOf, newYorkDay } from "~/domain/calendar";
import type { EpochDay } from "~/domain/calendar";
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
}

/**
 * The stay of each note that has one, by the note's id: the rule that gives transfers their stay, at the note's day in
 * New York (R75).
 *
 * @param inView condition on the rows of `notes`
 */
export async function readStaysOfNotes(
  db: Kysely<Schema>,
  inView: RawBuilder<SqlBool>,
): Promise<Map<number, StayOfNote>> {
  const { rows } = await sql<StayRow>`
    select notes.id as note_id, notes.noted_at, stays.id, stays.facility_id, stays.admitted_on,
      stays.discharged_on, stays.admitted_from, stays.isnp,
      case when exists (
        select 1 from transfers
        where transfers.patient_id = stays.patient_id and transfers.facility_id = stays.facility_id
          and transfers.transferred_on = stays.discharged_on and transfers.outcome <> 'ed_only'
      ) then 1 else 0 end as left_for_hospital
    from notes
    join stays on stays.patient_id = notes.patient_id and stays.facility_id = notes.facility_id
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
    const stay = stayOfDay(stays, dayOf(stays[0]?.noted_at ?? ""));
    if (stay) found.set(noteId, stay);
  }
  return found;
}

const HOUR_LENGTH = "2026-01-01T00".length;

/** New York is whole hours behind UTC, so each hour of UTC is looked up once, however many notes it has. */
function dayReader(): (instant: string) => EpochDay {
  const days = new Map<string, EpochDay>();
  return (instant) => {
    const hour = instant.slice(0, HOUR_LENGTH);
    const known = days.get(hour);
    if (known !== undefined) return known;
    const day = epochDayOf(newYorkDay(new Date(instant)));
    days.set(hour, day);
    return day;
  };
}
