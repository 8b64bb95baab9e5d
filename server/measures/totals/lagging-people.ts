import { sql, type Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { bandForScore } from "~/domain/frailty";
import type { Schema } from "~server/store/schema";
import { isIn } from "../question";
import { isInPlaces, placeColumn, type LaggingFacility } from "./place-reach";
import type { PlaceRange, Places } from "./places";
import { noPeople, type Band, type PeopleCount } from "./total-columns";

interface Stay {
  place_id: number;
  patient_id: number;
  facility_id: number;
  admitted_on: EpochDay;
  days_end: EpochDay | null;
  long_stay_from: EpochDay;
  frailty_score: number | null;
}

const PATIENTS_AT_ONCE = 1_000;

const NEVER: EpochDay = -1_000_000;

/**
 * Patients counted in a range only because of days after a facility's data cut-off (R245), by group. Candidates are
 * stays that begin, or become long-stay, after the cut-off, and all stays of a facility whose data end before the
 * range.
 */
export async function laggingPeople(
  db: Kysely<Schema>,
  places: Places,
  ranges: readonly PlaceRange[],
  lagging: readonly LaggingFacility[],
): Promise<(range: PlaceRange) => PeopleCount> {
  if (lagging.length === 0 || ranges.length === 0) return noPeople;
  const reachOf = new Map(
    lagging.map(({ facilityId, reach }) => [facilityId, reach ?? NEVER]),
  );
  const patientIds = await readCandidates(db, places, ranges, lagging);
  const patients = await readStaysOf(db, places, patientIds);
  return (range) => {
    const lost = noPeople();
    for (const stays of patients) {
      const there = stays.filter(({ place_id }) => place_id === range.placeId);
      const [first] = there;
      if (!first) continue;
      const band: Band = bandForScore(first.frailty_score) ?? "none";
      const reach = (stay: Stay) => reachOf.get(stay.facility_id) ?? Infinity;
      const isLost = (since: "admitted_on" | "long_stay_from") =>
        there.some((stay) => hasDay(stay, since, range, Infinity)) &&
        !there.some((stay) => hasDay(stay, since, range, reach(stay)));
      if (isLost("admitted_on")) lost[band] += 1;
      if (isLost("long_stay_from")) lost.long_stay += 1;
    }
    return lost;
  };
}

function hasDay(
  stay: Stay,
  since: "admitted_on" | "long_stay_from",
  { from, to }: PlaceRange,
  reach: number,
): boolean {
  const end = Math.min(stay.days_end ?? Infinity, reach + 1, to + 1);
  return Math.max(stay[since], from) < end;
}

async function readCandidates(
  db: Kysely<Schema>,
  { isnp }: Places,
  ranges: readonly PlaceRange[],
  lagging: readonly LaggingFacility[],
): Promise<number[]> {
  const last = Math.max(...ranges.map(({ to }) => to));
  const latestStart = Math.max(...ranges.map(({ from }) => from));
  const { rows } = await sql<{ patient_id: number }>`
    select distinct stays.patient_id
    from stays join facilities on facilities.id = stays.facility_id
    where ${isIn(
      "stays.facility_id",
      lagging.map(({ facilityId }) => facilityId),
    )}
      ${isnp ? sql`and stays.isnp = 1` : sql``}
      and stays.admitted_on <= ${last}
      and (facilities.data_through is null or (
        (stays.days_end is null or stays.days_end > facilities.data_through + 1)
        and (stays.admitted_on > facilities.data_through
          or (stays.long_stay_from > facilities.data_through and stays.long_stay_from <= ${last})
          or facilities.data_through < ${latestStart})))`.execute(db);
  return rows.map(({ patient_id }) => patient_id);
}

async function readStaysOf(
  db: Kysely<Schema>,
  { level, ids, isnp }: Places,
  patientIds: readonly number[],
): Promise<Stay[][]> {
  const patients = new Map<number, Stay[]>();
  for (let at = 0; at < patientIds.length; at += PATIENTS_AT_ONCE) {
    const { rows } = await sql<Stay>`
      select ${placeColumn(level)} as place_id, stays.patient_id, stays.facility_id,
        stays.admitted_on, stays.days_end, stays.long_stay_from, patients.frailty_score
      from stays join facilities on facilities.id = stays.facility_id
      join regions on regions.id = facilities.region_id
      join patients on patients.id = stays.patient_id
      where ${isIn("stays.patient_id", patientIds.slice(at, at + PATIENTS_AT_ONCE))}
        and ${isInPlaces(level, ids)} ${isnp ? sql`and stays.isnp = 1` : sql``}`.execute(
      db,
    );
    for (const stay of rows) {
      const theirs = patients.get(stay.patient_id);
      if (theirs) theirs.push(stay);
      else patients.set(stay.patient_id, [stay]);
    }
  }
  return [...patients.values()];
}
