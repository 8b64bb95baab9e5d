import type { Kysely, Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Schema } from "../schema";

/** SQLite counts transfers from the index alone. PostgreSQL counts in parallel and cannot index such long texts. */
export function transferPatterns(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      if (dialect !== "sqlite") return;
      const name = "transfers_by_facility_id_and_transferred_on";
      await db.schema.dropIndex(name).execute();
      await db.schema
        .createIndex(name)
        .on("transfers")
        .columns([
          "facility_id",
          "transferred_on",
          "trip_planned",
          "stay_id",
          "outcome",
          "minute_of_day",
          "hospital",
          "unit",
          "reason",
          "diagnosis",
        ])
        .execute();
    },
  };
}
