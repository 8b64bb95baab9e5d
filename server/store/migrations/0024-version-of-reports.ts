import type { Kysely, Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { columnTypesOf } from "../dialect";
import type { Schema } from "../schema";

export function versionOfReports(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .alterTable("qies_reports")
        .addColumn("data_version", columnTypesOf(dialect).id)
        .execute();
    },
  };
}
