import { sql } from "kysely";
import type { Kysely } from "kysely";
import { isoDayOf, type IsoDay } from "~/domain/calendar";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import { IS_HOSPITALIZATION, STAYS, staysOf } from "~server/measures/question";
import type { Schema } from "~server/store/schema";
import type { TodayQuestion } from "./today-residents";

/** The day of the newest return to hospital of these stays; null where there was none. */
export async function readLastReturn(
  db: Kysely<Schema>,
  { facilityIds, npi, inView }: Omit<TodayQuestion, "todayAt">,
): Promise<IsoDay | null> {
  const { rows } = await sql<{ day: number | null }>`
    select max(transfers.transferred_on) as day
    from ${STAYS} join transfers on transfers.patient_id = stays.patient_id
    where ${staysOf({ facilityIds, npi, isnp: false })} and ${inView} and stays.rth = 1
      and ${IS_HOSPITALIZATION}
      and (transfers.stay_id = stays.id or transfers.transferred_on > stays.admitted_on)
      and transfers.transferred_on between stays.admitted_on and stays.admitted_on + ${sql.lit(RETURN_WINDOW_DAYS)}
      and transfers.transferred_on <= facilities.data_through`.execute(db);
  const day = rows[0]?.day ?? null;
  return day === null ? null : isoDayOf(Number(day));
}
