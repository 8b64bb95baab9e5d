import {
  sql,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
} from "kysely";
import { isoDayOf, type EpochDay, type IsoDay } from "~/domain/calendar";
import { lastFirst } from "~/domain/person-name";
import {
  backOn,
  outSince,
  RULES_LOOK_BACK_DAYS,
  tripOut,
  type StayThere,
} from "~/features/today/rules/at-hospital";
import type { TodayFacts } from "~/features/today/rules/resident-day";
import { todayLimits } from "~/features/today/rules/attention-rules.data";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import {
  isIn,
  STAYS,
  staysOf,
  type StayFilter,
} from "~server/measures/question";
import {
  DISCHARGED_ON,
  readStaysThere,
  stayThere,
} from "~server/measures/stays-there";
import { readTrips, type StoredTrip } from "~server/measures/trips";
import {
  isEdVisit,
  isHospitalization,
} from "~/domain/residents/transfer-kinds";
import type { PatientTable, Schema, StayTable } from "~server/store/schema";

type Db = Kysely<Schema>;

/** The residents asked for, and each facility's local day. */
export interface TodayQuestion extends Pick<StayFilter, "facilityIds" | "npi"> {
  todayAt: (facilityId: number) => EpochDay;
  /** Rows of `stays` that the viewer sees. */
  inView: RawBuilder<SqlBool>;
}

/** Days over which transfers are counted. */
type Span = 30 | 90 | 180;

/** Unplanned, at any facility, up to that many days back (R328). */
type Counts = Record<`${"hospitalizations" | "ed_visits"}_${Span}`, number>;

/** What the counts need. */
interface CountedResident<Day = EpochDay> extends Omit<
  TodayFacts<Day>,
  "high_risk_note_on"
> {
  resident_id: number;
  first_name: string | null;
  last_name: string | null;
  facility_id: number;
  stay_id: number;
}

export interface ResidentRow extends CountedResident<IsoDay>, Counts {
  mrn: string | null;
  facility_name: string;
  unit: string | null;
  npi: number | null;
  physician_name: string | null;
  /** Their transfer to hospital if it has a review. */
  out_transfer_id: number | null;
  /** The hospital, if known. */
  out_hospital: string | null;
}

/** Residents in house at the data cut-off, or out at hospital (R327, R329), in any order. */
export async function readTodayResidents(
  db: Db,
  question: TodayQuestion,
): Promise<ResidentRow[]> {
  const { rows } = await sql<StayRow>`
    select ${STAY_COLUMNS}, ${DISCHARGED_ON} as discharged_on, ${PATIENT_COLUMNS}, stays.npi, stays.unit, facilities.name as facility_name, patients.mrn,
      physicians.first_name as physician_first_name, physicians.last_name as physician_last_name
    from ${STAYS} join patients on patients.id = stays.patient_id
      left join physicians on physicians.npi = stays.npi
    where ${mayBeThere(question)}`.execute(db);
  const placeOf = await readWhereabouts(db, question, rows);
  return rows.flatMap((row) => residentRow(row, placeOf(row)) ?? []);
}

/**
 * Those of {@link readTodayResidents} who may count in more than 'in house', all on one day. `noted` are the stays with
 * a note that may matter.
 */
export async function readCountedResidents(
  db: Db,
  question: { facilityIds: number[]; inView: RawBuilder<SqlBool> },
  { today, noted }: { today: EpochDay; noted: readonly number[] },
): Promise<CountedResident[]> {
  const { facilityIds, inView } = question;
  const since = today - RULES_LOOK_BACK_DAYS;
  // The + 0 keeps SQLite from looking for those who left by the day of their admission.
  const isThere = sql<SqlBool>`${isIn("stays.facility_id", facilityIds)} and ${inView}
    and stays.admitted_on + 0 <= facilities.data_through`;
  const hasTransfer = (patient: string) => sql`exists (select 1 from transfers
    where transfers.patient_id = ${sql.ref(patient)} and transfers.transferred_on >= ${since})`;
  const { rows } = await sql<CountedStay & { was_out: number | boolean }>`
    select there.*, ${PATIENT_COLUMNS}, ${hasTransfer("there.patient_id")} as was_out from (
      select ${STAY_COLUMNS}, cast(null as integer) as discharged_on from ${STAYS}
      where ${isThere} and stays.discharged_on is null and (
        (stays.admitted_from = 'hospital' and stays.admitted_on >= ${today - RETURN_WINDOW_DAYS})
        or stays.long_stay_from between ${today + 1} and ${today + todayLimits.longStayDays}
        or ${isIn("stays.id", noted)}
        or ${hasTransfer("stays.patient_id")})
      union all
      select ${STAY_COLUMNS}, ${DISCHARGED_ON} as discharged_on from ${STAYS}
      where ${isThere} and ${HAS_LEFT_LATELY} and (stays.discharged_on > facilities.data_through
        or exists (select 1 from transfers where transfers.stay_id = stays.id and transfers.transferred_on >= ${since}))) as there
    join patients on patients.id = there.patient_id`.execute(db);
  const asked = { todayAt: () => today };
  const moved = rows.filter((row) => row.was_out);
  const placeOf = await readWhereabouts(db, asked, moved, since);
  return rows.flatMap((row) => countedResident(row, placeOf(row)) ?? []);
}

type CountedStay = Pick<
  Selectable<StayTable>,
  | "id"
  | "patient_id"
  | "facility_id"
  | "admitted_on"
  | "discharged_on"
  | "admitted_from"
  | "long_stay_from"
> &
  Pick<Selectable<PatientTable>, "first_name" | "last_name" | "frailty_score">;

const STAY_COLUMNS = sql`stays.id, stays.patient_id, stays.facility_id, stays.admitted_on, stays.admitted_from, stays.long_stay_from`;

const PATIENT_COLUMNS = sql`patients.first_name, patients.last_name, patients.frailty_score`;

interface StayRow
  extends CountedStay, Pick<Selectable<StayTable>, "npi" | "unit"> {
  facility_name: string;
  mrn: string | null;
  physician_first_name: string | null;
  physician_last_name: string | null;
}

/** Open stays, and recent ones whose resident may be at hospital. */
export function mayBeThere({
  facilityIds,
  npi,
  inView,
}: Omit<TodayQuestion, "todayAt">): RawBuilder<SqlBool> {
  return sql<SqlBool>`${staysOf({ facilityIds, npi, isnp: false })} and ${inView} and stays.admitted_on <= facilities.data_through
    and (stays.discharged_on is null or ${HAS_LEFT_LATELY})`;
}

const HAS_LEFT_LATELY = sql<SqlBool>`stays.discharged_on >= facilities.data_through - ${sql.lit(todayLimits.outDays)}`;

/** All that tells whether a resident is out or back. */
interface Whereabouts {
  trips: readonly StoredTrip[];
  stays: readonly StayThere[];
  today: EpochDay;
}

/** Leaves out transfers before `since`. */
async function readWhereabouts(
  db: Db,
  { todayAt }: Pick<TodayQuestion, "todayAt">,
  rows: readonly CountedStay[],
  since?: EpochDay,
): Promise<(row: CountedStay) => Whereabouts> {
  const ids = [...new Set(rows.map(({ patient_id }) => patient_id))];
  const trips = await readTrips(db, ids, since);
  // Nobody is out or back without a transfer.
  const stays = await readStaysThere(db, [...trips.keys()]);
  return ({ patient_id, facility_id }) => ({
    trips: trips.get(patient_id) ?? [],
    stays: stays.get(patient_id) ?? [],
    today: todayAt(facility_id),
  });
}

/** Null for a resident who left and is not at hospital. */
function countedResident(
  row: CountedStay,
  { trips, stays, today }: Whereabouts,
): CountedResident | null {
  const stay = stayThere(row);
  const out = outSince(stay, trips, stays, today);
  const isOpen = stay.dischargedOn === null;
  if (!isOpen && out === null) return null;
  const back = backOn(stay, trips, stays);
  return {
    stay_id: row.id,
    resident_id: row.patient_id,
    first_name: row.first_name,
    last_name: row.last_name,
    facility_id: row.facility_id,
    admitted_on: row.admitted_on,
    from_hospital: stay.admittedFrom === "hospital",
    long_stay_from: row.long_stay_from,
    frailty_score: row.frailty_score,
    hospitalizations_30: countWithin(
      30,
      trips.filter(isHospitalization),
      today,
    ),
    ed_visits_30: countWithin(30, trips.filter(isEdVisit), today),
    out_since: out,
    bed_kept: out !== null && isOpen,
    back_on: back,
  };
}

function residentRow(row: StayRow, there: Whereabouts): ResidentRow | null {
  const counted = countedResident(row, there);
  if (!counted) return null;
  const { trips, stays, today } = there;
  const { out_since: out, back_on: back } = counted;
  const trip =
    out !== null ? tripOut(stayThere(row), trips, stays, today) : null;
  const toBed = trips.filter(isHospitalization);
  const visits = trips.filter(isEdVisit);
  return {
    ...counted,
    admitted_on: isoDayOf(counted.admitted_on),
    long_stay_from: isoDayOf(counted.long_stay_from),
    out_since: out === null ? null : isoDayOf(out),
    back_on: back === null ? null : isoDayOf(back),
    mrn: row.mrn,
    facility_name: row.facility_name,
    unit: row.unit,
    npi: row.npi,
    physician_name:
      row.npi === null
        ? null
        : lastFirst(row.physician_last_name, row.physician_first_name),
    hospitalizations_90: countWithin(90, toBed, today),
    hospitalizations_180: countWithin(180, toBed, today),
    ed_visits_90: countWithin(90, visits, today),
    ed_visits_180: countWithin(180, visits, today),
    out_transfer_id: trip?.planned === 0 ? trip.id : null,
    out_hospital: trip?.hospital ?? null,
  };
}

function countWithin(
  days: Span,
  trips: readonly StoredTrip[],
  today: EpochDay,
): number {
  return trips.filter(({ day }) => today - day <= days).length;
}
