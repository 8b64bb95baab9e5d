import type { Kysely } from "kysely";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";

class TakenBack extends Error {}

export type KeepResult<Result> = (
  db: Kysely<Schema>,
  result: Result,
) => Promise<boolean>;

/** Decides at the end whether the transaction stands, so a dry run reports real results. Blocks writers on SQLite. */
export async function keptTransaction<Result>(
  store: Store,
  work: (db: Kysely<Schema>) => Promise<Result>,
  keep: KeepResult<Result> = () => Promise.resolve(true),
): Promise<Result> {
  const done: Result[] = [];
  try {
    return await store.db.transaction().execute(async (db) => {
      const result = await work(db);
      done.push(result);
      if (!(await keep(db, result))) throw new TakenBack();
      return result;
    });
  } catch (error) {
    const [result] = done;
    if (!(error instanceof TakenBack) || done.length === 0) throw error;
    return result as Result;
  }
}
