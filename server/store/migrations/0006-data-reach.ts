import { sql } from "kysely";
import type { Kysely, Migration, RawBuilder } from "kysely";
import { epochDayOf, newYorkDay } from "~/domain/calendar";
import type { Schema } from "../schema";

/** Existing data are complete through their last import. Repeats of a transfer no longer count. */
export function dataReach(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .alterTable("facilities")
        .addColumn("data_through", "integer")
        .execute();
      const state = await db
        .selectFrom("data_state")
        .select("imported_at")
        .executeTakeFirst();
      if (state?.imported_at) {
        const day = epochDayOf(newYorkDay(new Date(state.imported_at)));
        await db.updateTable("facilities").set("data_through", day).execute();
      }
      await countTransfersOnce(db);
    },
  };
}

async function countTransfersOnce(db: Kysely<Schema>): Promise<void> {
  // Repeats of a long-stay event: the first counts, unplanned before planned, then by id.
  await sql`create temporary table repeats as
    select id, facility_id, transferred_on, outcome, planned, stay_id from (
      select transfers.*, row_number() over (
        partition by patient_id, facility_id, transferred_on, outcome order by planned, id) as place
      from transfers where long_stay = 1
    ) as told
    where told.place > 1`.execute(db);
  await sql`update cumulative set
      h_events = h_events - ${repeatsBefore("repeats.outcome <> 'ed_only' and repeats.planned = 0")},
      ed_events = ed_events - ${repeatsBefore("repeats.outcome = 'ed_only'")},
      adm_events = adm_events - ${repeatsBefore("repeats.outcome = 'inpatient' and repeats.planned = 0")}
    where facility_id in (select facility_id from repeats)`.execute(db);
  await sql`update transfers set long_stay = 0
    where id in (select id from repeats)`.execute(db);
  await sql`drop table repeats`.execute(db);
}

/** Number of repeats of a kind that a row of running totals has counted. */
function repeatsBefore(kind: string): RawBuilder<number> {
  return sql`(select count(*) from repeats join stays on stays.id = repeats.stay_id
    where repeats.facility_id = cumulative.facility_id and repeats.transferred_on <= cumulative.day
      and (cumulative.isnp = 0 or stays.isnp = 1) and ${sql.raw(kind)})`;
}
