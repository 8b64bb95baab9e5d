import type { Kysely } from "kysely";
import type { Schema } from "./schema";

/** Reads in one snapshot. An import between two reads would mix old totals with new people. */
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

/** An import has changed the data since the first page was read. */
export class DataChangedError extends Error {
  constructor() {
    super("the data changed while they were being read");
    this.name = "DataChangedError";
  }
}
