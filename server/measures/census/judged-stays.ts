import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import {
  type ResidentFindingKind,
  censusLimits,
} from "~/features/data-quality/rules/census-marks";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import { isIn, STAYS, TRANSFERS } from "../question";

type Condition = RawBuilder<SqlBool>;

export interface CensusQuestion {
  facilityIds: readonly number[];
  isnp: boolean;
  today: EpochDay;
}

export const STAYS_OF_PATIENTS = sql`${STAYS} join patients on patients.id = stays.patient_id`;

/** Row of {@link STAYS_OF_PATIENTS} with a day in the last year, up to the data cut-off. */
export function isJudgedStay(question: CensusQuestion): Condition {
  return sql<SqlBool>`(${isIn("stays.facility_id", question.facilityIds)} and ${isOfYear(question, "stays")})`;
}

function isOfYear({ isnp, today }: CensusQuestion, stays: string): Condition {
  const of = (column: string) => sql.ref(`${stays}.${column}`);
  const from = today - censusLimits.stayDays;
  return sql<SqlBool>`(${of("admitted_on")} <= facilities.data_through
    and (${of("discharged_on")} is null or ${of("discharged_on")} > facilities.data_through or ${of("discharged_on")} >= ${from})
    ${isnp ? sql`and ${of("isnp")} = 1` : sql``})`;
}

/** The stay may be in doubt because of the resident's other stays and transfers, or of residents with the same MRN. */
export const MAY_BE_DOUBTFUL = sql<SqlBool>`(stays.overlapping = 1 or stays.lacks_transfer = 1 or stays.shares_mrn = 1)`;

/** The stay is in doubt because of the resident's other stays and transfers. */
export const IS_DOUBTFUL_STAY = sql<SqlBool>`(stays.overlapping = 1 or stays.lacks_transfer = 1)`;

/** Rows of {@link STAYS_OF_PATIENTS} with a finding (R297). */
export const STAY_KINDS = {
  hospital_without_transfer: () => sql<SqlBool>`stays.lacks_transfer = 1`,
  overlapping_stays: () => sql<SqlBool>`stays.overlapping = 1`,
  shared_mrn: sharesNumber,
  no_physician: () => sql<SqlBool>`stays.npi is null`,
} satisfies Partial<
  Record<ResidentFindingKind, (question: CensusQuestion) => Condition>
>;

export type StayKind = keyof typeof STAY_KINDS;

/** Another resident with the same MRN has such a stay in the facility. */
function sharesNumber(question: CensusQuestion): Condition {
  return sql<SqlBool>`(stays.shares_mrn = 1 and exists (
    select 1 from patients as same cross join stays as theirs
    where same.mrn = patients.mrn and same.id <> patients.id
      and theirs.patient_id = same.id and theirs.facility_id = stays.facility_id
      and ${isOfYear(question, "theirs")}))`;
}

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
