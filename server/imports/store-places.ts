import type { Kysely } from "kysely";
import { changeFigures } from "~server/measures/change-figures";
import type { Concerned } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import { patientsAt } from "./patients-at";
import type { CensusTable, CensusTableName } from "./census-tables";
import { mergeStaged } from "./merge";
import type { Parts } from "./parts";
import {
  concernsAllPlaces,
  movedFacilities,
  movedRegions,
  removedKeys,
  writtenKeys,
} from "./plan-changes";
import type { Staging } from "./staging";
import type { CensusToStore } from "./store-census";

/** The tables whose rows stand by themselves, parents before children. */
const PARENTS: readonly CensusTableName[] = [
  "divisions",
  "regions",
  "facilities",
  "physicians",
];

export function isParent({ name }: CensusTable): boolean {
  return PARENTS.includes(name);
}

export function countParents({ changes }: CensusToStore): number {
  return PARENTS.reduce((sum, name) => {
    const { added = 0, changed = 0, removed = 0 } = changes.get(name) ?? {};
    return sum + added + changed + removed;
  }, 0);
}

/**
 * Stores new and changed places and physicians. A facility that moves to another region goes with all who are counted there, and so
 * does a region that moves to another division.
 */
export async function storePlaces(
  { staging, tables, changes }: CensusToStore,
  parts: Parts,
): Promise<void> {
  const moved = {
    regions: movedRegions(staging),
    facilities: movedFacilities(staging),
  };
  for (const table of tables.filter(isParent)) {
    const { name } = table;
    const movedIds =
      name === "regions" || name === "facilities" ? moved[name] : [];
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

/** Removes what nothing refers to any more, children before parents. */
export async function removeParents(
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
