import { sql, type Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { derivePatient } from "./derive-patient";
import { joinStays } from "./merged-stays";
import { groupBy, isIn } from "./question";
import { rowUpdater } from "./row-writer";
import { followTransfers } from "./transfers/review-of-transfer";

interface DerivedRow<Stored, Derived> {
  stored: Stored;
  derived: Derived;
}

const DERIVED = {
  stays: [
    "days_end",
    "long_stay_from",
    "rth",
    "ed",
    "overlapping",
    "lacks_transfer",
  ],
  transfers: [
    "stay_id",
    "trip_id",
    "trip_planned",
    "long_stay",
    "facts",
    "npi",
  ],
} as const;

/** Writes the derived columns that changed; yields patients per chunk. */
export async function* rebuildPatients(
  db: Kysely<Schema>,
  chunks: AsyncIterable<readonly number[]> | Iterable<readonly number[]>,
): AsyncGenerator<number> {
  const stayWriter = rowUpdater(db, "stays", DERIVED.stays);
  const transferWriter = rowUpdater(db, "transfers", DERIVED.transfers);
  for await (const patientIds of chunks) {
    await joinStays(db, patientIds);
    await markSharedNumbers(db, patientIds);
    await followTransfers(db, patientIds);
    const { stays, transfers } = await readDerivedRows(db, patientIds);
    await stayWriter.write(staleCells(stays, DERIVED.stays));
    await transferWriter.write(staleCells(transfers, DERIVED.transfers));
    yield patientIds.length;
  }
  await stayWriter.flush();
  await transferWriter.flush();
}

/** Marks stays where another resident of the facility has the same MRN. Marks are not taken back: counts compare the MRNs. */
async function markSharedNumbers(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<void> {
  await sql`
    with alike as (
      select same.id, own.id as other_id from patients as own
      join patients as same on same.mrn = own.mrn and same.id <> own.id
      where ${isIn("own.id", patientIds)})
    update stays set shares_mrn = 1 from (
      select id, other_id from alike union select other_id, id from alike) as alike
    where stays.patient_id = alike.id and stays.shares_mrn = 0 and exists (
      select 1 from stays as theirs
      where theirs.patient_id = alike.other_id and theirs.facility_id = stays.facility_id)`.execute(
    db,
  );
}

function staleCells<Column extends string>(
  rows: readonly DerivedRow<Cells<Column>, Cells<Column>>[],
  columns: readonly Column[],
) {
  return rows
    .filter(isStale)
    .map(({ derived }) => [derived.id, ...columns.map((one) => derived[one])]);
}

type Cells<Column extends string> = Record<Column, number | null> & {
  id: number;
};

export function isStale<Derived extends object>({
  stored,
  derived,
}: DerivedRow<Derived, Derived>): boolean {
  const names = Object.keys(derived) as (keyof Derived)[];
  return names.some((name) => derived[name] !== stored[name]);
}

export async function readDerivedRows(
  db: Kysely<Schema>,
  patientIds: readonly number[],
) {
  const stays = await db
    .selectFrom("stays")
    .selectAll()
    .where("patient_id", "in", patientIds)
    .execute();
  const transfers = await db
    .selectFrom("transfers")
    .innerJoin("facilities", "facilities.id", "transfers.facility_id")
    .selectAll("transfers")
    .select("data_through")
    .where("patient_id", "in", patientIds)
    .execute();
  const staysOf = groupBy(stays, ({ patient_id }) => patient_id);
  const transfersOf = groupBy(transfers, ({ patient_id }) => patient_id);
  const derived = patientIds.map((id) =>
    derivePatient(
      staysOf.get(id) ?? [],
      transfersOf.get(id) ?? [],
      ({ transferred_on, data_through }) =>
        data_through !== null && transferred_on <= data_through,
    ),
  );
  return {
    stays: pairRows(
      stays,
      derived.flatMap((patient) => patient.stays),
    ),
    transfers: pairRows(
      transfers,
      derived.flatMap((patient) => patient.transfers),
    ),
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
