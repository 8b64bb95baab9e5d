import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import { mergedInto } from "../merged-patients";

type Condition = RawBuilder<SqlBool>;

/** The review and the transfer are of one resident, whoever was merged into whom since it was written. */
function isSameResident(review: string, transfer: string): Condition {
  const of = (table: string, column: string) => sql.ref(`${table}.${column}`);
  const patient = of(review, "patient_id");
  return sql<SqlBool>`(${patient} = ${of(transfer, "recorded_patient_id")} or ${of(transfer, "patient_id")} in ${mergedInto(patient)})`;
}

/** The transfer has the number that the review keeps, which no other one is given. */
function isItsTransfer(review: string, transfer: string): Condition {
  return sql<SqlBool>`${sql.ref(`${review}.transfer_id`)} = ${sql.ref(`${transfer}.id`)}`;
}

/** Row of `reviews`: the transfer that it was written for is no longer in the data. */
export function isWithoutTransfer(review: string): Condition {
  return sql<SqlBool>`not exists (select 1 from transfers as its where ${isItsTransfer(review, "its")})`;
}

/** A row of `reviews` whose transfer is gone and a row of `transfers`: the same resident, facility and day. */
export function isOfSameDay(review: string): Condition {
  return sql<SqlBool>`(${sql.ref(`${review}.facility_id`)} = transfers.facility_id
    and ${sql.ref(`${review}.transferred_on`)} = transfers.transferred_on and ${isSameResident(review, "transfers")})`;
}

/** Tables of what people write of transfers, which outlives them. */
export const WRITTEN_OF_TRANSFERS = ["reviews", "transfer_notices"] as const;
export type WrittenTable = (typeof WRITTEN_OF_TRANSFERS)[number];

/**
 * Id of what was written of a row of `transfers`; null where there is nothing (R345). It is the one with the number of the transfer, else one of the same
 * resident, facility and day whose transfer is gone, or is this one by another row (R248).
 */
function idIn(written: WrittenTable): RawBuilder<number | null> {
  const table = sql.table(written);
  return sql`coalesce(
  (select min(own.id) from ${table} as own where ${isItsTransfer("own", "transfers")}),
  (select min(other.id) from ${table} as other where ${isOfSameDay("other")} and not exists (
    select 1 from transfers as its where ${isItsTransfer("other", "its")}
      and its.trip_id <> transfers.trip_id)))`;
}

export const REVIEW_ID = idIn("reviews");
export const NOTICE_ID = idIn("transfer_notices");
