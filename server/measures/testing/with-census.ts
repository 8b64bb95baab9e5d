import type { Kysely } from "kysely";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { rebuildFigures } from "../rebuild";
import { insertCensus, type Census } from "./census";
import { NPIS } from "./random-census";

/** Runs on a census with its figures, and leaves no trace of it in the database. */
export async function withCensus(
  store: Store,
  census: Census,
  examine: (db: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  const undo = new Error("undo");
  await store.db
    .transaction()
    .execute(async (db) => {
      await insertCensus(db, census, NPIS);
      await rebuildFigures(db);
      await examine(db);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
}
