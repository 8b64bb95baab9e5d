import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe } from "vitest";
import type { Store } from "~server/store/open-store";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { FUZZ_TIMEOUT_MS } from "~server/testing/property-runs";
import type { Schema } from "~server/store/schema";
import { rebuildFigures } from "../rebuild";
import { insertCensus, type Census } from "./census";
import { NPIS } from "./random-census";

/** Leaves no trace of the census in the database. */
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

type OnCensus = (
  census: Census,
  examine: (db: Kysely<Schema>) => Promise<void>,
) => Promise<void>;

/** `title` holds %s for the database. */
export function describeCensuses(
  title: string,
  define: (withCensus: OnCensus) => void,
): void {
  // Hundreds of censuses take long on a busy machine.
  const timeout = 4 * FUZZ_TIMEOUT_MS;
  describe.each(TEST_DIALECTS)(title, { timeout }, (dialect) => {
    let store: Store;
    beforeAll(async () => {
      store = await openTestStore(dialect);
    });
    afterAll(() => store.close());
    define((census, examine) => withCensus(store, census, examine));
  });
}
