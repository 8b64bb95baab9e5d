import type { Kysely } from "kysely";
import { takeTurn } from "~server/messages/apply/apply-messages";
import { forgetPatients } from "~server/messages/apply/forget-patients";
import { raiseVersion } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";

class DryRun extends Error {}

/**
 * Deletes names and texts of all registrations permanently; stays and transfers remain for the figures (R312). Returns
 * counts of the deleted; null for an unknown id.
 */
export async function forgetResident(
  db: Kysely<Schema>,
  patientId: number,
  { isDryRun, now }: { isDryRun: boolean; now: Date },
) {
  let result = null as Awaited<ReturnType<typeof forgetPatients>> | null;
  const work = db.transaction().execute(async (tx) => {
    await takeTurn(tx);
    const ids = await registrationsOf(tx, patientId);
    if (ids.length === 0) return;
    result = await forgetPatients(tx, ids, now);
    if (isDryRun) throw new DryRun();
    await raiseVersion(tx, "all");
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error;
  });
  return result;
}

async function registrationsOf(
  db: Kysely<Schema>,
  patientId: number,
): Promise<number[]> {
  const known = await db
    .selectFrom("patients")
    .where("id", "=", patientId)
    .select("id")
    .executeTakeFirst();
  if (!known) return [];
  const merges = await db
    .selectFrom("merges")
    .select(["from_id", "into_id"])
    .execute();
  const ids = new Set([patientId]);
  for (let size = 0; size !== ids.size;) {
    size = ids.size;
    for (const { from_id, into_id } of merges) {
      if (ids.has(from_id)) ids.add(into_id);
      else if (ids.has(into_id)) ids.add(from_id);
    }
  }
  return [...ids].sort((one, other) => one - other);
}
