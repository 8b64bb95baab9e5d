import { sql, type Kysely } from "kysely";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import { packHistory } from "~server/measures/physicians/history-format";
import { spansOf } from "~server/measures/physicians/write-physicians";
import {
  tallyHistory,
  allPatients,
} from "~server/measures/totals/rebuild-totals";
import type { Schema } from "~server/store/schema";
import {
  PhysiciansChange,
  type PhysicianChange,
} from "../physicians/physicians-change";
import type { PlaceLevel } from "../totals/total-columns";
import { TotalsChange } from "../totals/totals-change";
import { Differences, type PlaceDifference, type Checked } from "./differences";
import { compareKeys, differingRows, type FigureRow } from "./differing-rows";
import { readFreshHistories, type Placing } from "./fresh-histories";
import type { PatientHistory } from "../totals/patient-histories";
import {
  ABSENCES,
  comparable,
  countStoredRows,
  HISTORIES,
  SPANS,
  storedRows,
  TOTALS,
  type FigureTable,
  type Place,
} from "./stored-tables";

const PATIENTS_AT_ONCE = 1_000;

export interface FiguresCheck {
  version: number;
  patients: number;
  places: PlaceDifference[];
}

interface AllPlaces {
  /** The company and the divisions. */
  upper: Place[];
  /** Each region with its facilities. */
  regions: { id: number; places: Place[] }[];
  placing: Placing;
  /** Null for a place that does not exist. */
  nameOf(place: Place): string | null;
}

/** Reads all places; they are few compared with their totals. */
async function readAllPlaces(db: Kysely<Schema>): Promise<AllPlaces> {
  const named = (table: "divisions" | "regions" | "facilities") =>
    db.selectFrom(table).select(["id", "name"]).execute();
  const divisions = await named("divisions");
  const regions = await named("regions");
  const facilities = await db
    .selectFrom("facilities")
    .innerJoin("regions", "regions.id", "facilities.region_id")
    .select(["facilities.id", "facilities.name", "region_id", "division_id"])
    .execute();
  const whereabouts = new Map(
    facilities.map(({ id, region_id, division_id }) => [
      id,
      {
        company: COMPANY_ID,
        division: division_id,
        region: region_id,
        facility: id,
      },
    ]),
  );
  const names = {
    company: new Map([[COMPANY_ID, ""]]),
    division: namesOf(divisions),
    region: namesOf(regions),
    facility: namesOf(facilities),
  };
  return {
    upper: [
      { level: "company", id: COMPANY_ID },
      ...divisions.map(({ id }) => ({ level: "division" as const, id })),
    ],
    regions: regions.map(({ id }) => ({
      id,
      places: [
        { level: "region", id },
        ...facilities
          .filter(({ region_id }) => region_id === id)
          .map((facility) => ({ level: "facility" as const, id: facility.id })),
      ],
    })),
    placing(facilityId) {
      const there = whereabouts.get(facilityId);
      if (!there) throw new Error(`no facility ${facilityId}`);
      return there;
    },
    nameOf: ({ level, id }) => names[level].get(id) ?? null,
  };
}

function namesOf(rows: readonly { id: number; name: string }[]) {
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface Comparison {
  db: Kysely<Schema>;
  known: AllPlaces;
  found: Differences;
}

const CHECKED_AS: Record<FigureTable["table"], Checked> = {
  place_totals: "totals",
  absences: "absences",
  physician_spans: "physicianDays",
  physician_histories: "physicianHistories",
};

/** Compares the stored rows of some places with their computed totals. */
async function compareTotals(
  comparison: Comparison,
  totals: TotalsChange,
  places: readonly Place[],
): Promise<void> {
  await compare(comparison, TOTALS, totals.totalRows(), places);
  await compare(comparison, ABSENCES, totals.absenceRows(), places);
}

/** Compares days and histories of all physicians in some facilities. */
async function comparePhysicians(
  comparison: Comparison,
  physicians: readonly PhysicianChange[],
  facilities: readonly Place[],
): Promise<void> {
  const days = physicians.flatMap((one) => [...spansOf(one, one.come.stays)]);
  await compare(comparison, SPANS, inOrder(SPANS, days), facilities);
  const histories = physicians.map(({ facility_id, npi, come }) => [
    facility_id,
    npi,
    comparable(packHistory(come.stays, come.events)),
  ]);
  const sorted = inOrder(HISTORIES, histories);
  await compare(comparison, HISTORIES, sorted, facilities);
}

function inOrder({ key }: FigureTable, rows: FigureRow[]): FigureRow[] {
  return rows.sort((one, other) => compareKeys(one, other, key.length));
}

/** Reports rows of places that no longer exist. */
async function addOrphans({ db, known, found }: Comparison): Promise<void> {
  for (const figures of [TOTALS, ABSENCES, SPANS, HISTORIES]) {
    for (const row of await countStoredRows(db, figures)) {
      const place = figures.placeOf(row);
      if (known.nameOf(place) !== null) continue;
      found.add(place, CHECKED_AS[figures.table], Number(row.at(-1)));
    }
  }
}

async function compare(
  { db, found }: Comparison,
  figures: FigureTable,
  expected: Iterable<FigureRow>,
  places: readonly Place[],
): Promise<void> {
  const stored = storedRows(db, figures, places);
  const keyLength = figures.key.length;
  for await (const row of differingRows(expected, stored, keyLength)) {
    found.add(figures.placeOf(row), CHECKED_AS[figures.table]);
  }
}

interface Check extends Comparison {
  advance(patients: number): void;
}

/**
 * Compares everything derived from stays and transfers with a fresh computation: columns of their rows (R72, R79),
 * totals of places, and physicians' days and histories. Read-only; call it in one snapshot. Memory is bounded by the
 * divisions' days, and by the days and stays of one region's facilities.
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
  const known = await readAllPlaces(db);
  const found = new Differences();
  let done = 0;
  const advance = (by: number) => onProgress?.((done += by), 2 * patients);
  const check = { db, known, found, advance };
  await addOrphans(check);
  await checkUpperLevels(check);
  for (const region of known.regions) await checkRegion(check, region);
  return { version, patients, places: found.places(known.nameOf) };
}

/** Checks company and divisions; on the way also the patients' rows. */
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
  { id, places }: AllPlaces["regions"][number],
): Promise<void> {
  const { db, known } = check;
  const totals = new TotalsChange();
  const physicians = new PhysiciansChange();
  const patientIds = await readPatientIds(db, id);
  for (let from = 0; from < patientIds.length; from += PATIENTS_AT_ONCE) {
    const some = patientIds.slice(from, from + PATIENTS_AT_ONCE);
    const { histories } = await readFreshHistories(db, some, known.placing);
    const parts = histories.map((history) => historyInRegion(history, id));
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

function historyInRegion(
  { band, stays, events }: PatientHistory,
  regionId: number,
): PatientHistory {
  return {
    band,
    stays: stays.filter(({ at }) => at.region === regionId),
    events: events.filter(({ at }) => at.region === regionId),
  };
}

async function readPatientIds(
  db: Kysely<Schema>,
  regionId: number,
): Promise<number[]> {
  const { rows } = await sql<{ patient_id: number }>`
    select distinct stays.patient_id from stays join facilities on facilities.id = stays.facility_id
    where facilities.region_id = ${regionId}`.execute(db);
  return rows.map(({ patient_id }) => patient_id);
}
