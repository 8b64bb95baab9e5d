import type { Kysely } from "kysely";
import type { AuditDetails } from "~/features/audit/rules/audit-actions";
import type { Schema } from "~server/store/schema";

/** The ids of the residents whose numbers a message names, as far as they are known. */
export async function residentsOfMessage(
  db: Kysely<Schema>,
  messageId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom("feed_message_numbers")
    .innerJoin("feed_numbers", "feed_numbers.id", "number_id")
    .where("message_id", "=", messageId)
    .where("patient_id", "is not", null)
    .select("patient_id")
    .distinct()
    .orderBy("patient_id")
    .execute();
  return rows.flatMap(({ patient_id }) => patient_id ?? []);
}

/** What the record of a message that is read or treated tells of it. */
export function auditedMessage(
  { id, facility_id }: { id: number; facility_id: number | null },
  residents: readonly number[],
): AuditDetails {
  return {
    message_id: id,
    ...(residents.length > 0 && { patient_ids: residents.join(", ") }),
    facility_id,
  };
}
