import type { Kysely } from "kysely";
import type { Schema } from "./schema";

/** Reads in one snapshot, or an import in between would mix old totals with new people. */
export function inOneSnapshot<Data>(
  db: Kysely<Schema>,
  read: (snapshot: Kysely<Schema>) => Promise<Data>,
): Promise<Data> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(read);
}

/** The places changed after access was checked. */
export class DataChangedError extends Error {
  constructor() {
    super("the places changed before the data were read");
    this.name = "DataChangedError";
  }
}
