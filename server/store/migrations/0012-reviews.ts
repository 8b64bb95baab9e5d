import { sql, type Kysely, type Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { addIndex, columnTypesOf } from "../dialect";
import type { Schema } from "../schema";

/** Reviews reference no census row: imports and messages may remove a transfer, but what people wrote must stay. */
export function reviewTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const types = columnTypesOf(dialect);
      await db.schema
        .createTable("reviews")
        .addColumn("id", types.id, (c) => types.generated(c.primaryKey()))
        .addColumn("transfer_id", types.id, (c) => c.notNull())
        .addColumn("patient_id", types.id, (c) => c.notNull())
        .addColumn("facility_id", types.id, (c) => c.notNull())
        .addColumn("transferred_on", "integer", (c) => c.notNull())
        .addColumn("npi", types.id)
        .addColumn("isnp", "integer", (c) => c.notNull())
        .addColumn("state", "text", (c) => c.notNull())
        .addColumn("version", "integer", (c) => c.notNull())
        .addColumn("answers", "text", (c) => c.notNull())
        .addColumn("avoidable", "text", (c) => c.notNull())
        .addColumn("causes", "text", (c) => c.notNull())
        .addColumn("owner_key", "text", (c) => c.notNull())
        .addColumn("due_on", "integer")
        .addColumn("done_on", "integer")
        .addUniqueConstraint("reviews_transfer", [
          "transfer_id",
          "patient_id",
          "facility_id",
        ])
        .addCheckConstraint(
          "reviews_state",
          sql`state in ('open', 'reviewed', 'signed')`,
        )
        .execute();
      await addIndex(db, "reviews", "facility_id", "transferred_on");
      await addIndex(db, "reviews", "patient_id");
      await db.schema
        .createTable("review_versions")
        .addColumn("review_id", types.id, (c) =>
          c.notNull().references("reviews.id").onDelete("cascade"),
        )
        .addColumn("version", "integer", (c) => c.notNull())
        .addColumn("action", "text", (c) => c.notNull())
        .addColumn("changes", "text", (c) => c.notNull())
        .addColumn("amendment", "text")
        .addColumn("user_id", types.id, (c) => c.notNull())
        .addColumn("author", "text", (c) => c.notNull())
        .addColumn("at", "text", (c) => c.notNull())
        .addPrimaryKeyConstraint("review_versions_key", [
          "review_id",
          "version",
        ])
        .execute();
      await db.schema
        .createTable("review_causes")
        .addColumn("id", types.id, (c) => types.generated(c.primaryKey()))
        .addColumn("text", "text", (c) => c.notNull())
        .addColumn("author", "text", (c) => c.notNull())
        .addColumn("added_at", "text", (c) => c.notNull())
        .addColumn("ended_at", "text")
        .execute();
    },
  };
}
