import { sql } from "kysely";
import type { Kysely } from "kysely";
import { isIn } from "~server/measures/question";
import {
  WRITTEN_OF_TRANSFERS,
  type WrittenTable,
} from "~server/measures/transfers/review-of-transfer";
import type { Schema } from "~server/store/schema";

/** A transfer that messages have told again. */
export interface MovedTransfer {
  /** The number that its review and its notices have. */
  id: number;
  transferredOn: number;
  /** Whose it is by now. */
  patientId: number;
}

/**
 * Has reviews and notices go with their transfers: where one is given to another patient, or another row tells of it, resident and day find it (R345).
 * Call it in the transaction of the change.
 */
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

/** Gives reviews and notices of patients who go by another id now, those too whose transfer is gone. Call it in the transaction of the change. */
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

/** Row of the table: there is no other one of its transfer for that patient. */
function isFreeFor(patientId: number, written: WrittenTable) {
  const table = sql.table(written);
  return sql<boolean>`not exists (select 1 from ${table} as other where other.transfer_id = ${table}.transfer_id
    and other.facility_id = ${table}.facility_id and other.patient_id = ${patientId} and other.id <> ${table}.id)`;
}
