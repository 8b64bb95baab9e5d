import { sql } from "kysely";
import type { Kysely, Migration } from "kysely";
import type { AccessLevel } from "~/domain/access/ranks";
import { addIndex, columnTypesOf } from "../dialect";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Schema } from "../schema";

export function reportTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await createRequestedReports(db, dialect);
      await createReports(db, dialect);
      await listOwnReports(db);
      await createNoteReads(db, dialect);
    },
  };
}

async function createRequestedReports(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const types = columnTypesOf(dialect);
  await db.schema
    .createTable("qies_reports")
    .addColumn("id", types.id, (c) => types.generated(c.primaryKey()))
    .addColumn("facility_id", types.id, (c) =>
      c.notNull().references("facilities.id").onDelete("cascade"),
    )
    .addColumn("user_id", types.id, (c) =>
      c.references("users.id").onDelete("set null"),
    )
    .addColumn("isnp", "integer", (c) => c.notNull())
    .addColumn("report_category_id", "integer", (c) => c.notNull())
    .addColumn("report_type_id", "integer", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("start_day", "integer")
    .addColumn("end_day", "integer")
    .addColumn("args", "text", (c) => c.notNull())
    .addColumn("file_type", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("requested_at", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("next_attempt_at", "text", (c) => c.notNull())
    .addColumn("claim", "text")
    .addColumn("claimed_until", "text")
    .addColumn("file_name", "text")
    .addColumn("file_bytes", "integer")
    .addColumn("problem", "text")
    .addColumn("finished_at", "text")
    .addCheckConstraint("qies_reports_isnp", sql`isnp in (0, 1)`)
    .addCheckConstraint(
      "qies_reports_status",
      sql`status in ('requested', 'pending', 'automatic', 'completed', 'error')`,
    )
    .execute();
  await addIndex(db, "qies_reports", "facility_id", "requested_at");
  await addIndex(db, "qies_reports", "status", "next_attempt_at");
  await addIndex(db, "qies_reports", "user_id");
}

async function createReports(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const types = columnTypesOf(dialect);
  await db.schema
    .createTable("reports")
    .addColumn("id", types.id, (c) => types.generated(c.primaryKey()))
    .addColumn("report_id", "text", (c) => c.notNull().unique())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("workspace_id", "text")
    .addColumn("powerbi_report_id", "text")
    .addColumn("row_level_role", "text")
    .addColumn("demo", "integer", (c) => c.notNull())
    .addCheckConstraint("reports_type", sql`type in ('powerbi', 'other')`)
    .addCheckConstraint("reports_demo", sql`demo in (0, 1)`)
    .addCheckConstraint(
      "reports_place",
      sql`type = 'other' or (workspace_id is not null and powerbi_report_id is not null)`,
    )
    .execute();
  await db.schema
    .createTable("report_roles")
    .addColumn("report", types.id, (c) =>
      c.notNull().references("reports.id").onDelete("cascade"),
    )
    .addColumn("role", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("report_roles_key", ["report", "role"])
    .modifyEnd(types.clustered)
    .execute();
}

const UP_TO_ADMIN: AccessLevel[] = ["region", "division", "company", "admin"];

const OWN_REPORTS: { id: string; title: string; roles: AccessLevel[] }[] = [
  {
    id: "after-hours-patient-report",
    title: "After Hours Patient Report",
    roles: ["physician", "facility", ...UP_TO_ADMIN],
  },
  {
    id: "cms-qies-reports",
    title: "CMS QIES Reports",
    roles: ["facility", ...UP_TO_ADMIN],
  },
  {
    id: "medical-staff-report",
    title: "Medical Staff Report",
    roles: UP_TO_ADMIN,
  },
];

async function listOwnReports(db: Kysely<Schema>): Promise<void> {
  for (const { id, title, roles } of OWN_REPORTS) {
    const { id: report } = await db
      .insertInto("reports")
      .values({
        report_id: id,
        title,
        type: "other",
        workspace_id: null,
        powerbi_report_id: null,
        row_level_role: null,
        demo: 0,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("report_roles")
      .values(roles.map((role) => ({ report, role })))
      .execute();
  }
}

async function createNoteReads(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const types = columnTypesOf(dialect);
  await db.schema
    .createTable("note_reads")
    .addColumn("user_id", types.id, (c) =>
      c.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("note_id", types.id, (c) =>
      c.notNull().references("notes.id").onDelete("cascade"),
    )
    .addColumn("read_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("note_reads_key", ["user_id", "note_id"])
    .modifyEnd(types.clustered)
    .execute();
  await addIndex(db, "note_reads", "note_id");
  await addIndex(db, "notes", "noted_at");
}
