import type { Kysely } from "kysely";
import {
  NO_NOTES,
  readLastNotes,
  type LastNotes,
} from "~server/notes/last-notes";
import type { NoteReader } from "~server/notes/notes-in-view";
import { residentView } from "~server/residents/resident-view";
import type { FacilityClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";
import {
  readTodayResidents,
  type ResidentRow,
  type TodayQuestion,
} from "./today-residents";

/** The resident is in house as far as the data reach, or out at hospital (R327). */
export interface ResidentWithNotes extends ResidentRow, LastNotes {}

/** The viewer, and whether they may read after-hours notes. */
export interface TodayReader extends NoteReader {
  hasNotes: boolean;
}

export async function readResidentsWithNotes(
  db: Kysely<Schema>,
  reader: TodayReader,
  clocks: FacilityClocks,
  asked: Pick<TodayQuestion, "facilityIds" | "npi" | "since">,
): Promise<ResidentWithNotes[]> {
  const { stays: inView } = await residentView(db, reader.viewer);
  const residents = await readTodayResidents(db, {
    ...asked,
    inView,
    todayAt: (facilityId) => clocks.todayAt(facilityId),
  });
  const places = new Set(residents.map((one) => one.facility_id));
  const notes = reader.hasNotes
    ? await readLastNotes(db, reader, [...places], clocks)
    : new Map<number, never>();
  return residents.map((one) =>
    Object.assign(one, notes.get(one.stay_id) ?? NO_NOTES),
  );
}
