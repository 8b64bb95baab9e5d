import type { Kysely } from "kysely";
import { keptTransaction } from "~server/imports/kept-transaction";
import { takeTurn } from "~server/messages/apply/apply-messages";
import { forgetPatients } from "~server/messages/apply/forget-patients";
import { registrationsOf } from "~server/residents/read-resident";
import { raiseVersion } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";

/**
 * Deletes names and texts of all registrations permanently; stays and transfers remain for the figures (R312). Returns
 * counts of the deleted; null for an unknown id.
 */
export function forgetResident(
  db: Kysely<Schema>,
  patientId: number,
  { isDryRun, now }: { isDryRun: boolean; now: Date },
) {
  return keptTransaction(
    { db },
    async (tx) => {
      await takeTurn(tx);
      const patients = tx.selectFrom("patients").where("id", "=", patientId);
      if (!(await patients.select("id").executeTakeFirst())) return null;
      const ids = await registrationsOf(tx, patientId);
      ids.sort((one, other) => one - other);
      const gone = await forgetPatients(tx, ids, now);
      await raiseVersion(tx, "all");
      return gone;
    },
    () => Promise.resolve(!isDryRun),
  );
}
