import type { Kysely, Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { columnTypesOf } from "../dialect";
import type { Schema } from "../schema";

export function discussionTable(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const types = columnTypesOf(dialect);
      await db.schema
        .createTable("discussions")
        .addColumn("facility_id", types.id, (c) => c.notNull())
        .addColumn("patient_id", types.id, (c) => c.notNull())
        .addColumn("discussed_on", "integer")
        .addColumn("discussed_at", "text")
        .addColumn("discussed_by", "text")
        .addColumn("line", "text", (c) => c.notNull())
        .addColumn("line_at", "text")
        .addColumn("line_by", "text")
        .addPrimaryKeyConstraint("discussions_key", [
          "facility_id",
          "patient_id",
        ])
        .modifyEnd(types.clustered)
        .execute();
    },
  };
}
