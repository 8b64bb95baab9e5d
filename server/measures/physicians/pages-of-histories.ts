import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import { isOneOf, type StayFilter } from "../question";
import { PackedHistory } from "./history-format";

/** Histories that are read at once: two megabytes and a few milliseconds. */
const HISTORIES_AT_ONCE = 300;

/** A history, and the reach of the data of its facility; null where these have none, so that nothing counts. */
export interface ReachedHistory {
  npi: number;
  history: PackedHistory;
  reach: EpochDay | null;
}

/** The histories of a physician, or of all physicians, in some facilities; some at a time. */
export async function* pagesOfHistories(
  db: Kysely<Schema>,
  { facilityIds, npi }: StayFilter,
): AsyncGenerator<ReachedHistory[]> {
  const places = isOneOf("histories.facility_id", facilityIds);
  const whose =
    npi === undefined
      ? sql`1 = 1`
      : sql`histories.npi = ${npi ?? NO_PHYSICIAN_ID}`;
  let last = { facility_id: -1, npi: -1 };
  for (;;) {
    const { rows } = await sql<{
      facility_id: number;
      npi: number;
      history: Uint8Array;
      reach: EpochDay | null;
    }>`
      select histories.facility_id, histories.npi, histories.history, facilities.data_through as reach
      from physician_histories as histories
      join facilities on facilities.id = histories.facility_id
      where (histories.facility_id, histories.npi) > (${last.facility_id}, ${last.npi})
        and ${places ?? sql`1 = 1`} and ${whose}
      order by histories.facility_id, histories.npi
      limit ${HISTORIES_AT_ONCE}`.execute(db);
    yield rows.map((row) => ({
      npi: row.npi,
      history: new PackedHistory(row.history),
      reach: row.reach,
    }));
    last = rows.at(-1) ?? last;
    if (rows.length < HISTORIES_AT_ONCE) return;
    await nextTurn();
  }
}
