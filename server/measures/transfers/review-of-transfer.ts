import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { Schema } from "~server/store/schema";
import { mergedInto } from "../merged-stays";
import { isIn } from "../question";

type Condition = RawBuilder<SqlBool>;

/** Review and transfer concern one resident, also after merges. */
function isSameResident(review: string, transfer: string): Condition {
  const of = (table: string, column: string) => sql.ref(`${table}.${column}`);
  const patient = of(review, "patient_id");
  return sql<SqlBool>`(${patient} = ${of(transfer, "recorded_patient_id")} or ${of(transfer, "patient_id")} in ${mergedInto(patient)})`;
}

/** The transfer has the review's transfer id; ids are never reused. */
function isItsTransfer(review: string, transfer: string): Condition {
  return sql<SqlBool>`${sql.ref(`${review}.transfer_id`)} = ${sql.ref(`${transfer}.id`)}`;
}

/** Row of `reviews` whose transfer is no longer in the data. */
export function isWithoutTransfer(review: string): Condition {
  return sql<SqlBool>`not exists (select 1 from transfers as its where ${isItsTransfer(review, "its")})`;
}

/** Row of `reviews` without its transfer, and row of `transfers` with the same resident, facility and day. */
export function isOfSameDay(review: string): Condition {
  return sql<SqlBool>`(${sql.ref(`${review}.facility_id`)} = transfers.facility_id
    and ${sql.ref(`${review}.transferred_on`)} = transfers.transferred_on and ${isSameResident(review, "transfers")})`;
}

/** Tables of what people write about transfers; it outlives them. */
export const WRITTEN_OF_TRANSFERS = ["reviews", "transfer_notices"] as const;
export type WrittenTable = (typeof WRITTEN_OF_TRANSFERS)[number];

/**
 * Id of what was written about a row of `transfers`; null if nothing (R345). Matches the transfer id, else resident,
 * facility and day, if that transfer is gone or is another row of this one (R248).
 */
function idIn(written: WrittenTable): RawBuilder<number | null> {
  const table = sql.table(written);
  return sql`coalesce(
  (select min(own.id) from ${table} as own where ${isItsTransfer("own", "transfers")}),
  (select min(other.id) from ${table} as other where not exists (
    select 1 from transfers as its where ${isItsTransfer("other", "its")}
      and its.trip_id <> transfers.trip_id) and ${isOfSameDay("other")}))`;
}

/**
 * Query for the transfers of the same day as these reviews, if the reviews' own are gone or not counted. SQLite keeps
 * the order of a cross join.
 */
export function transfersOfLeftOver(which: Condition): RawBuilder<unknown> {
  return sql`select distinct transfers.id from reviews cross join transfers
    where ${which} and ${isOfSameDay("reviews")} and not exists (
      select 1 from transfers as its where ${isItsTransfer("reviews", "its")} and its.trip_planned is not null)`;
}

export const REVIEW_ID = idIn("reviews");
export const NOTICE_ID = idIn("transfer_notices");

/** Row of what was written about these residents; a row written during a merge may have the other's number. */
export function isWrittenOf(
  written: WrittenTable,
  patientIds: readonly number[],
): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${written}.${column}`);
  return sql`(${isIn(`${written}.patient_id`, patientIds)} or ${of("id")} in (
    select ${idIn(written)} from transfers where ${isIn("transfers.patient_id", patientIds)}))`;
}

/** Gives what was written about these residents' transfers the facility and day of each (R345). */
export async function followTransfers(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<void> {
  for (const name of WRITTEN_OF_TRANSFERS) {
    const written = sql.table(name);
    // The key is unique, so of several rows about one transfer and resident none moves.
    await sql`update ${written} set facility_id = transfers.facility_id, transferred_on = transfers.transferred_on
      from transfers where ${isIn("transfers.patient_id", patientIds)} and ${isItsTransfer(name, "transfers")}
      and (${written}.facility_id <> transfers.facility_id or ${written}.transferred_on <> transfers.transferred_on)
      and not exists (select 1 from ${written} as other where other.transfer_id = ${written}.transfer_id
        and other.patient_id = ${written}.patient_id and other.id <> ${written}.id)`.execute(
      db,
    );
  }
}
