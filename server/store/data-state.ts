import type { Kysely } from "kysely";
import { newYorkSqlDatetime } from "~/domain/calendar";
import type { DataStateTable, Schema } from "./schema";

export interface DataState {
  /** Grows with every import; part of every cached question. */
  version: number;
  origin: DataStateTable["origin"];
  /** When the data were last imported, an instant. */
  importedAt: string | null;
  /** The same in New York time: `lastUpdated` and `data_effective_tstamp` on the wire. */
  lastUpdated: string | null;
  /** Which edition of the program has worked out the totals. */
  edition: number;
}

export async function readDataState(db: Kysely<Schema>): Promise<DataState> {
  const row = await db
    .selectFrom("data_state")
    .where("id", "=", 1)
    .select(["version", "origin", "imported_at", "figures_edition"])
    .executeTakeFirstOrThrow();
  return {
    version: row.version,
    origin: row.origin,
    importedAt: row.imported_at,
    lastUpdated:
      row.imported_at && newYorkSqlDatetime(new Date(row.imported_at)),
    edition: row.figures_edition,
  };
}

/** True where both are of the same data: what figures are worked out from is the same, row for row. */
export function isSameState(one: DataState, other: DataState): boolean {
  return (
    one.version === other.version &&
    one.origin === other.origin &&
    one.importedAt === other.importedAt &&
    one.edition === other.edition
  );
}
