import { setImmediate as nextTurn } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import { DayTally, type DayCounts } from "~server/measures/totals/day-counts";
import { beginsAfter } from "~server/measures/totals/place-reach";
import type { Schema } from "~server/store/schema";
import { isOneOf, type StayFilter } from "../question";
import { PackedHistory, IS } from "./history-format";
import {
  countedDays,
  eachCountedEvent,
  type CountedDays,
} from "./physician-figures";

/** Histories per read: two megabytes, a few milliseconds. */
const HISTORIES_AT_ONCE = 300;

/** A history with its facility's data cut-off; null if there is none, so nothing counts. */
export interface ReachedHistory {
  npi: number;
  history: PackedHistory;
  reach: EpochDay | null;
  /** Its facility's data begin after `begunBy`. */
  late: boolean;
}

/** Yields pages; `begunBy` is the day by which data must begin, if that matters. */
export async function* pagesOfHistories(
  db: Kysely<Schema>,
  { facilityIds, npi }: StayFilter,
  begunBy: EpochDay | null = null,
): AsyncGenerator<ReachedHistory[]> {
  const places = isOneOf("histories.facility_id", facilityIds);
  const whose =
    npi === undefined
      ? sql`1 = 1`
      : sql`histories.npi = ${npi ?? NO_PHYSICIAN_ID}`;
  const late =
    begunBy === null
      ? sql`0`
      : sql`case when ${beginsAfter(begunBy)} then 1 else 0 end`;
  let last = { facility_id: -1, npi: -1 };
  for (;;) {
    const { rows } = await sql<{
      facility_id: number;
      npi: number;
      history: Uint8Array;
      reach: EpochDay | null;
      late: number;
    }>`
      select histories.facility_id, histories.npi, histories.history, facilities.data_through as reach, ${late} as late
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
      late: row.late === 1,
    }));
    last = rows.at(-1) ?? last;
    if (rows.length < HISTORIES_AT_ONCE) return;
    await nextTurn();
  }
}

export function daysOfHistories(
  histories: readonly Omit<ReachedHistory, "npi">[],
  { from, to }: { from: EpochDay; to: EpochDay },
  isnp: boolean,
): DayCounts[] {
  const tally = new DayTally();
  for (const { history, reach } of histories) {
    const days = countedDays({ from, to, isnp }, reach);
    if (!days) continue;
    addStays(tally, history, days);
    eachCountedEvent(history, days, (column, day) => tally.add(day, column, 1));
  }
  return tally.inOrder();
}

function addStays(
  tally: DayTally,
  history: PackedHistory,
  { from, to, settled, isnp }: CountedDays,
): void {
  history.eachStay((_patient, admitted, end, longStayFrom, bits) => {
    if (admitted > to || (isnp && !(bits & IS.isnp))) return;
    if (admitted >= from && admitted <= settled) {
      if (bits & IS.fromHospital) tally.add(admitted, "settled_adm", 1);
      if (bits & IS.rth) tally.add(admitted, "rth", 1);
      if (bits & IS.ed) tally.add(admitted, "ed", 1);
    }
    const first = Math.max(longStayFrom, from);
    const after = Math.min(end, to + 1);
    if (after <= first) return;
    tally.add(first, "long_residents", 1);
    tally.add(after, "long_residents", -1);
  });
}
