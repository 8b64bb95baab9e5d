import { sql, type Kysely, type Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { columnTypesOf, guardAuditedResidents } from "../dialect";
import type { Schema } from "../schema";

/** The residents shown by each audit event; earlier events about a single resident get theirs too. */
export function auditedResidents(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const types = columnTypesOf(dialect);
      await db.schema
        .createTable("audited_residents")
        .addColumn("patient_id", types.id, (c) => c.notNull())
        .addColumn("event_id", types.id, (c) => c.notNull())
        .addPrimaryKeyConstraint("audited_residents_key", [
          "patient_id",
          "event_id",
        ])
        .modifyEnd(types.clustered)
        .execute();
      await db.schema
        .createIndex("audited_residents_by_event")
        .on("audited_residents")
        .column("event_id")
        .execute();
      const patientId =
        dialect === "sqlite"
          ? sql`json_extract(details, '$.patient_id')`
          : sql`(details::json ->> 'patient_id')::bigint`;
      await sql`insert into audited_residents (patient_id, event_id)
        select ${patientId}, id from audit_events
        where action in ('view_resident', 'forget_resident') and ${patientId} is not null`.execute(
        db,
      );
      await guardAuditedResidents(db, dialect);
    },
  };
}
