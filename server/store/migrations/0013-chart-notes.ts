import { sql, type Kysely, type Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { addIndex, columnTypesOf } from "../dialect";
import type { Schema } from "../schema";

export function chartNoteTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const types = columnTypesOf(dialect);
      await db.schema
        .createTable("chart_notes")
        .addColumn("id", types.id, (c) => types.generated(c.primaryKey()))
        .addColumn("kind", "text", (c) => c.notNull())
        .addColumn("level", "text", (c) => c.notNull())
        .addColumn("place_id", types.id, (c) => c.notNull())
        .addColumn("measures", "text", (c) => c.notNull())
        .addColumn("starts_on", "integer", (c) => c.notNull())
        .addColumn("last_month", "integer")
        .addColumn("text", "text", (c) => c.notNull())
        .addColumn("frozen", "text")
        .addColumn("version", "integer", (c) => c.notNull())
        .addColumn("user_id", types.id, (c) => c.notNull())
        .addColumn("author", "text", (c) => c.notNull())
        .addColumn("added_at", "text", (c) => c.notNull())
        .addColumn("ended_by", "text")
        .addColumn("ended_at", "text")
        .addCheckConstraint(
          "chart_notes_kind",
          sql`kind in ('event', 'phase', 'baseline')`,
        )
        .execute();
      await addIndex(db, "chart_notes", "level", "place_id");
    },
  };
}
