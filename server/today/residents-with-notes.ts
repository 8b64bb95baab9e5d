import type { Kysely } from "kysely";
import { epochDayOf, type EpochDay } from "~/domain/calendar";
import { todayLimits } from "~/features/today/rules/attention-rules.data";
import { todayCounts } from "~/features/today/rules/list";
import { firstOf, type FacilityCounts } from "~/features/today/rules/order";
import { dayOfResident } from "~/features/today/rules/resident-day";
import { groupBy } from "~server/measures/question";
import { countOpenStays } from "~server/measures/stays-there";
import {
  NO_NOTES,
  readLastNotes,
  type LastNotes,
} from "~server/notes/last-notes";
import type { NoteReader } from "~server/notes/notes-in-view";
import { residentView } from "~server/residents/read-resident";
import { readClocks, type FacilityClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";
import {
  readCountedResidents,
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
  asked: Pick<TodayQuestion, "facilityIds" | "npi">,
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
  return residents.map((one) => ({
    ...one,
    ...(notes.get(one.stay_id) ?? NO_NOTES),
  }));
}

/** Counts residents by kind, with the first ones. `today` is the local day of all these facilities. */
export async function countResidents(
  db: Kysely<Schema>,
  reader: TodayReader,
  { facilityIds, today }: { facilityIds: number[]; today: EpochDay },
): Promise<FacilityCounts[]> {
  const { stays: inView } = await residentView(db, reader.viewer);
  const clocks = await readClocks(db, reader.now, facilityIds);
  const notes = reader.hasNotes
    ? await readLastNotes(db, reader, facilityIds, clocks, todayLimits.noteDays)
    : new Map<number, LastNotes>();
  const asked = { facilityIds, inView };
  const [residents, openStays] = await Promise.all([
    readCountedResidents(db, asked, { today, noted: [...notes.keys()] }),
    countOpenStays(db, facilityIds, inView),
  ]);
  const residentsOf = groupBy(residents, ({ facility_id }) => facility_id);
  return facilityIds.map((facility_id) => {
    const own = residentsOf.get(facility_id) ?? [];
    const listed = own.map((resident) => {
      const noted = notes.get(resident.stay_id)?.high_risk_note_on ?? null;
      const row = Object.assign(resident, {
        high_risk_note_on: noted === null ? null : epochDayOf(noted),
      });
      return { row, day: dayOfResident(row, today) };
    });
    const bedsKept = own.filter((one) => one.bed_kept).length;
    return {
      facility_id,
      ...todayCounts(listed),
      in_house: (openStays.get(facility_id) ?? 0) - bedsKept,
      first: firstOf(listed),
    };
  });
}
