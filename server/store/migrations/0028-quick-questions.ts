import { sql, type Kysely, type Migration } from "kysely";
import type { Schema } from "../schema";

/**
 * Indexes for questions about a whole company: its census is judged without a look into `stays`, its newest transfers are found
 * without sorting those of a year, and what is open or in doubt without reading what is not.
 */
export function quickQuestions(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .dropIndex("stays_by_facility_id_and_admitted_on")
        .execute();
      await db.schema
        .createIndex("stays_by_facility_id_and_admitted_on")
        .on("stays")
        .columns([
          "facility_id",
          "admitted_on",
          "discharged_on",
          "patient_id",
          "npi",
          "isnp",
        ])
        .execute();
      await db.schema
        .createIndex("transfers_by_transferred_on")
        .on("transfers")
        .column("transferred_on")
        .execute();
      await sql`create index transfers_with_assumed_outcome
        on transfers (facility_id, transferred_on) where assumed = 1`.execute(
        db,
      );
      await sql`create index transfers_outside_stays
        on transfers (facility_id, transferred_on) where stay_id is null`.execute(
        db,
      );
      await sql`create index feed_messages_waiting
        on feed_messages (status, facility_id, reason) where status = 'waiting'`.execute(
        db,
      );
      await sql`create index reviews_with_open_action on reviews (facility_id)
        where due_on is not null and done_on is null`.execute(db);
    },
  };
}
