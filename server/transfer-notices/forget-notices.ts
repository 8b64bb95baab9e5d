import { sql, type Kysely } from "kysely";
import { isIn } from "~server/measures/question";
import { NOTICE_ID } from "~server/measures/transfers/review-of-transfer";
import type { Schema } from "~server/store/schema";
import { readHistory } from "./notice-rows";

/** Erases former entries too; keeps days and authors. Returns the number of transfers. */
export async function forgetNotices(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<number> {
  const rows = await db
    .selectFrom("transfer_notices")
    .where(
      sql<boolean>`(${isIn("transfer_notices.patient_id", patientIds)} or transfer_notices.id in (
        select ${NOTICE_ID} from transfers where ${isIn("transfers.patient_id", patientIds)}))`,
    )
    .select(["id", "history"])
    .execute();
  for (const { id, history } of rows) {
    const plain = readHistory(history).map(({ changes, ...one }) => {
      const { notice_by: _, ...kept } = changes;
      return { ...one, changes: kept };
    });
    await db
      .updateTable("transfer_notices")
      .set((row) => ({
        notice_by: "",
        history: JSON.stringify(plain),
        // A new version, so an open form cannot restore the text.
        version: row("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
  }
  return rows.length;
}
