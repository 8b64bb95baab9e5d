import { sql } from "kysely";
import type { Kysely } from "kysely";
import { isIn } from "~server/measures/question";
import {
  WRITTEN_OF_TRANSFERS,
  type WrittenTable,
} from "~server/measures/transfers/review-of-transfer";
import type { Schema } from "~server/store/schema";

export interface MovedTransfer {
  /** Its review and notices have this id. */
  id: number;
  transferredOn: number;
  /** The patient it belongs to now. */
  patientId: number;
}

/** Moves reviews and notices to a transfer's new row, by resident and day (R345). Call it in the same transaction. */
export async function carryReviews(
  db: Kysely<Schema>,
  moved: readonly MovedTransfer[],
): Promise<void> {
  if (moved.length === 0) return;
  const to = new Map(moved.map((one) => [one.id, one]));
  for (const table of WRITTEN_OF_TRANSFERS) {
    const written = await db
      .selectFrom(table)
      .where(isIn("transfer_id", [...to.keys()]))
      .select(["id", "transfer_id"])
      .orderBy("id")
      .execute();
    for (const { id, transfer_id } of written) {
      const { patientId, transferredOn } = to.get(transfer_id) as MovedTransfer;
      await db
        .updateTable(table)
        .set({ patient_id: patientId, transferred_on: transferredOn })
        .where("id", "=", id)
        .where(isFreeFor(patientId, table))
        .execute();
    }
  }
}

/** Moves them to a patient's new id, even without the transfer. Call it in the transaction of the change. */
export async function giveReviews(
  db: Kysely<Schema>,
  fromIds: readonly number[],
  intoId: number,
): Promise<void> {
  for (const table of WRITTEN_OF_TRANSFERS) {
    await db
      .updateTable(table)
      .set({ patient_id: intoId })
      .where(isIn("patient_id", fromIds))
      .where(isFreeFor(intoId, table))
      .execute();
  }
}

/** No other row of this transfer exists for that patient. */
function isFreeFor(patientId: number, written: WrittenTable) {
  const table = sql.table(written);
  return sql<boolean>`not exists (select 1 from ${table} as other where other.transfer_id = ${table}.transfer_id
    and other.facility_id = ${table}.facility_id and other.patient_id = ${patientId} and other.id <> ${table}.id)`;
}
