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
  tripOut,
  type StayThere,
} from "~/features/today/rules/at-hospital";
import { todayLimits } from "~/features/today/rules/attention-rules.data";
import { STAYS, staysOf, type StayFilter } from "~server/measures/question";
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
import type { Schema, StayTable } from "~server/store/schema";

type Db = Kysely<Schema>;

/** Days over which transfers are counted. */
const COUNTED_DAYS = [30, 90, 180] as const;

/** The residents asked for, and each facility's local day. */
export interface TodayQuestion extends Pick<StayFilter, "facilityIds" | "npi"> {
  todayAt: (facilityId: number) => EpochDay;
  /** Rows of `stays` that the viewer sees. */
  inView: RawBuilder<SqlBool>;
  /** Ignores earlier transfers and what follows from them. */
  since?: EpochDay | undefined;
}

/** Unplanned, at any facility, up to that many days back (R328). */
type Counts = Record<
  `${"hospitalizations" | "ed_visits"}_${(typeof COUNTED_DAYS)[number]}`,
  number
>;

export interface ResidentRow extends Counts {
  stay_id: number;
  resident_id: number;
  mrn: string | null;
  first_name: string | null;
  last_name: string | null;
  facility_id: number;
  facility_name: string;
  unit: string | null;
  npi: number | null;
  physician_name: string | null;
  admitted_on: IsoDay;
  from_hospital: boolean;
  /** The resident's 101st day at the facility. */
  long_stay_from: IsoDay;
  frailty_score: number | null;
  /** Null while in house. */
  out_since: IsoDay | null;
  /** The resident is out at hospital with an open stay; meaningless in house. */
  bed_kept: boolean;
  /** Their transfer to hospital if it has a review. */
  out_transfer_id: number | null;
  /** The hospital, if known. */
  out_hospital: string | null;
  back_on: IsoDay | null;
}

/** Residents in house at the data cut-off, or out at hospital (R327, R329), in any order. */
export async function readTodayResidents(
  db: Db,
  question: TodayQuestion,
): Promise<ResidentRow[]> {
  const rows = await readStays(db, question);
  const ids = [...new Set(rows.map(({ patient_id }) => patient_id))];
  const trips = await readTrips(db, ids, question.since);
  // Nobody is out or back without a transfer.
  const stays = await readStaysThere(db, [...trips.keys()]);
  return rows.flatMap((row) => {
    const { patient_id: patient } = row;
    return (
      residentRow(
        row,
        trips.get(patient) ?? [],
        stays.get(patient) ?? [],
        question.todayAt(row.facility_id),
      ) ?? []
    );
  });
}

interface StayRow extends Pick<
  Selectable<StayTable>,
  | "id"
  | "patient_id"
  | "facility_id"
  | "npi"
  | "admitted_on"
  | "discharged_on"
  | "admitted_from"
  | "long_stay_from"
  | "unit"
> {
  facility_name: string;
  mrn: string | null;
  first_name: string | null;
  last_name: string | null;
  frailty_score: number | null;
  physician_first_name: string | null;
  physician_last_name: string | null;
}

/** Open stays, and recent ones whose resident may be at hospital. */
async function readStays(
  db: Db,
  { facilityIds, npi, inView }: TodayQuestion,
): Promise<StayRow[]> {
  const { rows } = await sql<StayRow>`
    select stays.id, stays.patient_id, stays.facility_id, stays.npi, stays.admitted_on, ${DISCHARGED_ON} as discharged_on,
      stays.admitted_from, stays.long_stay_from, stays.unit, facilities.name as facility_name,
      patients.mrn, patients.first_name, patients.last_name, patients.frailty_score,
      physicians.first_name as physician_first_name, physicians.last_name as physician_last_name
    from ${STAYS} join patients on patients.id = stays.patient_id
      left join physicians on physicians.npi = stays.npi
    where ${staysOf({ facilityIds, npi, isnp: false })} and ${inView} and stays.admitted_on <= facilities.data_through
      and (stays.discharged_on is null or stays.discharged_on >= facilities.data_through - ${sql.lit(todayLimits.outDays)})`.execute(
    db,
  );
  return rows;
}

/** Null for a resident who left and is not at hospital. */
function residentRow(
  row: StayRow,
  trips: readonly StoredTrip[],
  stays: readonly StayThere[],
  today: EpochDay,
): ResidentRow | null {
  const stay = stayThere(row);
  const trip = tripOut(stay, trips, stays, today);
  const out = trip && trip.day;
  const isOpen = stay.dischargedOn === null;
  if (!isOpen && out === null) return null;
  const back = backOn(stay, trips, stays);
  return {
    stay_id: row.id,
    resident_id: row.patient_id,
    mrn: row.mrn,
    first_name: row.first_name,
    last_name: row.last_name,
    facility_id: row.facility_id,
    facility_name: row.facility_name,
    unit: row.unit,
    npi: row.npi,
    physician_name:
      row.npi === null
        ? null
        : lastFirst(row.physician_last_name, row.physician_first_name),
    admitted_on: isoDayOf(row.admitted_on),
    from_hospital: stay.admittedFrom === "hospital",
    long_stay_from: isoDayOf(row.long_stay_from),
    frailty_score: row.frailty_score,
    ...countsOf(trips, today),
    out_since: out === null ? null : isoDayOf(out),
    bed_kept: out !== null && isOpen,
    out_transfer_id: trip?.planned === 0 ? trip.id : null,
    out_hospital: trip?.hospital ?? null,
    back_on: back === null ? null : isoDayOf(back),
  };
}

function countsOf(trips: readonly StoredTrip[], today: EpochDay): Counts {
  const within = (kind: (trip: StoredTrip) => boolean, days: number) =>
    trips.filter((trip) => kind(trip) && today - trip.day <= days).length;
  const [short, middle, long] = COUNTED_DAYS;
  return {
    hospitalizations_30: within(isHospitalization, short),
    hospitalizations_90: within(isHospitalization, middle),
    hospitalizations_180: within(isHospitalization, long),
    ed_visits_30: within(isEdVisit, short),
    ed_visits_90: within(isEdVisit, middle),
    ed_visits_180: within(isEdVisit, long),
  };
}
