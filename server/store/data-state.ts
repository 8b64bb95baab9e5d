import type { Kysely } from "kysely";
import { newYorkSqlDatetime } from "~/domain/calendar";
import type { DataStateTable, Schema } from "./schema";

export interface DataState {
  /** Grows with every import; part of every cached question. */
  version: number;
  origin: DataStateTable["origin"];
  /** When the data were last imported, New York time: `lastUpdated` and `data_effective_tstamp` on the wire. */
  lastUpdated: string | null;
}

export async function readDataState(db: Kysely<Schema>): Promise<DataState> {
  const row = await db
    .selectFrom("data_state")
    .where("id", "=", 1)
    .select(["version", "origin", "imported_at"])
    .executeTakeFirstOrThrow();
  return {
    version: row.version,
    origin: row.origin,
    lastUpdated:
      row.imported_at && newYorkSqlDatetime(new Date(row.imported_at)),
  };
}
