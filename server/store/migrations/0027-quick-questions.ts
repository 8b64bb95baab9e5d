import { sql, type Kysely, type Migration } from "kysely";
import { addIndex } from "../dialect";
import type { Schema } from "../schema";

/** Company-wide queries count from these indexes alone, without reading or sorting a year's rows. */
export function quickQuestions(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await widen(db, "stays", [
        "facility_id",
        "admitted_on",
        "discharged_on",
        "patient_id",
        "npi",
        "isnp",
      ]);
      await widen(db, "transfers", [
        "facility_id",
        "transferred_on",
        "trip_planned",
        "stay_id",
        "outcome",
        "minute_of_day",
        "hospital",
      ]);
      await addIndex(db, "transfers", "transferred_on");
      await sql`create index transfers_with_assumed_outcome
        on transfers (assumed, facility_id, transferred_on) where assumed = 1`.execute(
        db,
      );
      await sql`create index transfers_outside_stays
        on transfers (stay_id, facility_id, transferred_on) where stay_id is null`.execute(
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

async function widen(
  db: Kysely<Schema>,
  table: "stays" | "transfers",
  columns: string[],
): Promise<void> {
  const name = `${table}_by_${columns.slice(0, 2).join("_and_")}`;
  await db.schema.dropIndex(name).execute();
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}
