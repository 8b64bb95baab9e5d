import { stringify } from "csv-stringify/sync";
import { sql, type RawBuilder, type SqlBool, type Kysely } from "kysely";
import type { RowTag } from "~/domain/figures/figure-tags";
import type { EpochDay } from "~/domain/calendar";
import { CSV_FORM, csvCell } from "~/domain/lists/csv-cells";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import { listInView } from "~server/access/facilities";
import { REVIEW_ID } from "~server/measures/transfers/review-of-transfer";
import {
  isTransferOf,
  TRANSFERS_OF_STAYS,
} from "~server/measures/transfers/which-transfers";
import { readDataState, type DataState } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";
import type { ReadReplicas } from "~server/store/read-replicas";
import type { Schema } from "~server/store/schema";
import { DataChangedError } from "~server/store/snapshot";
import { type MetricRow, cellsOf, ROW_COLUMNS } from "./metric-rows-columns";
import {
  staysOf,
  type Question,
  daysInRange,
  happenedIn,
  hasDay,
  IS_ED_VISIT,
  IS_HOSPITALIZATION,
  IS_UNPLANNED_ADMISSION,
  STAYS,
  TRANSFERS,
} from "./question";

export function csvOf(tag: RowTag, rows: readonly MetricRow[]): string {
  return csv(rows.map((row) => cellsOf(tag, row).map(csvCell)));
}

/** The byte order mark, so spreadsheets read UTF-8, and the header row. */
export function csvHeadOf(tag: RowTag): string {
  return csv([ROW_COLUMNS[tag]], true);
}

function csv(records: readonly (readonly unknown[])[], bom = false): string {
  return stringify([...records], { bom, ...CSV_FORM });
}

/** Rows per read: few enough not to block other requests. */
export const PAGE_ROWS = 250;
/** Facilities per read, if they have few rows. */
const PAGE_FACILITIES = 10;

/** Where a page begins: the facility's index in the list, and the row before it. */
export interface PageStart {
  facility: number;
  after: { day: EpochDay; id: number } | null;
}

/** `next` starts the next page; null on the last. */
export interface RowPage {
  rows: MetricRow[];
  next: PageStart | null;
}

/**
 * Reads the rows behind a figure in one snapshot, by facility, day and id. Calls `eachPage` once per page with a
 * function that reads it in milliseconds; a page may be empty. Let other requests in between, but do not wait for the
 * client: the snapshot stays open to the end.
 *
 * Throws {@link DataChangedError} before the first page if the places changed since access was checked.
 */
export async function readMetricPages(
  {
    store,
    replicas,
  }: { store: Pick<Store, "db">; replicas: Pick<ReadReplicas, "read"> },
  {
    tag,
    question,
    judged,
  }: { tag: RowTag; question: Question; judged: DataState },
  eachPage: (read: () => Promise<MetricRow[]>) => Promise<void>,
): Promise<void> {
  let isBegun = false;
  await replicas.read(await readDataState(store.db), async (snapshot) => {
    // If a standby fails in the middle, the primary would take over with another snapshot.
    if (isBegun) throw new Error("rows cannot be read in two snapshots");
    const found = await readDataState(snapshot);
    if (found.wideVersion !== judged.wideVersion) throw new DataChangedError();
    const facilityIds = await listFacilitiesOfRows(snapshot, question);
    let start: PageStart | null = { facility: 0, after: null };
    isBegun = true;
    while (start) {
      const from: PageStart = start;
      const asked = { tag, question, facilityIds, start: from };
      await eachPage(async () => {
        const page = await readMetricRows(snapshot, asked);
        start = page.next;
        return page.rows;
      });
    }
  });
}

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

type Sql = RawBuilder<unknown>;
type Condition = RawBuilder<SqlBool>;

interface RowSource {
  /** Tables with the aliases `stays`, `facilities`, `patients` and, for rows with events, `event`. */
  tables: Sql;
  where: Condition;
  facility: Sql;
  /** Rows of a facility are sorted by day, then `id`. */
  day: Sql;
  id: Sql;
  days: Sql;
  hasEvent: boolean;
  also?: Sql;
}

/** The rows behind each figure: their number, or the sum of their days, equals it. */
const ROW_SOURCES: Record<RowTag, (question: Question) => RowSource> = {
  patient_count: newestStays,
  days_of_care: (question) => ({
    ...stays(question, hasDay(question)),
    days: daysInRange(question),
  }),
  pd_lt_doc: (question) => ({
    ...stays(question, hasDay(question, "long_stay_from")),
    days: daysInRange(question, "long_stay_from"),
  }),
  snf_adm: (question) => stays(question, wasAdmittedIn(question)),
  ach_adm: (question) => stays(question, cameFromHospitalIn(question)),
  rth: (question) => returns(question, sql`stays.rth = 1`, IS_HOSPITALIZATION),
  ed: (question) => returns(question, sql`stays.ed = 1`, IS_ED_VISIT),
  h_1000: (question) => longStayEvents(question, IS_HOSPITALIZATION),
  ed_1000: (question) => longStayEvents(question, IS_ED_VISIT),
  adm_1000: (question) => longStayEvents(question, IS_UNPLANNED_ADMISSION),
  transfers: (question) => ({
    tables: sql`${TRANSFERS_OF_STAYS} join patients on patients.id = transfers.patient_id
        join transfers as event on event.id = transfers.id
        left join reviews on reviews.id = ${REVIEW_ID}`,
    also: sql`, reviews.state as review_state, reviews.avoidable, reviews.causes`,
    where: isTransferOf(question),
    ...BY_TRANSFER,
  }),
};

const BY_TRANSFER = {
  facility: sql`transfers.facility_id`,
  day: sql`transfers.transferred_on`,
  id: sql`transfers.id`,
  days: sql`null`,
  hasEvent: true,
};

const STAYS_AND_PATIENTS = sql`${STAYS} join patients on patients.id = stays.patient_id`;

function stays(question: Question, condition: Condition): RowSource {
  return {
    tables: STAYS_AND_PATIENTS,
    where: sql`${staysOf(question)} and ${condition}`,
    facility: sql`stays.facility_id`,
    day: sql`stays.admitted_on`,
    id: sql`stays.id`,
    days: sql`null`,
    hasEvent: false,
  };
}

function wasAdmittedIn({ from, to }: Question): Condition {
  return sql`stays.admitted_on between ${from} and ${to}
    and stays.admitted_on <= facilities.data_through`;
}

function cameFromHospitalIn(question: Question): Condition {
  return sql`${wasAdmittedIn(question)} and stays.admitted_from = 'hospital'`;
}

/** One row per patient: the newest stay that counts, at any facility. The inner queries read all stays. */
function newestStays(question: Question): RowSource {
  const theirs = sql`from ${STAYS} where stays.patient_id = patients.id
    and ${staysOf(question)} and ${hasDay(question)}`;
  return {
    ...stays(question, hasDay(question)),
    where: sql`${hasDay(question)} and stays.id = (
      select stays.id ${theirs}
      order by stays.admitted_on desc, stays.id desc limit 1)`,
    days: sql`(select sum(${daysInRange(question)}) ${theirs})`,
  };
}

/** The 30 days after the admission are over (R79). */
const IS_SETTLED = sql`stays.admitted_on + ${sql.lit(RETURN_WINDOW_DAYS)} <= facilities.data_through`;

function returns(
  question: Question,
  isCounted: Condition,
  kind: Condition,
): RowSource {
  return {
    ...stays(
      question,
      sql`${cameFromHospitalIn(question)} and ${IS_SETTLED} and ${isCounted}`,
    ),
    tables: sql`${STAYS_AND_PATIENTS} left join transfers as event on event.id = (
      select transfers.id from ${TRANSFERS}
      where transfers.patient_id = patients.id and ${kind}
        and (transfers.stay_id = stays.id or transfers.transferred_on > stays.admitted_on)
        and transfers.transferred_on between stays.admitted_on
          and stays.admitted_on + ${RETURN_WINDOW_DAYS}
        and transfers.transferred_on <= facilities.data_through
      order by transfers.transferred_on, transfers.id limit 1)`,
    hasEvent: true,
  };
}

function longStayEvents(question: Question, kind: Condition): RowSource {
  return {
    tables: sql`${TRANSFERS} join stays on stays.id = transfers.stay_id
      join patients on patients.id = stays.patient_id
      join transfers as event on event.id = transfers.id`,
    where: sql`${staysOf(question)} and ${happenedIn(question)}
      and transfers.long_stay = 1 and ${kind}`,
    ...BY_TRANSFER,
  };
}

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
    const id = facilityIds[facility] ?? 0;
    const found = await readFacility(db, source, id, after, missing);
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
  facilityId: number,
  after: PageStart["after"],
  limit: number,
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
