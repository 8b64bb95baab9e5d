import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { derivePatient } from "./derive-patient";

/** A stored row, and its columns derived from all rows of the patient. */
interface DerivedRow<Stored, Derived> {
  stored: Stored;
  derived: Derived;
}

/** Stays and transfers of patients, with freshly derived columns. */
export async function readDerivedRows(
  db: Kysely<Schema>,
  patientIds: readonly number[],
) {
  const staysOf = byPatient(await readStays(db, patientIds));
  const transfersOf = byPatient(await readTransfers(db, patientIds));
  const rows = patientIds.map((patientId) =>
    derivedRowsOf(
      staysOf.get(patientId) ?? [],
      transfersOf.get(patientId) ?? [],
    ),
  );
  return {
    stays: rows.flatMap(({ stays }) => stays),
    transfers: rows.flatMap(({ transfers }) => transfers),
  };
}

export function isStale<Derived extends object>({
  stored,
  derived,
}: DerivedRow<Derived, Derived>): boolean {
  const names = Object.keys(derived) as (keyof Derived)[];
  return names.some((name) => derived[name] !== stored[name]);
}

type StoredStay = Awaited<ReturnType<typeof readStays>>[number];
type StoredTransfer = Awaited<ReturnType<typeof readTransfers>>[number];

function derivedRowsOf(stays: StoredStay[], transfers: StoredTransfer[]) {
  const derived = derivePatient(
    stays,
    transfers,
    ({ transferred_on, data_through }) =>
      data_through !== null && transferred_on <= data_through,
  );
  return {
    stays: pairRows(stays, derived.stays),
    transfers: pairRows(transfers, derived.transfers),
  };
}

function pairRows<
  Stored extends { id: number },
  Derived extends { id: number },
>(
  rows: readonly Stored[],
  derived: readonly Derived[],
): DerivedRow<Stored, Derived>[] {
  const storedOf = new Map(rows.map((row) => [row.id, row]));
  return derived.flatMap((one) => {
    const stored = storedOf.get(one.id);
    return stored ? [{ stored, derived: one }] : [];
  });
}

function readStays(db: Kysely<Schema>, patientIds: readonly number[]) {
  return db
    .selectFrom("stays")
    .select([
      "id",
      "patient_id",
      "facility_id",
      "npi",
      "admitted_on",
      "admitted_minute",
      "discharged_on",
      "days_end",
      "admitted_from",
      "isnp",
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
      "minute_of_day",
      "outcome",
      "planned",
      "stay_id",
      "trip_id",
      "trip_planned",
      "long_stay",
      "data_through",
    ])
    .where("patient_id", "in", patientIds)
    .execute();
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
