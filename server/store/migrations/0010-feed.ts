import { sql, type Kysely, type Migration } from "kysely";
import { addIndex, columnTypesOf, type ColumnTypes } from "../dialect";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Schema } from "../schema";

/** Rows imported before this have no time, so every message is newer. */
export function feedTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const types = columnTypesOf(dialect);
      await db.schema
        .alterTable("facilities")
        .addColumn("time_zone", "text")
        .execute();
      await db.schema
        .alterTable("facilities")
        .addColumn("beds", "integer")
        .execute();
      await addIndex(db, "patients", "mrn");
      await db.schema
        .alterTable("data_state")
        .addColumn("feed_versions", "integer", (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema
        .alterTable("data_state")
        .addColumn("fed_at", "text")
        .execute();
      await addWords(db, types);
      await createSenders(db, types);
      await createLog(db, types);
      await createNumbers(db, types);
      await db.schema
        .createTable("feed_facilities")
        .addColumn("facility_id", types.id, (c) =>
          c.primaryKey().references("facilities.id").onDelete("cascade"),
        )
        .addColumn("last_message_at", "text", (c) => c.notNull())
        .addColumn("last_movement_at", "text")
        .execute();
    },
  };
}

async function addWords(db: Kysely<Schema>, types: ColumnTypes): Promise<void> {
  for (const table of ["stays", "transfers"] as const) {
    await db.schema.alterTable(table).addColumn("said_ms", types.id).execute();
    await db.schema.alterTable(table).addColumn("word_of", "text").execute();
    await db.schema.alterTable(table).addColumn("recorded", "text").execute();
  }
  await db.schema
    .alterTable("transfers")
    .addColumn("assumed", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("merges").addColumn("word_of", "text").execute();
}

async function createSenders(
  db: Kysely<Schema>,
  types: ColumnTypes,
): Promise<void> {
  await db.schema
    .createTable("senders")
    .addColumn("sender", "text", (c) => c.notNull())
    .addColumn("facility", "text", (c) => c.notNull())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("facility_id", types.id, (c) =>
      c.references("facilities.id").onDelete("cascade"),
    )
    .addColumn("codes", "text", (c) => c.notNull())
    .addColumn("version", types.id, (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("senders_key", ["sender", "facility"])
    .addCheckConstraint("senders_role", sql`role in ('facility', 'hospital')`)
    .addCheckConstraint(
      "senders_place",
      sql`role = 'hospital' or facility_id is not null`,
    )
    .execute();
}

async function createLog(
  db: Kysely<Schema>,
  types: ColumnTypes,
): Promise<void> {
  await db.schema
    .createTable("feed_messages")
    .addColumn("id", types.id, (c) => types.generated(c.primaryKey()))
    .addColumn("digest", "text", (c) => c.notNull().unique())
    .addColumn("received_at", "text", (c) => c.notNull())
    .addColumn("via", "text", (c) => c.notNull())
    .addColumn("encoding", "text", (c) => c.notNull())
    .addColumn("sender", "text")
    .addColumn("facility", "text")
    .addColumn("location", "text")
    .addColumn("control_id", "text")
    .addColumn("reused_id", "integer", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("facts", "text")
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("reason", "text")
    .addColumn("facility_id", types.id)
    .addColumn("role", "text")
    .addColumn("said_at", "text")
    .addColumn("movement", "integer", (c) => c.notNull())
    .execute();
  await addIndex(db, "feed_messages", "facility_id", "said_at");
  await addIndex(db, "feed_messages", "control_id", "sender");
  await addIndex(db, "feed_messages", "sender", "facility");
  await addIndex(db, "feed_messages", "status", "id");
  await db.schema
    .createIndex("feed_messages_movements")
    .on("feed_messages")
    .columns(["facility_id", "said_at"])
    .where(sql.ref("movement"), "=", sql.lit(1))
    .execute();
  await db.schema
    .createTable("feed_raw")
    .addColumn("message_id", types.id, (c) =>
      c.primaryKey().references("feed_messages.id"),
    )
    .addColumn("content", types.bytes, (c) => c.notNull())
    .execute();
}

async function createNumbers(
  db: Kysely<Schema>,
  types: ColumnTypes,
): Promise<void> {
  await db.schema
    .createTable("feed_numbers")
    .addColumn("id", types.id, (c) => types.generated(c.primaryKey()))
    .addColumn("scope", "text", (c) => c.notNull())
    .addColumn("number", "text", (c) => c.notNull())
    .addColumn("patient_id", types.id, (c) => c.references("patients.id"))
    .addUniqueConstraint("feed_numbers_key", ["number", "scope"])
    .execute();
  await addIndex(db, "feed_numbers", "patient_id");
  await db.schema
    .createTable("feed_message_numbers")
    .addColumn("number_id", types.id, (c) =>
      c.notNull().references("feed_numbers.id"),
    )
    .addColumn("message_id", types.id, (c) =>
      c.notNull().references("feed_messages.id"),
    )
    .addPrimaryKeyConstraint("feed_message_numbers_key", [
      "number_id",
      "message_id",
    ])
    .modifyEnd(types.clustered)
    .execute();
  await addIndex(db, "feed_message_numbers", "message_id");
}
