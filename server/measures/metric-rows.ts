import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { RowTag } from "~/domain/figures/figure-tags";
import type { EpochDay } from "~/domain/calendar";
import { listInView } from "~server/access/facilities";
import { readDataState, type DataState } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import type { ReadReplicas } from "~server/store/read-replicas";
import type { Schema } from "~server/store/schema";
import { DataChangedError } from "~server/store/snapshot";
import type { MetricRow } from "./metric-rows-columns";
import { ROW_SOURCES, type RowSource } from "./metric-rows-query";
import { staysOf, type Question } from "./question";

/** Rows that are read at a time. Reading so few holds up nobody for long. */
export const PAGE_ROWS = 250;
/** Facilities that are read at a time, where they have few rows. */
const PAGE_FACILITIES = 10;

interface RowReaders {
  store: Pick<Store, "db">;
  replicas: Pick<ReadReplicas, "read">;
}

interface RowsAsked {
  tag: RowTag;
  question: Question;
  /** What the data were when it was decided who may ask this. */
  judged: DataState;
}

/** Where a page of rows begins: in which facility of the list, and after which row of it. */
export interface PageStart {
  facility: number;
  after: { day: EpochDay; id: number } | null;
}

/** Rows, and where the next ones begin; null after the last. */
export interface RowPage {
  rows: MetricRow[];
  next: PageStart | null;
}

/**
 * Reads the rows behind a figure in one snapshot, by facility, day and id. `eachPage` is called for one page after the other, and
 * calls what reads it; a page may be empty. Reading one takes some milliseconds, and others may be let in between. The snapshot
 * stays open until the last, so whoever takes the rows must not wait for a line.
 *
 * Throws {@link DataChangedError}, with no page read, where the places are others than when the question was judged.
 */
export async function readMetricPages(
  { store, replicas }: RowReaders,
  { tag, question, judged }: RowsAsked,
  eachPage: (read: () => Promise<MetricRow[]>) => Promise<void>,
): Promise<void> {
  let isBegun = false;
  await replicas.read(await readDataState(store.db), async (snapshot) => {
    // A standby that fails in the middle is followed by the primary, whose snapshot is another one.
    if (isBegun) throw new Error("rows cannot be read in two snapshots");
    const found = await readDataState(snapshot);
    if (found.wideVersion !== judged.wideVersion) throw new DataChangedError();
    const facilityIds = await listFacilitiesOfRows(snapshot, question);
    let start: PageStart | null = { facility: 0, after: null };
    isBegun = true;
    while (start) {
      const from: PageStart = start;
      await eachPage(async () => {
        const page = await readMetricRows(snapshot, {
          tag,
          question,
          facilityIds,
          start: from,
        });
        start = page.next;
        return page.rows;
      });
    }
  });
}

/** The facilities that may have rows, in the order of their ids. */
export async function listFacilitiesOfRows(
  db: Kysely<Schema>,
  question: Question,
): Promise<number[]> {
  const { facilityIds, npi } = question;
  if (npi !== undefined) {
    const { rows } = await sql<{ id: number }>`
      select distinct stays.facility_id as id from stays
      where ${staysOf(question)} order by id`.execute(db);
    return rows.map((row) => row.id);
  }
  return listInView(db, facilityIds);
}

/** One page of the rows behind a figure. */
export async function readMetricRows(
  db: Kysely<Schema>,
  {
    tag,
    question,
    facilityIds,
    start,
    limit = PAGE_ROWS,
  }: {
    tag: RowTag;
    question: Question;
    facilityIds: readonly number[];
    start: PageStart;
    limit?: number;
  },
): Promise<RowPage> {
  const source = ROW_SOURCES[tag](question);
  const rows: KeyedRow[] = [];
  let { facility, after } = start;
  const end = Math.min(facilityIds.length, facility + PAGE_FACILITIES);
  while (facility < end) {
    const missing = limit - rows.length;
    const found = await readFacility(db, source, {
      facilityId: facilityIds[facility] ?? 0,
      after,
      limit: missing,
    });
    rows.push(...found);
    const last = found.at(-1);
    if (last && found.length === missing) {
      after = { day: last.key_day, id: last.key_id };
      return { rows, next: { facility, after } };
    }
    facility += 1;
    after = null;
  }
  return {
    rows,
    next: facility < facilityIds.length ? { facility, after } : null,
  };
}

const EVENT = sql`event.transferred_on as event_on, event.outcome as event_outcome,
  event.trip_planned as event_planned, event.facility_id as event_facility_id,
  event_facilities.name as event_facility_name, event_facilities.time_zone as event_zone, event.id as transfer_id, event.assumed as event_assumed,
  event.minute_of_day, event.hospital, event.unit, event.reason, event.diagnosis, event.returned_on`;

const EVENT_FACILITY = sql`left join facilities as event_facilities
  on event_facilities.id = event.facility_id`;

const NO_EVENT = sql`null as event_on, null as event_outcome, null as event_planned,
  null as event_facility_id, null as event_facility_name`;

interface KeyedRow extends MetricRow {
  key_day: EpochDay;
  key_id: number;
}

async function readFacility(
  db: Kysely<Schema>,
  { tables, where, facility, day, id, days, hasEvent, also = sql`` }: RowSource,
  {
    facilityId,
    after,
    limit,
  }: { facilityId: number; after: PageStart["after"]; limit: number },
): Promise<KeyedRow[]> {
  const { rows } = await sql<KeyedRow>`
    select ${day} as key_day, ${id} as key_id,
      facilities.id as facility_id, facilities.name as facility_name,
      stays.npi, physicians.first_name as physician_first_name,
      physicians.last_name as physician_last_name,
      patients.id as patient_id, patients.mrn, patients.first_name, patients.last_name,
      stays.id as stay_id, stays.admitted_on, stays.discharged_on,
      stays.admitted_from, stays.isnp, stays.long_stay_from,
      ${days} as days, ${hasEvent ? EVENT : NO_EVENT} ${also}
    from ${tables}
    left join physicians on physicians.npi = stays.npi
    ${hasEvent ? EVENT_FACILITY : sql``}
    where ${where} and ${facility} = ${facilityId}
      ${after ? sql`and (${day}, ${id}) > (${after.day}, ${after.id})` : sql``}
    order by ${day}, ${id} limit ${limit}`.execute(db);
  return rows;
}
