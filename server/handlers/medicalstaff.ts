import { getMedicalStaff } from "~/contract/medicalstaff";
import { accessibleFacilityIds } from "~server/access/facilities";
import type { ApiDeps } from "~server/door/api-deps";
import { answerWithinReach } from "./answer-figures";
import { readMedicalStaffRows } from "~server/measures/medical-staff-rows";
import { requireOwnReport } from "~server/reports/own-reports";
import { register, type Doors } from "~server/door/doors";

/**
 * The physicians at a place; 204 where none has a stay in the range. Those of a facility are on its profile page, for
 * whoever may open that; those of a larger place are the medical staff report alone, and need it.
 */
export function registerMedicalStaff(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;
  register(doors, getMedicalStaff, async (call) => {
    if (call.params.level !== "facility") {
      await requireOwnReport(db, call.viewer, "medical-staff-report");
    }
    const inView = await accessibleFacilityIds(db, call.viewer);
    return answerWithinReach(
      deps,
      "medicalstaff",
      call,
      async ({ db, question }) => {
        const staff = await readMedicalStaffRows(db, question, inView);
        return staff.length > 0 ? staff.map(({ row }) => row) : null;
      },
      // In how many facilities a physician works is counted in all of them.
      { facilityIds: inView },
    );
  });
}
