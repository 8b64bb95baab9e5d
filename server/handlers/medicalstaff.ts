import { getMedicalStaff } from "~/contract/medicalstaff";
import { accessibleFacilityIds } from "~server/access/facilities";
import type { ApiDeps } from "~server/api-deps";
import { answerFigures } from "~server/measures/answer-figures";
import { readMedicalStaffRows } from "~server/measures/medical-staff-rows";
import { serve } from "~server/serve";
import type { Api } from "~server/serve";

/** The physicians at a place; 204 where none has a stay in the range. */
export function registerMedicalStaff(app: Api, deps: ApiDeps): void {
  serve(app, getMedicalStaff, deps, async (call) => {
    const inView = await accessibleFacilityIds(deps.store.db, call.viewer);
    return answerFigures(
      deps,
      "medicalstaff",
      call,
      async (db, question) => {
        const rows = await readMedicalStaffRows(db, question, inView);
        return rows.length > 0 ? rows : null;
      },
      [inView],
    );
  });
}
