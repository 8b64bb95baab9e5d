import { sql } from "kysely";
import type { Kysely } from "kysely";
import { isIn } from "~server/measures/question";
import type { Schema } from "~server/store/schema";

/** A transfer that messages have told anew. */
export interface MovedTransfer {
  /** The number that its review has. */
  id: number;
  transferredOn: number;
  /** Whose it is by now. */
  patientId: number;
}

/**
 * Has reviews go with their transfers: where one is given to another patient, or another row tells of it, resident and day find it (R345).
 * Call it in the transaction of the change.
 */
export async function carryReviews(
  db: Kysely<Schema>,
  moved: readonly MovedTransfer[],
): Promise<void> {
  if (moved.length === 0) return;
  const to = new Map(moved.map((one) => [one.id, one]));
  const reviews = await db
    .selectFrom("reviews")
    .where(isIn("transfer_id", [...to.keys()]))
    .select(["id", "transfer_id"])
    .orderBy("id")
    .execute();
  for (const { id, transfer_id } of reviews) {
    const { patientId, transferredOn } = to.get(transfer_id) as MovedTransfer;
    await db
      .updateTable("reviews")
      .set({ patient_id: patientId, transferred_on: transferredOn })
      .where("id", "=", id)
      .where(isFreeFor(patientId))
      .execute();
  }
}

/** Gives reviews of patients who go by another id now, those too whose transfer is gone. Call it in the transaction of the change. */
export async function giveReviews(
  db: Kysely<Schema>,
  fromIds: readonly number[],
  intoId: number,
): Promise<void> {
  await db
    .updateTable("reviews")
    .set({ patient_id: intoId })
    .where(isIn("patient_id", fromIds))
    .where(isFreeFor(intoId))
    .execute();
}

/** Row of `reviews`: there is no other one of its transfer for that patient. */
function isFreeFor(patientId: number) {
  return sql<boolean>`not exists (select 1 from reviews as other where other.transfer_id = reviews.transfer_id
    and other.facility_id = reviews.facility_id and other.patient_id = ${patientId} and other.id <> reviews.id)`;
}
