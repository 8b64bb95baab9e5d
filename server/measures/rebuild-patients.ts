import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { derivePatient } from "./derive-patient";
import { rowUpdater } from "./row-writer";

/**
 * Derives what is stored with the stays and transfers of the patients of each chunk, and writes it where it
 * differs from what is there.
 *
 * @yields for each chunk, the number of its patients
 */
export async function* rebuildPatients(
  db: Kysely<Schema>,
  chunks: AsyncIterable<readonly number[]> | Iterable<readonly number[]>,
): AsyncGenerator<number> {
  const stayWriter = rowUpdater(db, "stays", ["long_stay_from", "rth", "ed"]);
  const transferWriter = rowUpdater(db, "transfers", ["stay_id", "long_stay"]);
  for await (const patientIds of chunks) {
    const stays = await readStays(db, patientIds);
    const transfers = await readTransfers(db, patientIds);
    const staysOf = byPatient(stays);
    const transfersOf = byPatient(transfers);
    const storedStays = byId(stays);
    const storedTransfers = byId(transfers);
    for (const patientId of patientIds) {
      const derived = derivePatient(
        staysOf.get(patientId) ?? [],
        transfersOf.get(patientId) ?? [],
        ({ transferred_on, data_through }) =>
          data_through !== null && transferred_on <= data_through,
      );
      await stayWriter.write(
        derived.stays
          .filter((stay) => differs(stay, storedStays.get(stay.id)))
          .map((stay) => [stay.id, stay.long_stay_from, stay.rth, stay.ed]),
      );
      await transferWriter.write(
        derived.transfers
          .filter((event) => differs(event, storedTransfers.get(event.id)))
          .map((event) => [event.id, event.stay_id, event.long_stay]),
      );
    }
    yield patientIds.length;
  }
  await stayWriter.flush();
  await transferWriter.flush();
}

function readStays(db: Kysely<Schema>, patientIds: readonly number[]) {
  return db
    .selectFrom("stays")
    .select([
      "id",
      "patient_id",
      "facility_id",
      "admitted_on",
      "discharged_on",
      "admitted_from",
      "long_stay_from",
      "rth",
      "ed",
    ])
    .where("patient_id", "in", patientIds)
    .execute();
}

function readTransfers(db: Kysely<Schema>, patientIds: readonly number[]) {
  return db
    .selectFrom("transfers")
    .innerJoin("facilities", "facilities.id", "transfers.facility_id")
    .select([
      "transfers.id",
      "patient_id",
      "facility_id",
      "transferred_on",
      "outcome",
      "planned",
      "stay_id",
      "long_stay",
      "data_through",
    ])
    .where("patient_id", "in", patientIds)
    .execute();
}

function differs<Derived extends object>(
  derived: Derived,
  stored: Derived | undefined,
): boolean {
  const names = Object.keys(derived) as (keyof Derived)[];
  return names.some((name) => derived[name] !== stored?.[name]);
}

function byPatient<Row extends { patient_id: number }>(
  rows: readonly Row[],
): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.patient_id);
    if (group) group.push(row);
    else groups.set(row.patient_id, [row]);
  }
  return groups;
}

function byId<Row extends { id: number }>(
  rows: readonly Row[],
): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
