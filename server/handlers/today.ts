import { getToday } from "~/contract/today";
import { isoDayOf, newYorkDay } from "~/domain/calendar";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import { NO_NOTES, readLastNotes } from "~server/notes/last-notes";
import { isIn } from "~server/measures/question";
import { notFound } from "~server/refusal";
import { hasOwnReport } from "~server/reports/own-reports";
import { residentView } from "~server/residents/resident-view";
import {
  readTodayResidents,
  type TodayQuestion,
} from "~server/residents/today-residents";
import { readClocks } from "~server/store/facility-clocks";
import { inOneSnapshot } from "~server/store/snapshot";
import type { Store } from "~server/store/open-store";
import type { ApiDeps } from "~server/door/api-deps";
import { recordAccess } from "./record-access";
import { requireScope } from "./require-scope";
import { requireResidentReader } from "./resident-reader";
import { register, type Doors } from "~server/door/doors";

/** The residents of a facility, or of a physician, who are in house or out at hospital (R327). Each list that is given out is recorded. */
export function registerToday(doors: Doors, deps: ApiDeps): void {
  register(doors, getToday, async (call) => {
    const { params, query, viewer, userId } = call;
    const { level, id } = params;
    requireResidentReader(deps, viewer);
    const { facilityIds, npi } = await requireScope(deps, viewer, params);
    // Nobody's residents have no one who could look after them today: they are in the lists of their facilities.
    if (level === "physician" && id === NO_PHYSICIAN_ID) throw notFound();
    const now = deps.clock();
    const answer = await inOneSnapshot(deps.store.db, async (db) => {
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
      const day =
        level === "facility" ? isoDayOf(todayAt(id)) : newYorkDay(now);
      return { data, day, facilities, has_notes };
    });
    const { length: rows } = answer.data;
    if (rows > 0) {
      await recordAccess(deps, call, {
        action: query.file ? "export_rows" : "view_patients",
        details: {
          level,
          subject_id: id,
          facility_id: null,
          ...(query.file && { measure: "today" }),
          rows,
        },
      });
    }
    return answer;
  });
}

async function readFacilities(
  db: Store["db"],
  ids: readonly number[],
  todayAt: TodayQuestion["todayAt"],
) {
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
