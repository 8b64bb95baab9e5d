import type { Kysely } from "kysely";
import { isIn } from "~server/measures/question";
import type { Schema } from "~server/store/schema";

/** Those among some patients who were forgotten (R312). */
export async function forgottenAmong(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom("patients")
    .where(isIn("id", patientIds))
    .where("forgotten_at", "is not", null)
    .select("id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** All who were forgotten. */
export async function forgottenIds(db: Kysely<Schema>): Promise<number[]> {
  const rows = await db
    .selectFrom("patients")
    .where("forgotten_at", "is not", null)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}
