import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Flag, Schema } from "~server/store/schema";
import { countedStays, longStayEvents } from "./counted-stays";
import {
  runningTotals,
  spanOf,
  TOTALS,
  type CountedStay,
  type LongStayEvent,
} from "./facility-totals";
import { rowInserter, type RowWriter } from "./row-writer";

/**
 * Writes the cumulative rows and spans of facilities again, from their stays and transfers with what was derived for
 * them. A facility without ISNP stays gets no ISNP rows, and one without stays gets none.
 *
 * @yields after each facility, 1
 */
export async function* rebuildFacilities(
  db: Kysely<Schema>,
  facilityIds: Iterable<number>,
  today: EpochDay,
): AsyncGenerator<number> {
  const writer = rowInserter(db, "cumulative", [
    "facility_id",
    "isnp",
    "day",
    ...TOTALS,
  ]);
  for (const id of facilityIds) {
    for (const table of ["cumulative", "cumulative_spans"] as const) {
      await db.deleteFrom(table).where("facility_id", "=", id).execute();
    }
    await writeFacility(db, writer, id, today);
    yield 1;
  }
  await writer.flush();
}

async function writeFacility(
  db: Kysely<Schema>,
  writer: RowWriter,
  facilityId: number,
  today: EpochDay,
): Promise<void> {
  const stays = await countedStays(db)
    .where("stays.facility_id", "=", facilityId)
    .execute();
  const events = await longStayEvents(db)
    .where("transfers.facility_id", "=", facilityId)
    .execute();
  const span = spanOf(stays, events, today);
  if (!span) return;
  await db
    .insertInto("cumulative_spans")
    .values({ facility_id: facilityId, ...span })
    .execute();

  const days = { first: span.first_day, last: span.last_day };
  await writer.write(cumulativeRows(facilityId, 0, stays, events, days));
  const isnpStays = stays.filter((stay) => stay.isnp === 1);
  if (isnpStays.length === 0) return;
  const isnpEvents = events.filter((event) => event.isnp === 1);
  await writer.write(
    cumulativeRows(facilityId, 1, isnpStays, isnpEvents, days),
  );
}

function* cumulativeRows(
  facilityId: number,
  isnp: Flag,
  stays: readonly CountedStay[],
  events: readonly LongStayEvent[],
  { first, last }: { first: EpochDay; last: EpochDay },
): Generator<number[]> {
  const totals = runningTotals(stays, events, first, last);
  const columns = TOTALS.map((total) => totals[total]);
  for (let day = first; day <= last; day += 1) {
    const row = [facilityId, isnp, day];
    for (const column of columns) row.push(column[day - first] ?? 0);
    yield row;
  }
}
