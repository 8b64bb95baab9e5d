import { getLocationSummary, getPatientSummary } from "~/contract/summary";
import type { ApiDeps } from "~server/door/api-deps";
import { recordAccess } from "./record-access";
import { answerFigures } from "./answer-figures";
import { readLocationRows } from "~server/measures/location-rows";
import { readPatientRows } from "~server/measures/patient-rows";
import { register, type Doors } from "~server/door/doors";

/**
 * The drill-down lists of places and of a physician's patients; 204 where a list has no rows. A list of patients that is
 * given out is recorded, each time, also where it was remembered or is fetched ahead.
 */
export function registerSummary(doors: Doors, deps: ApiDeps): void {
  register(doors, getLocationSummary, (call) =>
    answerFigures(deps, "places", call, async ({ db, question }) =>
      rowsOrNull(await readLocationRows(db, call.params.level, question)),
    ),
  );
  register(doors, getPatientSummary, async (call) => {
    const answer = await answerFigures(
      deps,
      "patients",
      call,
      async ({ db, question }) =>
        rowsOrNull(await readPatientRows(db, question)),
    );
    if (!answer) return null;
    await recordAccess(deps, call, {
      action: "view_patients",
      residents: answer.data.flatMap(({ id }) => id ?? []),
      details: {
        level: call.params.level,
        subject_id: call.params.id,
        facility_id: call.query.facility_id ?? null,
        from: call.params.startDate,
        to: call.params.endDate,
        rows: answer.data.length,
      },
    });
    return answer;
  });
}

function rowsOrNull<Row>(rows: Row[]): Row[] | null {
  return rows.length > 0 ? rows : null;
}
