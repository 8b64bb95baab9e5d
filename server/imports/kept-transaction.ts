import type { Kysely } from "kysely";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";

class TakenBack extends Error {
  constructor(readonly result: unknown) {
    super();
  }
}

export type KeepResult<Result> = (
  db: Kysely<Schema>,
  result: Result,
) => Promise<boolean>;

/** Decides at the end whether the transaction stands, so a dry run reports real results. Blocks writers on SQLite. */
export async function keptTransaction<Result>(
  store: Pick<Store, "db">,
  work: (db: Kysely<Schema>) => Promise<Result>,
  keep: KeepResult<Result> = () => Promise.resolve(true),
): Promise<Result> {
  try {
    return await store.db.transaction().execute(async (db) => {
      const result = await work(db);
      if (!(await keep(db, result))) throw new TakenBack(result);
      return result;
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
    return error.result as Result;
  }
}
