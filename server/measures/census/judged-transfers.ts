import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { ResidentFindingKind } from "~/features/data-quality/rules/findings";
import { censusLimits } from "~/features/data-quality/rules/limits";
import { isIn } from "../question";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import type { CensusQuestion } from "./judged-stays";

/** Kinds of findings that are transfers, with what makes one of a row of `transfers`. */
export const TRANSFER_KINDS = {
  // Who goes to hospital from home soon after an admission is counted as a return, and nothing is wrong with that.
  transfer_outside_stay: sql<SqlBool>`(transfers.stay_id is null and not exists (
    select 1 from stays as before
    where before.patient_id = transfers.patient_id
      and before.admitted_on between transfers.transferred_on - ${sql.lit(RETURN_WINDOW_DAYS)} and transfers.transferred_on))`,
  assumed_outcome: sql<SqlBool>`transfers.assumed = 1`,
} satisfies Partial<Record<ResidentFindingKind, RawBuilder<SqlBool>>>;

export type TransferKind = keyof typeof TRANSFER_KINDS;

/** `transfers` with their facilities and, where they have one, their stays. */
export const TRANSFERS_WITH_STAYS = sql`transfers
  join facilities on facilities.id = transfers.facility_id
  left join stays on stays.id = transfers.stay_id`;

/** Row of {@link TRANSFERS_WITH_STAYS}: it is of the last year, as far as the data reach. */
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
