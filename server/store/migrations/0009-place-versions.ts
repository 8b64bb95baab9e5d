import type { Kysely, Migration } from "kysely";
import { columnTypesOf } from "../dialect";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Schema } from "../schema";

/** Existing figures count as changed by a version that concerned all places. */
export function placeVersions(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const types = columnTypesOf(dialect);
      await db.schema
        .createTable("place_versions")
        .addColumn("level", "integer", (c) => c.notNull())
        .addColumn("place_id", types.id, (c) => c.notNull())
        .addColumn("version", "integer", (c) => c.notNull())
        .addPrimaryKeyConstraint("place_versions_key", ["level", "place_id"])
        .modifyEnd(types.clustered)
        .execute();
      await db.schema
        .alterTable("data_state")
        .addColumn("narrow_versions", "integer", (c) =>
          c.notNull().defaultTo(0),
        )
        .execute();
    },
  };
}
