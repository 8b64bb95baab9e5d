import type { Kysely } from "kysely";
import { tallyHistory } from "~server/measures/totals/rebuild-totals";
import type { Schema } from "~server/store/schema";
import { ConcernedPlaces } from "./place-versions";
import { rebuildPatients } from "./rebuild-patients";
import { isIn } from "./question";
import { readHistories } from "./totals/patient-histories";
import { PhysiciansChange } from "./physicians/physicians-change";
import { updatePhysicians } from "./physicians/write-physicians";
import { PLACE_LEVELS } from "./totals/total-columns";
import { TotalsChange } from "./totals/totals-change";
import { addToTotals } from "./totals/write-totals";

const PATIENTS_AT_ONCE = 1_000;

type Progress = (done: number, total: number) => void;

/**
 * Changes stays, transfers, scores or places, and with them everything that is derived: what is stored with the rows of the
 * patients (R72, R79), the totals of all their places, and the histories of their physicians. What a patient counted before is
 * taken off and what the patient counts now is added, so that it costs what has changed. Call it in the transaction that
 * makes the change, after this has raised the data version: so one change waits for the other. All these places get the new
 * version, and so does the census of the facilities of their transfers.
 *
 * @param patientIds all patients whose rows, score or places change, or whose returns do with the reach of data
 * @param write makes the change
 */
export async function changeFigures(
  db: Kysely<Schema>,
  patientIds: Iterable<number>,
  write: () => Promise<void>,
  onProgress?: Progress,
): Promise<void> {
  const ids = [...new Set(patientIds)];
  const total = 3 * ids.length;
  const change = new TotalsChange();
  const physicians = new PhysiciansChange();
  const concerned = new ConcernedPlaces();
  let done = 0;
  const tallyAll = async (sign: 1 | -1) => {
    for (const some of chunksOf(ids)) {
      const histories = await readHistories(db, (table) =>
        isIn(`${table}.patient_id`, some),
      );
      for (const history of histories) {
        tallyHistory(history, PLACE_LEVELS, change, sign);
        physicians.add(history, sign);
        for (const { at } of history.stays) concerned.add(at);
      }
      for (const id of await facilitiesOfTransfers(db, some)) {
        concerned.addCensus(id);
      }
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

async function facilitiesOfTransfers(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom("transfers")
    .where(isIn("patient_id", patientIds))
    .select("facility_id")
    .distinct()
    .execute();
  return rows.map(({ facility_id }) => facility_id);
}

function* chunksOf(ids: readonly number[]): Generator<number[]> {
  for (let from = 0; from < ids.length; from += PATIENTS_AT_ONCE) {
    yield ids.slice(from, from + PATIENTS_AT_ONCE);
  }
}
