import type { Kysely } from "kysely";
import { tallyHistory } from "~server/measures/totals/rebuild-totals";
import type { Schema } from "~server/store/schema";
import { ConcernedPlaces } from "./place-versions";
import { rebuildPatients } from "./derived-rows";
import { chunksOf, isIn } from "./question";
import { readHistories, rowsOfPatients } from "./totals/patient-histories";
import {
  PhysiciansChange,
  updatePhysicians,
} from "./physicians/physicians-change";
import { PLACE_LEVELS } from "./totals/total-columns";
import { TotalsChange, addToTotals } from "./totals/totals-change";

/**
 * Makes a change and updates everything derived: columns of the patients' rows (R72, R79), totals of their places, and
 * physicians' histories. Call it in the transaction of the change, after that raised the data version, which serialises
 * changes.
 *
 * @param patientIds patients who change, or whose returns change with the data cut-off
 */
export async function changeFigures(
  db: Kysely<Schema>,
  patientIds: Iterable<number>,
  write: () => Promise<void>,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  const ids = [...new Set(patientIds)];
  const total = 3 * ids.length;
  const change = new TotalsChange();
  const physicians = new PhysiciansChange();
  const concerned = new ConcernedPlaces();
  let done = 0;
  const tallyAll = async (sign: 1 | -1) => {
    for (const some of chunksOf(ids)) {
      const histories = await readHistories(db, rowsOfPatients(some));
      for (const history of histories) {
        tallyHistory(history, PLACE_LEVELS, change, sign);
        physicians.add(history, sign);
        for (const { at } of history.stays) concerned.add(at);
      }
      const facilities = await db
        .selectFrom("transfers")
        .where(isIn("patient_id", some))
        .select("facility_id as id")
        .distinct()
        .execute();
      for (const { id } of facilities) concerned.addCensus(id);
      onProgress?.((done += some.length), total);
    }
  };
  await tallyAll(-1);
  await write();
  for await (const count of rebuildPatients(db, chunksOf(ids))) {
    onProgress?.((done += count), total);
  }
  await tallyAll(1);
  await addToTotals(db, change, () => onProgress?.(done, total));
  await updatePhysicians(db, physicians);
  await concerned.store(db);
}
