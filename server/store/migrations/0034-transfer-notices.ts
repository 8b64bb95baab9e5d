import type { Kysely, Migration } from "kysely";
import type { Dialect } from "~/runtime/database/connect.server";
import { addIndex, columnTypesOf } from "../dialect";
import type { Schema } from "../schema";

/** Like reviews, notices reference no census row. */
export function transferNoticeTable(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const types = columnTypesOf(dialect);
      await db.schema
        .createTable("transfer_notices")
        .addColumn("id", types.id, (c) => types.generated(c.primaryKey()))
        .addColumn("transfer_id", types.id, (c) => c.notNull())
        .addColumn("patient_id", types.id, (c) => c.notNull())
        .addColumn("facility_id", types.id, (c) => c.notNull())
        .addColumn("transferred_on", "integer", (c) => c.notNull())
        .addColumn("npi", types.id)
        .addColumn("isnp", "integer", (c) => c.notNull())
        .addColumn("version", "integer", (c) => c.notNull())
        .addColumn("notice_on", "text", (c) => c.notNull())
        .addColumn("notice_to", "text", (c) => c.notNull())
        .addColumn("notice_by", "text", (c) => c.notNull())
        .addColumn("bed_hold_on", "text", (c) => c.notNull())
        .addColumn("ombudsman_on", "text", (c) => c.notNull())
        .addColumn("history", "text", (c) => c.notNull())
        .addUniqueConstraint("transfer_notices_transfer", [
          "transfer_id",
          "patient_id",
          "facility_id",
        ])
        .execute();
      await addIndex(db, "transfer_notices", "facility_id", "transferred_on");
      await addIndex(db, "transfer_notices", "patient_id");
    },
  };
}
