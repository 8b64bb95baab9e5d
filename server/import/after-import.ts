import type { Staging } from "./staging";

const COLUMNS = {
  stays: "id, patient_id, facility_id, admitted_on, discharged_on",
  transfers: "id, patient_id, facility_id, transferred_on, minute_of_day",
} as const;

/**
 * Lays out, in `after_stays` and `after_transfers`, what will be stored after the import. `line` is that of a row which is
 * new or changed, and 0 for one that is stored already as it is: it was told when it came.
 */
export function layOutAfterImport(staging: Staging): void {
  for (const table of ["stays", "transfers"] as const) {
    const columns = COLUMNS[table];
    staging.db.exec(
      `create temp table after_${table} as
       select iif(status = 'unchanged', 0, line) as line, ${columns} from staged_${table}
       union all
       select 0, ${columns} from known_${table} k
       where removed = 0 and not exists (select 1 from staged_${table} s where s.id = k.id)`,
    );
  }
  staging.db.exec(
    `create index temp.after_stays_patient on after_stays (patient_id, facility_id, admitted_on);
     create index temp.after_transfers_patient on after_transfers (patient_id, facility_id, transferred_on)`,
  );
}
