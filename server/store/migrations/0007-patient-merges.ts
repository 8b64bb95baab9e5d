import type { Kysely, Migration } from "kysely";
import { addIndex, columnTypesOf } from "../dialect";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Schema } from "../schema";

export function patientMergeTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const types = columnTypesOf(dialect);
      await db.schema
        .createTable("merges")
        .addColumn("from_id", types.id, (c) =>
          c.primaryKey().references("patients.id"),
        )
        .addColumn("into_id", types.id, (c) =>
          c.notNull().references("patients.id"),
        )
        .addColumn("merged_at", "text", (c) => c.notNull())
        .execute();
      await addIndex(db, "merges", "into_id");
      for (const table of ["stays", "transfers", "notes"] as const) {
        await db.schema
          .alterTable(table)
          .addColumn("recorded_patient_id", types.id)
          .execute();
      }
    },
  };
}
