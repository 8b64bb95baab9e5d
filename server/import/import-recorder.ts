import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import type { PartsRecord } from "./store-in-parts";

/** How an import tells of itself, in the transactions that store its data. */
export interface ImportRecorder<Result> {
  /** Throws an ImportConflict where another import is storing its data. */
  refuseBeside(db: Kysely<Schema>): Promise<void>;
  /** The same in the transaction that stores the data, which ends those that were killed on their way. */
  takeTurn(db: Kysely<Schema>): Promise<void>;
  /** Whether the last import that stored something has not stored all. */
  isLastUnfinished(db: Kysely<Schema>): Promise<boolean>;
  /** In the first part, with what the import will give. Returns the id of its row. */
  begin(db: Kysely<Schema>, result: Result): Promise<number>;
  /** In each following part. Throws an ImportConflict where another import has taken this one for dead. */
  renew(db: Kysely<Schema>, importId: number): Promise<void>;
  /** Last in the last transaction. The id is null where there was but one. */
  end(
    db: Kysely<Schema>,
    importId: number | null,
    result: Result,
  ): Promise<void>;
}

const nothing = () => Promise.resolve();

/** Tells nobody. */
export const NO_RECORD: ImportRecorder<unknown> = {
  refuseBeside: nothing,
  takeTurn: nothing,
  isLastUnfinished: () => Promise.resolve(false),
  begin: () => Promise.resolve(0),
  renew: nothing,
  end: nothing,
};

/** A recorder of one result. */
export function recordOf<Result>(
  recorder: ImportRecorder<Result>,
  result: Result,
): PartsRecord {
  return {
    begin: (db) => recorder.begin(db, result),
    renew: (db, importId) => recorder.renew(db, importId),
    end: (db, importId) => recorder.end(db, importId, result),
  };
}
