import { sql } from "kysely";
import type { Kysely } from "kysely";
import { epochDayOf } from "~/domain/calendar";
import {
  PhysiciansChange,
  updatePhysicians,
} from "~server/measures/physicians/physicians-change";
import { readHistories } from "~server/measures/totals/patient-histories";
import type { Schema } from "~server/store/schema";

const FACILITIES = 200;
const PATIENTS = 60_000;
const LAST_DAY = epochDayOf("2026-06-15");
const FIRST_DAY = LAST_DAY - 600;

/** The physician of facility 1, in region 1 and division 1. */
export const A_PHYSICIAN = 1_000_000_101;

/**
 * Fills an empty PostgreSQL with 200 facilities in 20 regions, so its planner has to choose between index and table.
 * Rows are sorted by day, as after nightly imports; figures mean nothing.
 */
export async function fillLargeCompany(db: Kysely<Schema>): Promise<void> {
  await fillPlaces(db);
  await fillCensus(db);
  await fillTotals(db);
  await fillFeed(db);
  await db
    .updateTable("data_state")
    .set({
      version: 1,
      origin: "import",
      imported_at: "2026-06-15T04:30:00.000Z",
    })
    .execute();
  await sql`analyze`.execute(db);
}

async function fillPlaces(db: Kysely<Schema>): Promise<void> {
  for (const statement of [
    sql`insert into divisions (id, name) select id, 'Division ' || id from generate_series(1, 4) as id`,
    sql`insert into regions (id, name, division_id)
      select id, 'Region ' || id, (id + 4) / 5 from generate_series(1, 20) as id`,
    // The second facility of each region has earlier data cut-offs.
    sql`insert into facilities (id, name, region_id, data_through)
      select id, 'Facility ' || id, (id + 9) / 10, ${sql.lit(LAST_DAY)} - case when id % 10 = 2 then 20 else 0 end
      from generate_series(1, ${sql.lit(FACILITIES)}) as id`,
    sql`insert into physicians (npi, first_name, last_name)
      select 1000000000 + 100 * facility + number, 'First', 'Last ' || number
      from generate_series(1, ${sql.lit(FACILITIES)}) as facility, generate_series(1, 10) as number`,
  ]) {
    await statement.execute(db);
  }
}

async function fillCensus(db: Kysely<Schema>): Promise<void> {
  const facility = sql.raw(`(1 + id % ${FACILITIES})`);
  const day = sql.raw(
    `(${FIRST_DAY} + id * ${LAST_DAY - FIRST_DAY} / ${PATIENTS})`,
  );
  // Counts earlier rows of the facility, so facts and position are independent.
  const turn = sql.raw(`(id / ${FACILITIES})`);
  const npi = sql`(1000000000 + 100 * ${facility} + 1 + ${turn} / 5 % 10)`;
  const ids = sql.raw(`generate_series(1, ${PATIENTS}) as id`);
  for (const statement of [
    sql`insert into patients (id, mrn, first_name, last_name, frailty_score)
      select id, 'M' || id, 'First', 'Last ' || id, ${turn} % 8 from ${ids}`,
    sql`insert into stays (id, patient_id, facility_id, npi, admitted_on, discharged_on, days_end, admitted_from,
        isnp, long_stay_from, rth, ed)
      select id, id, ${facility}, ${npi}, ${day}, case when ${turn} % 7 = 0 then null else ${day} + 30 end,
        case when ${turn} % 7 = 0 then null else ${day} + 30 end,
        case when ${turn} % 11 = 0 then 'community' else 'hospital' end, ${turn} % 2, ${day} + 20,
        case when ${turn} % 5 = 1 then 1 else 0 end, case when ${turn} % 5 = 2 then 1 else 0 end from ${ids}`,
    sql`insert into transfers (id, patient_id, facility_id, transferred_on, outcome, planned, stay_id, trip_id, trip_planned, long_stay, facts)
      select id, id, ${facility}, ${day} + 10, case when ${turn} % 5 = 2 then 'ed_only' else 'inpatient' end,
        0, id, id, 0, 1, 0 from ${ids} where ${turn} % 5 in (1, 2)`,
    sql`insert into notes (id, patient_id, facility_id, npi, noted_at, note_type, note_text, high_risk)
      select id, id, ${facility}, ${npi}, to_char(date '1970-01-01' + ${day}, 'YYYY-MM-DD"T12:00:00.000Z"'),
        'visit', repeat('text ', 20), 0 from ${ids}`,
  ]) {
    await statement.execute(db);
  }
  const physicians = new PhysiciansChange();
  const all = await readHistories(db, () => sql`true`);
  for (const history of all) physicians.add(history);
  await updatePhysicians(db, physicians);
}

async function fillTotals(db: Kysely<Schema>): Promise<void> {
  const places = sql.raw(`(
    select 0 as level, 0 as place_id union all select 1, id from divisions
    union all select 2, id from regions union all select 3, id from facilities) as places,
    generate_series(0, 1) as isnp`);
  await insertOnes(
    db,
    "place_totals",
    ["level", "place_id", "isnp", "grain", "day"],
    sql`select level, place_id, isnp, grain, day
      from ${places}, generate_series(0, 1) as grain, generate_series(${sql.lit(FIRST_DAY)}, ${sql.lit(LAST_DAY)}, 4) as day`,
  );
  await insertOnes(
    db,
    "absences",
    ["level", "place_id", "isnp", "until_day", "from_day"],
    sql`select level, place_id, isnp, day, day - 12
      from ${places}, generate_series(${sql.lit(FIRST_DAY)}, ${sql.lit(LAST_DAY)}, 5) as day`,
  );
}

/** One message in a hundred waits, and one transfer in three has an assumed outcome. */
async function fillFeed(db: Kysely<Schema>): Promise<void> {
  for (const statement of [
    sql`insert into feed_messages (digest, received_at, via, encoding, reused_id, type, status, reason, facility_id, role, said_at, movement)
      select 'digest ' || id, noted_at, 'mllp', 'hl7', 0, 'ADT^A01', case when id % 100 = 0 then 'waiting' else 'used' end,
        case when id % 100 = 0 then 'no_stay' end, facility_id, 'facility', noted_at, 1
      from notes order by id`,
    sql`insert into feed_facilities (facility_id, last_message_at, last_movement_at)
      select facility_id, max(said_at), max(said_at) from feed_messages group by facility_id`,
    sql`update transfers set assumed = 1 where id % 3 = 0`,
    // Facility 1 has one doubtful row of each kind.
    sql`update transfers set stay_id = null, transferred_on = transferred_on + 60 where id = 45200`,
    sql`update patients set mrn = 'M' || id / 400 where id % 200 = 0`,
    sql`update stays set shares_mrn = 1 where patient_id % 200 = 0`,
    sql`update stays set npi = null where id = 45000`,
    sql`insert into stays (id, patient_id, facility_id, npi, admitted_on, discharged_on, admitted_from, isnp, long_stay_from, rth, ed)
      select id + 1000000, patient_id, facility_id, npi, discharged_on - id / 200 % 2, discharged_on + 9, 'hospital', isnp, discharged_on + 100, 0, 0
      from stays where id % 200 = 0 and discharged_on is not null`,
    sql`update stays set overlapping = id / 200 % 2, lacks_transfer = 1 - id / 200 % 2
      where id % 200 = 0 and discharged_on is not null`,
  ]) {
    await statement.execute(db);
  }
}

/** All other columns are 1. */
async function insertOnes(
  db: Kysely<Schema>,
  table: string,
  keys: readonly string[],
  rows: ReturnType<typeof sql>,
): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and attname <> all(${[...keys]})`.execute(db);
  const others = columns.map(({ name }) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join([...keys.map((key) => sql.ref(key)), ...others])})
    select filled.*, ${sql.join(others.map(() => sql`1`))} from (${rows}) as filled`.execute(
    db,
  );
}
