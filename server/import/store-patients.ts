import type { Kysely } from "kysely";
import { changeFigures } from "~server/measures/change-figures";
import { isIn } from "~server/measures/question";
import type { Schema } from "~server/store/schema";
import { concernNotes } from "./concern-notes";
import { FeedBeside } from "./feed-beside";
import type { CensusTable, CensusTableName } from "./census-tables";
import { mergeStaged } from "./merge";
import type { Parts } from "./parts";
import type { PatientPart, PatientParts } from "./patient-parts";
import { removedKeys, writtenKeys } from "./plan-changes";
import type { CensusToStore } from "./store-census";
import { isParent } from "./store-places";

/** Stores patients and their rows, some patients at a time. */
export async function storePatients(
  census: CensusToStore,
  parts: Parts,
  patients: PatientParts,
): Promise<void> {
  const sizes = { counted: parts.newSize(), others: parts.newSize() };
  for (;;) {
    const isCounted = patients.isNextCounted;
    if (isCounted === null) return;
    const size = isCounted ? sizes.counted : sizes.others;
    const part = patients.next(size.next);
    const count = part.ids.length;
    size.took(
      count,
      await parts.storeOne(count, (db) => storePart(db, census, part)),
    );
  }
}

/** Stores patients with all their rows: each is as it was, or as it is to be. */
async function storePart(
  db: Kysely<Schema>,
  census: CensusToStore,
  { ids, counted }: PatientPart,
): Promise<void> {
  const { staging, tables } = census;
  const beside = new FeedBeside(census);
  staging.choose(ids);
  const ofPatients = tables.filter((table) => !isParent(table));
  const write = async () => {
    await beside.releasePatients(db, "id");
    await concernNotes(db, { staging, tables, column: "patient_id" }, () =>
      mergeStaged(db, staging, ofPatients, undefined, patientColumn),
    );
  };
  if (counted.length === 0) return write();
  const patientIds = new Set(counted);
  // Somebody else may have given a row to another patient since the import was planned.
  for (const table of ofPatients) {
    const keys = [
      ...writtenKeys(staging, table, patientColumn(table)),
      ...removedKeys(staging, table, patientColumn(table)),
    ];
    for (const id of await patientsOf(db, table.name, keys)) patientIds.add(id);
  }
  await changeFigures(db, patientIds, write);
  await beside.derive(db, patientIds);
}

/** The column by which a row is that of a patient. A merge is stored with both of its patients. */
function patientColumn({ name }: CensusTable): string {
  if (name === "patients") return "id";
  return name === "merges" ? "from_id" : "patient_id";
}

const KEYS_AT_ONCE = 1_000;

async function patientsOf(
  db: Kysely<Schema>,
  table: CensusTableName,
  keys: readonly number[],
): Promise<number[]> {
  if (table !== "stays" && table !== "transfers") return [];
  const ids: number[] = [];
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    const rows = await db
      .selectFrom(table)
      .where(isIn("id", keys.slice(at, at + KEYS_AT_ONCE)))
      .select("patient_id")
      .distinct()
      .execute();
    ids.push(...rows.map(({ patient_id }) => patient_id));
  }
  return ids;
}
