import { isoDayOf } from "~/domain/calendar";
import { listResidents, todayCounts } from "~/features/today/rules/today-list";
import {
  firstOf,
  type FacilityCounts,
} from "~/features/today/rules/today-order";
import type { Ctx } from "~server/door/services";
import { rememberByFacility } from "~server/door/remember-by-facility";
import { hasOwnReport } from "~server/reports/own-reports";
import { readClocks } from "~server/store/facility-clocks";
import { readResidentsWithNotes } from "./residents-with-notes";

/** The counts of some facilities that the viewer may see, who is no physician. They are remembered until data or days change. */
export async function countByFacility(
  { deps, viewer, userId }: Ctx,
  facilityIds: readonly number[],
): Promise<FacilityCounts[]> {
  const now = deps.clock();
  const hasNotes = await hasOwnReport(
    deps.store.db,
    viewer,
    "after-hours-patient-report",
  );
  return rememberByFacility(deps, userId, facilityIds, {
    memory: deps.census.today,
    asked: ["today", viewer.isnpOnly, hasNotes],
    async read(db, some) {
      const reader = { viewer, userId, now, hasNotes };
      const clocks = await readClocks(db, now, some.facilityIds);
      const data = await readResidentsWithNotes(db, reader, clocks, {
        facilityIds: some.facilityIds,
      });
      const listed = listResidents({
        data,
        day: isoDayOf(some.today),
        facilities: [],
      });
      return some.facilityIds.map((facility_id) => {
        const own = listed.filter(({ row }) => row.facility_id === facility_id);
        return { facility_id, ...todayCounts(own), first: firstOf(own) };
      });
    },
  });
}
