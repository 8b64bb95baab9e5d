import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import { noTotals, type Totals } from "./additive-totals";
import {
  countWhere,
  daysInRange,
  happenedAt,
  happenedIn,
  IS_ED_VISIT,
  IS_HOSPITALIZATION,
  IS_UNPLANNED_ADMISSION,
  isInRange,
  longStayDaysInRange,
  STAYS,
  staysOf,
  TRANSFERS,
  type Question,
} from "./question";

type StayTotals = Omit<Totals, keyof EventTotals>;
type EventTotals = Pick<Totals, "h_events" | "ed_events" | "adm_events">;
type ByPhysician<Counts> = Counts & { npi: number };

/** Row id of a stay's physician. */
export const PHYSICIAN_ID: RawBuilder<number> = sql`coalesce(stays.npi, ${NO_PHYSICIAN_ID})`;

/**
 * Additive figures of each physician from the raw stays and transfers, by NPI, {@link NO_PHYSICIAN_ID} for the
 * stays without one. Long-stay events are those of the transfers that belong to the physician's stays (R84).
 */
export async function totalsByPhysician(
  db: Kysely<Schema>,
  question: Question,
): Promise<Map<number, Totals>> {
  const [stays, events] = await Promise.all([
    readStayTotals(db, question),
    readEventTotals(db, question),
  ]);
  const totals = new Map<number, Totals>();
  for (const { npi, ...counts } of [...stays, ...events]) {
    totals.set(npi, { ...(totals.get(npi) ?? noTotals()), ...counts });
  }
  return totals;
}

async function readStayTotals(
  db: Kysely<Schema>,
  question: Question,
): Promise<ByPhysician<StayTotals>[]> {
  const admitted = sql`stays.admitted_on >= ${question.from}`;
  const fromHospital = sql`${admitted} and stays.admitted_from = 'hospital'`;
  const { rows } = await sql<ByPhysician<StayTotals>>`
    select ${PHYSICIAN_ID} as npi,
      sum(${daysInRange(question)}) as days_of_care,
      sum(${longStayDaysInRange(question)}) as pd_lt_doc,
      ${countWhere(sql`${admitted}`)} as snf_adm,
      ${countWhere(sql`${fromHospital}`)} as ach_adm,
      ${countWhere(sql`${fromHospital} and stays.rth = 1`)} as rth,
      ${countWhere(sql`${fromHospital} and stays.ed = 1`)} as ed
    from ${STAYS}
    where ${staysOf(question)} and ${isInRange(question)}
    group by stays.npi`.execute(db);
  return rows;
}

async function readEventTotals(
  db: Kysely<Schema>,
  question: Question,
): Promise<ByPhysician<EventTotals>[]> {
  const { rows } = await sql<ByPhysician<EventTotals>>`
    select ${PHYSICIAN_ID} as npi,
      ${countWhere(IS_HOSPITALIZATION)} as h_events,
      ${countWhere(IS_ED_VISIT)} as ed_events,
      ${countWhere(IS_UNPLANNED_ADMISSION)} as adm_events
    from ${TRANSFERS}
    join stays on stays.id = transfers.stay_id
    where ${staysOf(question)} and ${happenedIn(question)}
      and ${happenedAt(question)} and transfers.long_stay = 1
    group by stays.npi`.execute(db);
  return rows;
}
