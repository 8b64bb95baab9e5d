import { sql, type Kysely } from "kysely";
import { bandForScore } from "~/domain/frailty";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import { isStale, readDerivedRows } from "../derived-rows";
import { packHistory } from "../physicians/history-format";
import { PhysiciansChange, spansOf } from "../physicians/physicians-change";
import { chunksOf, FACILITIES, isIn, STAYS } from "../question";
import type {
  PatientHistory,
  PlacedStay,
  Whereabouts,
} from "../totals/patient-histories";
import { allPatients, tallyHistory } from "../totals/rebuild-totals";
import { TotalsChange } from "../totals/totals-change";
import {
  Differences,
  type Place,
  type PlaceDifference,
  ABSENCES,
  comparable,
  countStoredRows,
  differingPlaces,
  HISTORIES,
  SPANS,
  TOTALS,
  type FigureRow,
  type FigureTable,
} from "./stored-tables";
import { CommandError } from "~server/command-line/command-error";
import { rebuildFigures } from "~server/measures/rebuild";
import { raiseVersionFrom } from "~server/store/data-state";
import type { Store } from "~server/store/open-store";

export interface FiguresCheck {
  version: number;
  patients: number;
  places: PlaceDifference[];
}

interface AllPlaces {
  whereabouts: ReadonlyMap<number, Whereabouts>;
  names: Record<Place["level"], ReadonlyMap<number, string>>;
}

/** Reads all places; they are few compared with their totals. */
async function readAllPlaces(db: Kysely<Schema>): Promise<AllPlaces> {
  const namesIn = async (table: "divisions" | "regions" | "facilities") => {
    const rows = await db.selectFrom(table).select(["id", "name"]).execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  const { rows } = await sql<Omit<Whereabouts, "company">>`
    select facilities.id as facility, region_id as region, division_id as division
    from ${FACILITIES}`.execute(db);
  return {
    whereabouts: new Map(
      rows.map((row) => [row.facility, { company: COMPANY_ID, ...row }]),
    ),
    names: {
      company: new Map([[COMPANY_ID, ""]]),
      division: await namesIn("divisions"),
      region: await namesIn("regions"),
      facility: await namesIn("facilities"),
    },
  };
}

interface Check {
  db: Kysely<Schema>;
  known: AllPlaces;
  found: Differences;
  advance(patients: number): void;
}

/** Compares all derived data with a fresh count; call it in one snapshot. Keeps one region's facilities in memory. */
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
  const nameOf = ({ level, id }: Place) => known.names[level].get(id) ?? null;
  for (const figures of [TOTALS, ABSENCES, SPANS, HISTORIES]) {
    for (const row of await countStoredRows(db, figures)) {
      const place = figures.placeOf(row);
      // Its place no longer exists.
      if (nameOf(place) === null)
        found.add(place, figures.checked, Number(row.at(-1)));
    }
  }
  await checkUpperLevels(check);
  for (const id of known.names.region.keys()) await checkRegion(check, id);
  return { version, patients, places: found.places(nameOf) };
}

async function compare(
  { db, found }: Check,
  figures: FigureTable,
  expected: Iterable<FigureRow>,
  places: readonly Place[],
): Promise<void> {
  const differing = differingPlaces(db, figures, expected, places);
  for await (const place of differing) found.add(place, figures.checked);
}

/** Checks company and divisions; on the way also the patients' rows. */
async function checkUpperLevels(check: Check): Promise<void> {
  const { db, known, found } = check;
  const totals = new TotalsChange();
  for await (const patientIds of allPatients(db)) {
    const fresh = await readFreshHistories(db, patientIds, known);
    for (const history of fresh.histories) {
      tallyHistory(history, ["company", "division"], totals);
    }
    for (const { stored } of fresh.stays.filter(isStale)) {
      found.add({ level: "facility", id: stored.facility_id }, "stays");
    }
    for (const { stored } of fresh.transfers.filter(isStale)) {
      found.add({ level: "facility", id: stored.facility_id }, "transfers");
    }
    check.advance(patientIds.length);
  }
  const places: Place[] = [
    { level: "company", id: COMPANY_ID },
    ...placesOf("division", known.names.division.keys()),
  ];
  await compare(check, TOTALS, totals.totalRows(), places);
  await compare(check, ABSENCES, totals.absenceRows(), places);
}

function placesOf(level: Place["level"], ids: Iterable<number>): Place[] {
  return Array.from(ids, (id) => ({ level, id }));
}

async function checkRegion(check: Check, regionId: number): Promise<void> {
  const { db, known } = check;
  const totals = new TotalsChange();
  const physicians = new PhysiciansChange();
  const { rows } = await sql<{ patient_id: number }>`
    select distinct stays.patient_id from ${STAYS}
    where facilities.region_id = ${regionId}`.execute(db);
  const isThere = ({ at }: { at: Whereabouts }) => at.region === regionId;
  for (const some of chunksOf(rows.map(({ patient_id }) => patient_id))) {
    const { histories } = await readFreshHistories(db, some, known);
    for (const { band, stays, events } of histories) {
      const part = {
        band,
        stays: stays.filter(isThere),
        events: events.filter(isThere),
      };
      tallyHistory(part, ["region", "facility"], totals);
      physicians.add(part);
    }
    check.advance(some.length);
  }
  const facilities = placesOf(
    "facility",
    [...known.whereabouts.values()]
      .filter(({ region }) => region === regionId)
      .map(({ facility }) => facility),
  );
  const places = [...placesOf("region", [regionId]), ...facilities];
  await compare(check, TOTALS, totals.totalRows(), places);
  await compare(check, ABSENCES, totals.absenceRows(), places);
  const changes = physicians.all();
  const days = changes.flatMap((one) => spansOf(one, one.come.stays));
  await compare(check, SPANS, days, facilities);
  const packed = changes.map(({ facility_id, npi, come }) => [
    facility_id,
    npi,
    comparable(packHistory(come.stays, come.events)),
  ]);
  await compare(check, HISTORIES, packed, facilities);
}

async function readFreshHistories(
  db: Kysely<Schema>,
  patientIds: readonly number[],
  { whereabouts }: AllPlaces,
) {
  const { stays, transfers } = await readDerivedRows(db, patientIds);
  const patients = await db
    .selectFrom("patients")
    .select(["id", "frailty_score"])
    .where(isIn("id", patientIds))
    .execute();
  const histories = new Map(
    patients.map(({ id, frailty_score }): [number, PatientHistory] => [
      id,
      { band: bandForScore(frailty_score) ?? "none", stays: [], events: [] },
    ]),
  );
  const placed = new Map<number | null, PlacedStay>();
  for (const { stored, derived } of stays) {
    const at = whereabouts.get(stored.facility_id);
    if (!at) throw new Error(`no facility ${stored.facility_id}`);
    const stay = { ...stored, ...derived, at };
    placed.set(derived.id, stay);
    histories.get(stored.patient_id)?.stays.push(stay);
  }
  for (const { stored, derived } of transfers) {
    const stay = placed.get(derived.stay_id);
    const { trip_planned: planned } = derived;
    if (!stay || derived.long_stay === 0 || planned === null) continue;
    const { patient_id, npi, at, isnp } = stay;
    const event = { ...stored, planned, patient_id, npi, at, isnp };
    histories.get(patient_id)?.events.push(event);
  }
  return { stays, transfers, histories: [...histories.values()] };
}

/** Exit statuses of the check; shared ones match those of imports (R234). */
export const EXIT_STATUS = {
  agrees: 0,
  wrongUse: 2,
  /** The database, disk or command failed. */
  failed: 5,
  /** An import changed the data between check and repair. */
  conflict: 6,
  /** Something differs. */
  differs: 7,
} as const;

export class FiguresConflict extends CommandError {
  constructor() {
    super(
      "An import changed the data while they were checked. Please start the check again.",
    );
  }
}

/**
 * Rebuilds all figures and raises the data version, because answers are cached by it. Throws a {@link FiguresConflict}
 * if the data changed since the checked version.
 */
export async function mendFigures(
  { db }: Pick<Store, "db">,
  version: number,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const isRaised = await raiseVersionFrom(trx, version, "all");
    if (!isRaised) throw new FiguresConflict();
    await rebuildFigures(trx, onProgress);
  });
}

export function exitStatusOf(error: unknown): number {
  return error instanceof FiguresConflict
    ? EXIT_STATUS.conflict
    : EXIT_STATUS.failed;
}

export const EXIT_STATUS_HELP = `Exit status:
  0  all figures agree (with --rebuild: now)
  2  wrong use, or wrong settings
  5  failed: the database, the disk or something else
  6  an import changed the data between check and rebuild; start it again
  7  some figures differ
`;
