import { sql } from "kysely";
import type { Kysely, Migration } from "kysely";
import { addIndex, columnTypesOf, guardAuditEvents } from "../dialect";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Schema } from "../schema";

export function auditTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await createAuditEvents(db, dialect);
      await createAuditHorizon(db);
      await guardAuditEvents(db, dialect);
      await createSignInFailures(db, dialect);
    },
  };
}

async function createAuditEvents(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const types = columnTypesOf(dialect);
  await db.schema
    .createTable("audit_events")
    .addColumn("id", types.id, (c) => types.generated(c.primaryKey()))
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("user_id", types.id)
    .addColumn("username", "text")
    .addColumn("user_key", "text")
    .addColumn("target_user_id", types.id)
    .addColumn("target_username", "text")
    .addColumn("target_key", "text")
    .addColumn("details", "text", (c) => c.notNull())
    .addColumn("address", "text")
    .addColumn("request_id", "text")
    .execute();
  // Pages are read newest first; the id breaks ties within a millisecond.
  await addIndex(db, "audit_events", "at", "id");
  await addIndex(db, "audit_events", "action", "at", "id");
  await addIndex(db, "audit_events", "user_key", "at", "id");
  await addIndex(db, "audit_events", "target_key", "at", "id");
  // Finds a user's sign-ins from an address.
  await db.schema
    .createIndex("audit_sign_ins_by_user_key_and_address")
    .on("audit_events")
    .columns(["user_key", "address", "at"])
    .where(sql.ref("action"), "=", "sign_in")
    .execute();
}

async function createAuditHorizon(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable("audit_horizon")
    .addColumn("id", "integer", (c) => c.primaryKey())
    .addColumn("kept_from", "text", (c) => c.notNull())
    .addCheckConstraint("audit_horizon_one", sql`id = 1`)
    .execute();
  await db
    .insertInto("audit_horizon")
    .values({ id: 1, kept_from: "1970-01-01T00:00:00.000Z" })
    .execute();
}

async function createSignInFailures(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const types = columnTypesOf(dialect);
  await db.schema
    .createTable("sign_in_failures")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("failures", "integer", (c) => c.notNull())
    .addColumn("last_failed_at", "text", (c) => c.notNull())
    .modifyEnd(types.clustered)
    .execute();
  await addIndex(db, "sign_in_failures", "last_failed_at");
}
