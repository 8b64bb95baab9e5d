import { sql } from "kysely";
import type { Kysely, Migration } from "kysely";
import { columnTypesOf } from "../dialect";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Schema } from "../schema";

/** Backups of older versions hold the report files in this table. */
const PACKED = "backup_report_files";

export function reportFileTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const types = columnTypesOf(dialect);
      await db.schema
        .createTable("qies_report_files")
        .addColumn("report_id", types.id, (c) =>
          c.notNull().references("qies_reports.id").onDelete("cascade"),
        )
        .addColumn("part", "integer", (c) => c.notNull())
        .addColumn("content", types.bytes, (c) => c.notNull())
        .addPrimaryKeyConstraint("qies_report_files_key", ["report_id", "part"])
        .execute();
      await takePackedFiles(db);
    },
  };
}

async function takePackedFiles(db: Kysely<Schema>): Promise<void> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === PACKED)) return;
  const packed = sql.table(PACKED);
  await sql`insert into qies_report_files
    select r.id, 0, p.content from ${packed} p join qies_reports r on r.file_name = p.name`.execute(
    db,
  );
  await sql`update qies_reports set file_name = null
    where file_name in (select name from ${packed})`.execute(db);
  await sql`drop table ${packed}`.execute(db);
}
