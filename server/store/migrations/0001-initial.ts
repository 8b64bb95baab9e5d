import { sql } from "kysely";
import type { Kysely, Migration } from "kysely";
import { columnTypesOf } from "../dialect";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Schema } from "../schema";
import { createCensusTables } from "./0001-initial-census";

export function initialTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await createCensusTables(db, dialect);
      await createAccountTables(db, dialect);
      await createFigureTables(db, dialect);
    },
  };
}

async function createAccountTables(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const types = columnTypesOf(dialect);
  await db.schema
    .createTable("users")
    .addColumn("id", types.id, (c) => types.generated(c.primaryKey()))
    .addColumn("username", "text", (c) => c.notNull())
    .addColumn("username_key", "text", (c) => c.notNull().unique())
    .addColumn("firstname", "text", (c) => c.notNull())
    .addColumn("lastname", "text", (c) => c.notNull())
    .addColumn("password_hash", "text", (c) => c.notNull())
    .addColumn("access_level", "text", (c) => c.notNull())
    .addColumn("access_level_id", "text", (c) => c.notNull())
    .addColumn("isnp_only", "integer", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addCheckConstraint("users_isnp_only", sql`isnp_only in (0, 1)`)
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("user_id", types.id, (c) =>
      c.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("refresh_hash", "text", (c) => c.notNull())
    .addColumn("previous_refresh_hash", "text")
    .addColumn("rotated_at", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("last_seen_at", "text", (c) => c.notNull())
    .addColumn("revoked_at", "text")
    .execute();
  await db.schema
    .createIndex("sessions_user")
    .on("sessions")
    .column("user_id")
    .execute();
  await db.schema
    .createIndex("sessions_age")
    .on("sessions")
    .column("created_at")
    .execute();
}

const CUMULATIVE_COUNTS = [
  "days_of_care",
  "snf_adm",
  "ach_adm",
  "rth",
  "ed",
  "pd_lt_doc",
  "h_events",
  "ed_events",
  "adm_events",
] as const;

async function createFigureTables(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const types = columnTypesOf(dialect);
  let cumulative = db.schema
    .createTable("cumulative")
    .addColumn("facility_id", types.id, (c) =>
      c.notNull().references("facilities.id").onDelete("cascade"),
    )
    .addColumn("isnp", "integer", (c) => c.notNull())
    .addColumn("day", "integer", (c) => c.notNull());
  for (const count of CUMULATIVE_COUNTS) {
    cumulative = cumulative.addColumn(count, "integer", (c) => c.notNull());
  }
  await cumulative
    .addPrimaryKeyConstraint("cumulative_key", ["facility_id", "isnp", "day"])
    .modifyEnd(types.clustered)
    .execute();

  await db.schema
    .createTable("cumulative_spans")
    .addColumn("facility_id", types.id, (c) =>
      c.primaryKey().references("facilities.id").onDelete("cascade"),
    )
    .addColumn("first_day", "integer", (c) => c.notNull())
    .addColumn("last_day", "integer", (c) => c.notNull())
    .addColumn("open_stays", "integer", (c) => c.notNull())
    .addColumn("open_isnp_stays", "integer", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("data_state")
    .addColumn("id", "integer", (c) => c.primaryKey())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("origin", "text", (c) => c.notNull())
    .addColumn("imported_at", "text")
    .addCheckConstraint("data_state_one_row", sql`id = 1`)
    .addCheckConstraint(
      "data_state_origin",
      sql`origin in ('empty', 'demo', 'import')`,
    )
    .execute();
  await db
    .insertInto("data_state")
    .values({ id: 1, version: 0, origin: "empty", imported_at: null })
    .execute();
}
