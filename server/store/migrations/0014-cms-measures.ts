import type { Kysely, Migration } from "kysely";
import type { Schema } from "../schema";

export function cmsTables(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .createTable("cms_scores")
        .addColumn("ccn", "text", (c) => c.notNull())
        .addColumn("measure", "integer", (c) => c.notNull())
        .addColumn("state", "text")
        .addColumn("adjusted", "double precision")
        .addColumn("observed", "double precision")
        .addColumn("expected", "double precision")
        .addColumn("footnote", "text")
        .addColumn("period_from", "integer", (c) => c.notNull())
        .addColumn("period_to", "integer", (c) => c.notNull())
        .addColumn("processed_on", "integer", (c) => c.notNull())
        .addPrimaryKeyConstraint("cms_scores_key", ["ccn", "measure"])
        .execute();
      await db.schema
        .createTable("cms_averages")
        .addColumn("place", "text", (c) => c.notNull())
        .addColumn("measure", "integer", (c) => c.notNull())
        .addColumn("score", "double precision")
        .addColumn("processed_on", "integer", (c) => c.notNull())
        .addPrimaryKeyConstraint("cms_averages_key", ["place", "measure"])
        .execute();
    },
  };
}
