import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { allPatients } from "../all-patients";
import { PhysiciansChange } from "../physicians/physicians-change";
import { tallyHistory } from "../totals/tally-history";
import type { PlaceLevel } from "../totals/total-columns";
import { TotalsChange } from "../totals/totals-change";
import {
  addForgotten,
  comparePhysicians,
  compareTotals,
  type Comparison,
} from "./compare-places";
import { Differences, type PlaceDifference } from "./differences";
import { readFreshHistories } from "./fresh-histories";
import type { PatientHistory } from "../totals/patient-histories";
import { readKnownPlaces, type KnownPlaces } from "./known-places";

const PATIENTS_AT_ONCE = 1_000;

/** What was checked, and where it differs. */
export interface FiguresCheck {
  /** Of the data that were checked. */
  version: number;
  patients: number;
  places: PlaceDifference[];
}

interface Check extends Comparison {
  advance(patients: number): void;
}

/**
 * Compares all that is derived from stays and transfers with what they give: what is stored with them (R72, R79), the totals
 * of all places, and the days and histories of physicians. It changes nothing; call it in one snapshot. Memory is bounded by the days of
 * the divisions, and by the days and stays of one region's facilities.
 */
export async function checkFigures(
  db: Kysely<Schema>,
  onProgress?: (done: number, total: number) => void,
): Promise<FiguresCheck> {
  const { version } = await db
    .selectFrom("data_state")
    .select("version")
    .executeTakeFirstOrThrow();
  const { patients } = await db
    .selectFrom("patients")
    .select((select) => select.fn.countAll<number>().as("patients"))
    .executeTakeFirstOrThrow();
  const known = await readKnownPlaces(db);
  const found = new Differences();
  let done = 0;
  const advance = (by: number) => onProgress?.((done += by), 2 * patients);
  const check = { db, known, found, advance };
  await addForgotten(check);
  await checkUpperLevels(check);
  for (const region of known.regions) await checkRegion(check, region);
  return { version, patients, places: found.places(known.nameOf) };
}

/** The company and the divisions; and, as it reads all patients, what is stored with their rows. */
async function checkUpperLevels(check: Check): Promise<void> {
  const { db, known, found } = check;
  const totals = new TotalsChange();
  for await (const patientIds of allPatients(db)) {
    const { histories, stale } = await readFreshHistories(
      db,
      patientIds,
      known.placing,
    );
    tallyAll(histories, ["company", "division"], totals);
    for (const checked of ["stays", "transfers"] as const) {
      for (const id of stale[checked]) {
        found.add({ level: "facility", id }, checked);
      }
    }
    check.advance(patientIds.length);
  }
  await compareTotals(check, totals, known.upper);
}

async function checkRegion(
  check: Check,
  { id, places }: KnownPlaces["regions"][number],
): Promise<void> {
  const { db, known } = check;
  const totals = new TotalsChange();
  const physicians = new PhysiciansChange();
  const patientIds = await patientsIn(db, id);
  for (let from = 0; from < patientIds.length; from += PATIENTS_AT_ONCE) {
    const some = patientIds.slice(from, from + PATIENTS_AT_ONCE);
    const { histories } = await readFreshHistories(db, some, known.placing);
    const parts = histories.map((history) => partIn(history, id));
    tallyAll(parts, ["region", "facility"], totals);
    for (const part of parts) physicians.add(part);
    check.advance(some.length);
  }
  await compareTotals(check, totals, places);
  await comparePhysicians(
    check,
    physicians.all(),
    places.filter(({ level }) => level === "facility"),
  );
}

function tallyAll(
  histories: readonly PatientHistory[],
  levels: readonly PlaceLevel[],
  totals: TotalsChange,
): void {
  for (const history of histories) tallyHistory(history, levels, totals);
}

/** What a patient did in a region. */
function partIn(
  { band, stays, events }: PatientHistory,
  regionId: number,
): PatientHistory {
  return {
    band,
    stays: stays.filter(({ at }) => at.region === regionId),
    events: events.filter(({ at }) => at.region === regionId),
  };
}

async function patientsIn(
  db: Kysely<Schema>,
  regionId: number,
): Promise<number[]> {
  const { rows } = await sql<{ patient_id: number }>`
    select distinct stays.patient_id from stays join facilities on facilities.id = stays.facility_id
    where facilities.region_id = ${regionId}`.execute(db);
  return rows.map(({ patient_id }) => patient_id);
}
