import { sql } from "kysely";
import type { Kysely } from "kysely";
import { addIndex, columnTypesOf } from "../dialect";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Schema } from "../schema";

export async function createCensusTables(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  await createPlaces(db, dialect);
  await createPeople(db, dialect);
  await createStays(db, dialect);
  await createTransfers(db, dialect);
  await createNotes(db, dialect);
}

async function createPlaces(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const types = columnTypesOf(dialect);
  await db.schema
    .createTable("divisions")
    .addColumn("id", types.id, (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("regions")
    .addColumn("id", types.id, (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("division_id", types.id, (c) =>
      c.notNull().references("divisions.id"),
    )
    .execute();
  let facilities = db.schema
    .createTable("facilities")
    .addColumn("id", types.id, (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("region_id", types.id, (c) =>
      c.notNull().references("regions.id"),
    )
    .addColumn("ccn", "text");
  for (const stars of ["overall", "survey", "quality", "staffing"] as const) {
    facilities = facilities
      .addColumn(stars, "integer")
      .addCheckConstraint(
        `facilities_${stars}`,
        sql`${sql.ref(stars)} between 1 and 5`,
      );
  }
  await facilities.execute();
  await addIndex(db, "regions", "division_id");
  await addIndex(db, "facilities", "region_id");
  await addIndex(db, "facilities", "ccn");
}

async function createPeople(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const types = columnTypesOf(dialect);
  await db.schema
    .createTable("physicians")
    .addColumn("npi", types.id, (c) => c.primaryKey())
    .addColumn("first_name", "text")
    .addColumn("last_name", "text")
    .addColumn("credentials", "text")
    .addColumn("primary_specialty", "text")
    .addColumn("alternate_specialty", "text")
    .addColumn("organization_legal_name", "text")
    .execute();
  await db.schema
    .createTable("patients")
    .addColumn("id", types.id, (c) => c.primaryKey())
    .addColumn("mrn", "text")
    .addColumn("first_name", "text")
    .addColumn("last_name", "text")
    .addColumn("frailty_score", "integer")
    .execute();
}

async function createStays(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const types = columnTypesOf(dialect);
  await db.schema
    .createTable("stays")
    .addColumn("id", types.id, (c) => c.primaryKey())
    .addColumn("patient_id", types.id, (c) =>
      c.notNull().references("patients.id"),
    )
    .addColumn("facility_id", types.id, (c) =>
      c.notNull().references("facilities.id"),
    )
    .addColumn("npi", types.id, (c) => c.references("physicians.npi"))
    .addColumn("admitted_on", "integer", (c) => c.notNull())
    .addColumn("discharged_on", "integer")
    .addColumn("admitted_from", "text", (c) => c.notNull())
    .addColumn("isnp", "integer", (c) => c.notNull())
    .addColumn("long_stay_from", "integer", (c) => c.notNull())
    .addColumn("rth", "integer", (c) => c.notNull())
    .addColumn("ed", "integer", (c) => c.notNull())
    .addCheckConstraint("stays_order", sql`discharged_on >= admitted_on`)
    .addCheckConstraint(
      "stays_admitted_from",
      sql`admitted_from in ('hospital', 'community', 'other')`,
    )
    .addCheckConstraint(
      "stays_flags",
      sql`isnp in (0, 1) and rth in (0, 1) and ed in (0, 1)`,
    )
    .execute();
  await addIndex(db, "stays", "facility_id", "admitted_on");
  await addIndex(db, "stays", "npi", "facility_id", "admitted_on");
  await addIndex(db, "stays", "patient_id", "facility_id", "admitted_on");
}

async function createTransfers(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const types = columnTypesOf(dialect);
  await db.schema
    .createTable("transfers")
    .addColumn("id", types.id, (c) => c.primaryKey())
    .addColumn("patient_id", types.id, (c) =>
      c.notNull().references("patients.id"),
    )
    .addColumn("facility_id", types.id, (c) =>
      c.notNull().references("facilities.id"),
    )
    .addColumn("transferred_on", "integer", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.notNull())
    .addColumn("planned", "integer", (c) => c.notNull())
    .addColumn("stay_id", types.id, (c) =>
      c.references("stays.id").onDelete("set null"),
    )
    .addColumn("long_stay", "integer", (c) => c.notNull())
    .addCheckConstraint(
      "transfers_outcome",
      sql`outcome in ('inpatient', 'observation', 'ed_only')`,
    )
    .addCheckConstraint(
      "transfers_flags",
      sql`planned in (0, 1) and long_stay in (0, 1)`,
    )
    .execute();
  await addIndex(db, "transfers", "patient_id", "transferred_on");
  await addIndex(db, "transfers", "facility_id", "transferred_on");
  await addIndex(db, "transfers", "stay_id");
}

async function createNotes(
  db: Kysely<Schema>,
  dialect: Dialect,
): Promise<void> {
  const types = columnTypesOf(dialect);
  await db.schema
    .createTable("notes")
    .addColumn("id", types.id, (c) => c.primaryKey())
    .addColumn("patient_id", types.id, (c) =>
      c.notNull().references("patients.id"),
    )
    .addColumn("facility_id", types.id, (c) =>
      c.notNull().references("facilities.id"),
    )
    .addColumn("npi", types.id, (c) => c.references("physicians.npi"))
    .addColumn("noted_at", "text", (c) => c.notNull())
    .addColumn("note_type", "text", (c) => c.notNull())
    .addColumn("note_text", "text", (c) => c.notNull())
    .addColumn("provider", "text")
    .addColumn("high_risk", "integer", (c) => c.notNull())
    .addCheckConstraint("notes_high_risk", sql`high_risk in (0, 1)`)
    .execute();
  await addIndex(db, "notes", "facility_id", "noted_at");
  await addIndex(db, "notes", "npi", "noted_at");
  await addIndex(db, "notes", "patient_id");
}
