import { z } from "zod";
import { id } from "~/contract/wire";
import { isoDayOf, newYorkDay, type IsoDay } from "~/domain/calendar";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import { TODAY_LEVELS, type TodayLevel } from "~/domain/today/today-levels";
import { listResidents, todayCounts } from "~/domain/today/today-list";
import { service, type Ctx } from "~server/door/services";
import { recordAccess } from "~server/handlers/record-access";
import { requireResidentReader } from "~server/handlers/resident-reader";
import { requireScope } from "~server/handlers/require-scope";
import { isIn } from "~server/measures/question";
import {
  NO_NOTES,
  readLastNotes,
  type LastNotes,
} from "~server/notes/last-notes";
import { notFound } from "~server/refusal";
import { hasOwnReport } from "~server/reports/own-reports";
import { residentView } from "~server/residents/resident-view";
import { readClocks } from "~server/store/facility-clocks";
import type { Store } from "~server/store/open-store";
import { inOneSnapshot } from "~server/store/snapshot";
import {
  readTodayResidents,
  type ResidentRow,
  type TodayQuestion,
} from "./today-residents";

/** A resident with a stay that is open as far as the data reach, or who is out at hospital (R327). */
export interface TodayResident extends ResidentRow, LastNotes {}

/** Counts of a list. */
export type TodayCounts = ReturnType<typeof todayCounts>;

/** A list of today. */
export interface TodayAnswer {
  data: TodayResident[];
  /** The day that it is at the facility; of a physician in New York. */
  day: IsoDay;
  /** The facilities that are asked about, how far their data reach, and the day that it is there (R490). */
  facilities: {
    facility_id: number;
    facility_name: string;
    /** Null: nothing counts. */
    data_through: IsoDay | null;
    day: IsoDay;
  }[];
  /** False where the viewer's level may not see after-hours notes: then there are none. */
  has_notes: boolean;
}

/**
 * The residents of a facility, or of a physician, who are in house or out at hospital (R327). A physician's are those at
 * facilities that the viewer may see. 403 and 404 as for figures. Each list that is given out is recorded, as an export where
 * it is for a file.
 */
export const listToday = service({
  name: "today",
  input: z.object({ level: z.enum(TODAY_LEVELS), id, file: z.boolean() }),
  async run(ctx, { level, id, file }): Promise<TodayAnswer> {
    const answer = await readToday(ctx, { level, id });
    const { deps } = ctx;
    const { length: rows } = answer.data;
    if (rows > 0) {
      await recordAccess(deps, ctx, {
        action: file ? "export_rows" : "view_patients",
        residents: answer.data.map(({ resident_id }) => resident_id),
        details: {
          ...(!file && { list: "today" }),
          level,
          subject_id: id,
          facility_id: null,
          ...(file && { measure: "today" }),
          rows,
        },
      });
    }
    return answer;
  },
});

/** How many of them there are of each kind (R332): no resident is shown, so nothing is recorded. */
export const countToday = service({
  name: "today-count",
  input: z.object({ level: z.enum(TODAY_LEVELS), id }),
  async run(ctx, place): Promise<TodayCounts> {
    return todayCounts(listResidents(await readToday(ctx, place)));
  },
});

async function readToday(
  ctx: Ctx,
  { level, id }: { level: TodayLevel; id: number },
): Promise<TodayAnswer> {
  const { deps, viewer, userId } = ctx;
  requireResidentReader(deps, viewer);
  const { facilityIds, npi } = await requireScope(deps, viewer, {
    level,
    id,
  });
  // Nobody's residents have no one who could look after them today: they are in the lists of their facilities.
  if (level === "physician" && id === NO_PHYSICIAN_ID) throw notFound();
  const now = deps.clock();
  return inOneSnapshot(deps.store.db, async (db) => {
    const [{ stays: inView }, has_notes, clocks] = await Promise.all([
      residentView(db, viewer),
      hasOwnReport(db, viewer, "after-hours-patient-report"),
      readClocks(db, now),
    ]);
    const todayAt = (facilityId: number) => clocks.todayAt(facilityId);
    const question = { facilityIds, npi, inView, todayAt };
    const residents = await readTodayResidents(db, question);
    const places = new Set(residents.map((one) => one.facility_id));
    if (level === "facility") places.add(id);
    const ids = [...places];
    const [facilities, notes] = await Promise.all([
      readFacilities(db, ids, todayAt),
      has_notes
        ? readLastNotes(db, { viewer, userId, now }, ids, clocks)
        : new Map<number, never>(),
    ]);
    const data = residents.map((one) => ({
      ...one,
      ...(notes.get(one.stay_id) ?? NO_NOTES),
    }));
    const day = level === "facility" ? isoDayOf(todayAt(id)) : newYorkDay(now);
    return { data, day, facilities, has_notes };
  });
}

async function readFacilities(
  db: Store["db"],
  ids: readonly number[],
  todayAt: TodayQuestion["todayAt"],
): Promise<TodayAnswer["facilities"]> {
  const rows = await db
    .selectFrom("facilities")
    .where(isIn("id", ids))
    .select(["id", "name", "data_through"])
    .orderBy("name")
    .execute();
  return rows.map(({ id, name, data_through: through }) => ({
    facility_id: id,
    facility_name: name,
    data_through: through === null ? null : isoDayOf(through),
    day: isoDayOf(todayAt(id)),
  }));
}
