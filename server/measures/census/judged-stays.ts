import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import {
  type ResidentFindingKind,
  censusLimits,
} from "~/features/data-quality/rules/findings";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import { isIn, STAYS, TRANSFERS } from "../question";

type Condition = RawBuilder<SqlBool>;

export interface CensusQuestion {
  facilityIds: readonly number[];
  isnp: boolean;
  today: EpochDay;
}

/** Findings about stays, each a 0/1 column of `judged`. */
export const STAY_KINDS = [
  "hospital_without_transfer",
  "overlapping_stays",
  "shared_mrn",
  "no_physician",
] as const satisfies readonly ResidentFindingKind[];

export type StayKind = (typeof STAY_KINDS)[number];

/** Row of `judged` that figures may count wrongly (R298). */
export const IS_IN_DOUBT = sql<SqlBool>`(hospital_without_transfer = 1 or overlapping_stays = 1 or shared_mrn = 1)`;

/**
 * Common table expressions ending with `judged`: stays with a day in the last year, up to the data cut-off, and a flag
 * per finding (R297). Flags are computed once, from indexes; join other columns of `stays` and `patients` as needed.
 */
export function judgedStays(question: CensusQuestion): RawBuilder<unknown> {
  return sql`
    judged_year as (${yearStays(question)}),
    judged as materialized (
      select judged_year.*,
        case when npi is null then 1 else 0 end as no_physician,
        ${flag(sharesNumber(question))} as shared_mrn,
        ${flag(OVERLAPS)} as overlapping_stays,
        ${flag(LACKS_TRANSFER)} as hospital_without_transfer
      from judged_year)`;
}

function flag(condition: Condition): RawBuilder<number> {
  return sql<number>`case when ${condition} then 1 else 0 end`;
}

function yearStays(question: CensusQuestion) {
  return sql`
    select stays.id, stays.facility_id, stays.patient_id, stays.npi, stays.admitted_on, stays.discharged_on,
      facilities.data_through, patients.mrn
    from ${STAYS} join patients on patients.id = stays.patient_id
    where ${isIn("stays.facility_id", question.facilityIds)} and ${isOfYear(question, "stays", sql`facilities.data_through`)}`;
}

function isOfYear(
  { isnp, today }: CensusQuestion,
  stays: string,
  dataThrough: RawBuilder<unknown>,
): Condition {
  const of = (column: string) => sql.ref(`${stays}.${column}`);
  const from = today - censusLimits.stayDays;
  return sql<SqlBool>`(${of("admitted_on")} <= ${dataThrough}
    and (${of("discharged_on")} is null or ${of("discharged_on")} > ${dataThrough} or ${of("discharged_on")} >= ${from})
    ${isnp ? sql`and ${of("isnp")} = 1` : sql``})`;
}

/** Another resident with the same MRN has such a stay in the facility. Compares MRNs first: few are shared. */
function sharesNumber(question: CensusQuestion): Condition {
  return sql<SqlBool>`exists (
    select 1 from patients as same cross join stays as theirs
    where same.mrn = judged_year.mrn and same.id <> judged_year.patient_id
      and theirs.patient_id = same.id and theirs.facility_id = judged_year.facility_id
      and ${isOfYear(question, "theirs", sql`judged_year.data_through`)})`;
}

const OVERLAPS = sql<SqlBool>`exists (
  select 1 from stays as other
  where other.patient_id = judged_year.patient_id and other.id <> judged_year.id
    and (judged_year.discharged_on is null or other.admitted_on < judged_year.discharged_on)
    and (other.discharged_on is null or other.discharged_on > judged_year.admitted_on))`;

const LACKS_TRANSFER = sql<SqlBool>`(discharged_on is not null
  and exists (
    select 1 from stays as back
    where back.patient_id = judged_year.patient_id and back.id <> judged_year.id and back.admitted_from = 'hospital'
      and back.admitted_on between judged_year.discharged_on and judged_year.discharged_on + ${sql.lit(censusLimits.returnDays)})
  and not exists (
    select 1 from transfers
    where transfers.patient_id = judged_year.patient_id
      and transfers.transferred_on between judged_year.discharged_on - ${sql.lit(censusLimits.bedHoldDays)}
        and judged_year.discharged_on + ${sql.lit(censusLimits.returnDays)}))`;

export const TRANSFER_KINDS = {
  // Going to hospital from home soon after an admission counts as a return, so it is fine.
  transfer_outside_stay: sql<SqlBool>`(transfers.stay_id is null and not exists (
    select 1 from stays as before
    where before.patient_id = transfers.patient_id
      and before.admitted_on between transfers.transferred_on - ${sql.lit(RETURN_WINDOW_DAYS)} and transfers.transferred_on))`,
  assumed_outcome: sql<SqlBool>`transfers.assumed = 1`,
} satisfies Partial<Record<ResidentFindingKind, RawBuilder<SqlBool>>>;

export type TransferKind = keyof typeof TRANSFER_KINDS;

export const TRANSFERS_WITH_STAYS = sql`${TRANSFERS} left join stays on stays.id = transfers.stay_id`;

export function isJudgedTransfer({
  facilityIds,
  isnp,
  today,
}: CensusQuestion): RawBuilder<SqlBool> {
  const from = today - censusLimits.stayDays;
  return sql<SqlBool>`${isIn("transfers.facility_id", facilityIds)}
    and transfers.transferred_on >= ${from} and transfers.transferred_on <= facilities.data_through
    ${isnp ? sql`and stays.isnp = 1` : sql``}`;
}
