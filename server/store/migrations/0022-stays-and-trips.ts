import type { Kysely, Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { columnTypesOf } from "../dialect";
import type { Schema } from "../schema";

/** The program computes all figures again after this. */
export function staysAndTrips(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const types = columnTypesOf(dialect);
      const columns = [
        ["stays", "admitted_minute", "integer"],
        ["stays", "days_end", "integer"],
        ["transfers", "trip_id", types.id],
        ["transfers", "trip_planned", "integer"],
      ] as const;
      for (const [table, name, type] of columns) {
        await db.schema.alterTable(table).addColumn(name, type).execute();
      }
      await db.schema
        .createTable("joined_stays")
        .addColumn("id", types.id, (c) => c.primaryKey())
        .addColumn("patient_id", types.id, (c) => c.notNull())
        .addColumn("stay", "text", (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex("joined_stays_by_patient")
        .on("joined_stays")
        .column("patient_id")
        .execute();
    },
  };
}
