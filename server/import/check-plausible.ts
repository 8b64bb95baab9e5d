import { epochDayOf, type EpochDay } from "~/domain/calendar";
import { IMPORT_LIMITS } from "~/features/imports/rules/import-limits";
import { layOutAfterImport } from "./after-import";
import { checkMovements } from "./check-movements";
import type { FindingKind, ProblemLog } from "./problem-log";
import type { Staging } from "./staging";

const { stayDays, firstAdmission } = IMPORT_LIMITS;

const STAY = { file: "stays.csv", column: "admitted_on" };

/** A stay holds a day, or ended on it. */
const HOLDS = (stays: string, transfer: string) =>
  `exists (select 1 from ${stays} s
    where s.patient_id = ${transfer}.patient_id and s.facility_id = ${transfer}.facility_id
      and s.admitted_on <= ${transfer}.transferred_on
      and (s.discharged_on is null or s.discharged_on >= ${transfer}.transferred_on))`;

/** What one row or two rows show: a kind of warning, and the query for its lines. */
function rowChecks(today: EpochDay): [FindingKind, string][] {
  const first = epochDayOf(firstAdmission);
  return [
    [
      {
        file: "transfers.csv",
        column: "row",
        message:
          "is there already: the same patient, facility and day; it counts once, with its weightiest outcome",
      },
      `select line from after_transfers t where line > 0 and exists (
         select 1 from after_transfers o
         where o.patient_id = t.patient_id and o.facility_id = t.facility_id
           and o.transferred_on = t.transferred_on and (o.line, o.id) < (t.line, t.id)
           and coalesce(o.minute_of_day = t.minute_of_day, true))`,
    ],
    [
      {
        file: "transfers.csv",
        column: "transferred_on",
        message:
          "no stay of the patient in this facility holds the day or ended on it",
      },
      `select line from after_transfers t
       where line > 0 and not ${HOLDS("after_stays", "t")}`,
    ],
    [
      {
        file: "stays.csv",
        column: "discharged_on",
        message: "is open, as is a stay of the patient in another facility",
      },
      `select line from (
         select line, facility_id, first_value(facility_id) over (
           partition by patient_id order by line, id) as first_facility
         from after_stays where discharged_on is null)
       where line > 0 and facility_id <> first_facility`,
    ],
    [
      { ...STAY, message: `lies before ${firstAdmission}` },
      `select line from after_stays where line > 0 and admitted_on < ${first}`,
    ],
    [
      { ...STAY, message: "this stay is longer than ten years" },
      `select line from after_stays
       where line > 0 and admitted_on >= ${first}
         and coalesce(discharged_on, ${today}) - admitted_on > ${stayDays}`,
    ],
  ];
}

/** Stored transfers that lose the stay that held them, because it changes or goes. */
function checkLostStays(staging: Staging, warnings: ProblemLog): void {
  const count = staging.count(
    `select count(*) from after_transfers t
     where line = 0 and not ${HOLDS("after_stays", "t")} and ${HOLDS("known_stays", "t")}`,
  );
  warnings.addUnlisted(
    {
      file: "stays.csv",
      column: "row",
      message:
        "stored transfers lose the stay that held them, because it changes or goes",
    },
    count,
  );
}

/**
 * Warns of what is well formed and hardly possible (R236 to R239), in what is new or changed; a row that is stored already
 * as it is was told when it came. Call it when it is planned what changes, and how far the data reach.
 */
export function checkPlausible(
  staging: Staging,
  today: EpochDay,
  warnings: ProblemLog,
): void {
  layOutAfterImport(staging);
  for (const [kind, query] of rowChecks(today)) {
    for (const line of staging.numbers(`${query} order by line`)) {
      warnings.add({ ...kind, line });
    }
  }
  checkLostStays(staging, warnings);
  checkMovements(staging, today, warnings);
}
