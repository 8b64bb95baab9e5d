import type { EpochDay } from "~/domain/calendar";
import {
  findFall,
  MOVEMENT_DAYS,
  type MovementFall,
} from "~/features/imports/rules/fallen-movements";
import type { ProblemLog } from "./problem-log";
import type { Staging } from "./staging";

/**
 * Movements of each facility that has residents on each of its last days. A facility without any is closed: nothing moves
 * there, and nothing is wrong.
 */
function movementsByFacility(
  staging: Staging,
  last: EpochDay,
): Map<number, number[]> {
  const rows = staging.db
    .prepare<[], { facility: number; before: number; count: number }>(
      `select facility_id as facility, last - day as before, count(*) as count from (
         select facility_id, admitted_on as day from after_stays
         union all select facility_id, discharged_on from after_stays
         union all select facility_id, transferred_on from after_transfers)
       join (select id, min(coalesce(after, ${last}), ${last}) as last from after_reach) r on r.id = facility_id
       where day between last - ${MOVEMENT_DAYS - 1} and last
         and facility_id in (select facility_id from after_stays where discharged_on is null)
       group by facility_id, day order by facility_id`,
    )
    .all();
  const daily = new Map<number, number[]>();
  for (const { facility, before, count } of rows) {
    const days = daily.get(facility) ?? Array<number>(MOVEMENT_DAYS).fill(0);
    days[MOVEMENT_DAYS - 1 - before] = count;
    daily.set(facility, days);
  }
  return daily;
}

function wordsOf(facility: number, fall: MovementFall): string {
  const { days, movements, usual } = fall;
  return `facility ${facility} had ${movements} admissions, discharges and transfers in ${days} days, where ${Math.round(usual)} are usual`;
}

/**
 * Warns of facilities whose movements have fallen to less than half of their usual number, as they will be after the import
 * (R239). The last day that counts is that of the reach of its data, and before `today`: the day of the import is not over.
 */
export function checkMovements(
  staging: Staging,
  today: EpochDay,
  warnings: ProblemLog,
): void {
  for (const [facility, daily] of movementsByFacility(staging, today - 1)) {
    const fall = findFall(daily);
    if (fall) {
      const message = wordsOf(facility, fall);
      warnings.addUnlisted({ file: "stays.csv", column: "row", message }, 1);
    }
  }
}
