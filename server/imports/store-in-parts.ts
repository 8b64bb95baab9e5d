import type { Kysely } from "kysely";
import { changeFigures } from "~server/measures/change-figures";
import { chunksOf, isIn } from "~server/measures/question";
import {
  raiseCensusVersionFrom,
  type Concerned,
} from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import { retryWaiting } from "~server/messages/apply/beside-census";
import type { CensusTable, CensusTableName } from "./census-tables";
import { mergeStaged } from "./merge";
import { FeedBeside, type CensusToStore, patientsAt } from "./store-census";
import {
  checkFigures,
  companyYear,
  companyYearBefore,
} from "./check-plausible";
import {
  ImportConflict,
  ImportInterrupted,
  type Findings,
} from "./import-report";
import type { ImportRecorder } from "./reported-import";
import { mergeAccounts } from "./import-accounts";
import { storeSenders } from "./import-senders";
import {
  moveReach,
  movesFromNow,
  patientsReached,
} from "~server/measures/move-reach";
import { Parts, type Pace } from "./parts";
import { PatientParts, type PatientPart } from "./patient-parts";
import {
  concernsAllPlaces,
  MOVES,
  placesWithOther,
  removedKeys,
  touchedKeys,
  writtenKeys,
} from "./plan-changes";
import type { Staging } from "./staging";

async function storePatients(
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
    await mergeStaged(db, staging, ofPatients, undefined, patientColumn);
  };
  if (counted.length === 0) return write();
  const patientIds = new Set(counted);
  // A row may have moved to another patient since planning.
  for (const table of ofPatients) {
    const keys = touchedKeys(staging, table, patientColumn(table));
    for (const id of await patientsOf(db, table.name, keys)) patientIds.add(id);
  }
  await changeFigures(db, patientIds, write);
  await beside.derive(db, patientIds);
}

function patientColumn({ name }: CensusTable): string {
  if (name === "patients") return "id";
  return name === "merges" ? "from_id" : "patient_id";
}

async function patientsOf(
  db: Kysely<Schema>,
  table: CensusTableName,
  keys: readonly number[],
): Promise<number[]> {
  if (table !== "stays" && table !== "transfers") return [];
  const ids: number[] = [];
  for (const some of chunksOf(keys)) {
    const rows = await db
      .selectFrom(table)
      .where(isIn("id", some))
      .select("patient_id")
      .distinct()
      .execute();
    ids.push(...rows.map(({ patient_id }) => patient_id));
  }
  return ids;
}

/**
 * Stores a checked census in parts, so others wait little. Throws an ImportConflict before the first part, an
 * ImportInterrupted after it.
 */
export async function storeInParts(
  census: CensusToStore,
  record: ImportRecorder | undefined,
  findings: () => Findings,
  pace: Pace,
): Promise<void> {
  const { store, staging, before, accounts, now, today, progress } = census;
  const yearBefore = await companyYearBefore(store.db, before.imported_at);
  const patients = new PatientParts(staging);
  progress.step("Storing");
  const importId = await store.db.transaction().execute(async (db) => {
    if (!(await raiseCensusVersionFrom(db, before, "named"))) {
      throw new ImportConflict();
    }
    const id = (await record?.begin(db, findings())) ?? 0;
    // An edited account conflicts before anything is stored.
    await mergeAccounts(db, accounts, now);
    return id;
  });
  try {
    const parts = new Parts({
      store,
      pace,
      progress,
      total: patients.total + countParents(census) + census.reachMoves.length,
      open: async (db) => record?.renew(db, importId),
    });
    await storePlaces(census, parts);
    await storePatients(census, parts, patients);
    await parts.storeOne(0, (db) =>
      new FeedBeside(census).releaseFacilities(db),
    );
    await removeParents(census, parts);
    await storeReach(census, parts);
    checkFigures(
      yearBefore,
      await companyYear(store.db, today),
      census.warnings,
    );
    await parts.storeOne(0, async (db) => {
      await storeSenders(db, census);
      await db
        .updateTable("data_state")
        .set({ origin: "import", imported_at: now.toISOString() })
        .execute();
      await retryWaiting(db);
      await record?.end(db, importId, findings());
    });
  } catch (error) {
    throw new ImportInterrupted(
      importId,
      error instanceof Error ? error : new Error(String(error)),
    );
  }
}

/** Comes last, so no day counts before its data arrive. */
async function storeReach(
  { reachMoves }: CensusToStore,
  parts: Parts,
): Promise<void> {
  await parts.storeAll(reachMoves, async (db, some) => {
    const moves = await movesFromNow(db, some);
    await changeFigures(db, await patientsReached(db, moves), () =>
      moveReach(db, moves),
    );
  });
}

/** Parents before children. */
const PARENTS: readonly CensusTableName[] = [
  "divisions",
  "regions",
  "facilities",
  "physicians",
];

function isParent({ name }: CensusTable): boolean {
  return PARENTS.includes(name);
}

function countParents({ changes }: CensusToStore): number {
  return PARENTS.reduce((sum, name) => {
    const { added = 0, changed = 0, removed = 0 } = changes.get(name) ?? {};
    return sum + added + changed + removed;
  }, 0);
}

/** A moving facility or region takes along everyone counted there. */
async function storePlaces(
  { staging, tables, changes }: CensusToStore,
  parts: Parts,
): Promise<void> {
  for (const table of tables.filter(isParent)) {
    const { name } = table;
    const movedIds = MOVES.flatMap(([place, column]) =>
      place === name ? placesWithOther(staging, place, column) : [],
    );
    const others = new Set(writtenKeys(staging, table));
    for (const id of movedIds) others.delete(id);
    const concerned = concernedBy(name, changes);
    await parts.storeAll(
      [...others],
      (db, ids) => mergeParents(db, staging, table, ids),
      concerned,
    );
    for (const id of movedIds) {
      const place = name === "regions" ? name : "facilities";
      await parts.storeOne(
        1,
        async (db) =>
          changeFigures(db, await patientsAt(db, place, id), () =>
            mergeParents(db, staging, table, [id]),
          ),
        concerned,
      );
    }
  }
}

function concernedBy(
  name: CensusTableName,
  changes: CensusToStore["changes"],
): Concerned {
  const own = new Map([...changes].filter(([table]) => table === name));
  return concernsAllPlaces(own) ? "all" : "named";
}

function mergeParents(
  db: Kysely<Schema>,
  staging: Staging,
  table: CensusTable,
  ids: readonly number[],
): Promise<void> {
  staging.choose(ids);
  const [{ to: key }] = table.columns;
  return mergeStaged(db, staging, [table], undefined, () => key);
}

async function removeParents(
  { staging, tables, changes }: CensusToStore,
  parts: Parts,
): Promise<void> {
  for (const table of tables.filter(isParent).reverse()) {
    await parts.storeAll(
      removedKeys(staging, table),
      (db, ids) => mergeParents(db, staging, table, ids),
      concernedBy(table.name, changes),
    );
  }
}
