import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { readDataReach } from "~server/measures/data-reach";
import type { Schema } from "~server/store/schema";

/** Which days the census in the database tells of. */
export interface CensusReach {
  /** Day of the first admission; null without stays. Days before it hold nothing for anybody. */
  firstDay: EpochDay | null;
  /** Latest reach of the data of its facilities (R245); null where none has one. */
  dataThrough: EpochDay | null;
  /** When it was last imported; null before the first time. */
  importedAt: Date | null;
}

/** Reads some rows per facility, however many stays there are. */
export async function readCensusReach(
  db: Kysely<Schema>,
): Promise<CensusReach> {
  const { first } = await db
    .selectFrom("cumulative_spans")
    .select(sql<EpochDay | null>`min(first_day)`.as("first"))
    .executeTakeFirstOrThrow();
  const { imported_at } = await db
    .selectFrom("data_state")
    .select("imported_at")
    .executeTakeFirstOrThrow();
  const reach = await readDataReach(db, { facilityIds: "all", isnp: false });
  return {
    firstDay: first,
    dataThrough: reach?.latest ?? null,
    importedAt: imported_at === null ? null : new Date(imported_at),
  };
}
