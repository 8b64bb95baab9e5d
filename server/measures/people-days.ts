import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import {
  bandForScore,
  FRAILTY_BANDS,
  type FrailtyBand,
} from "~/domain/frailty";
import type { Level } from "~/domain/places/hierarchy";
import type { AnswerCache } from "~server/answer-cache";
import { readDataState } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import { childPlaceOf, type PlaceColumn } from "./child-places";
import { knownEnd } from "./data-reach";
import { countPresent, PresenceBuilder, type Presence } from "./presence";
import { PlaceDaysBuilder, type PlaceDays } from "./place-days";
import { staysOf, type Question, type StayFilter } from "./question";

type Band = FrailtyBand | "none";

const BANDS: readonly Band[] = [...FRAILTY_BANDS, "none"];

/**
 * The days on which the patients of some stays were there, through the reach of each facility's data (R245), by band of
 * their newest score, and by each place of a level's drill-down list. It depends on no range, so it holds until the next
 * import.
 */
export interface PeopleDays {
  patients: Record<Band, Presence>;
  /** By id; empty for the levels whose list holds no places. */
  places: Record<number, PlaceDays>;
}

/** Distinct patients with a day in the range. */
export function patientsPresent(
  { patients }: PeopleDays,
  range: Pick<Question, "from" | "to">,
): number {
  return BANDS.reduce(
    (sum, band) => sum + countPresent(patients[band], range),
    0,
  );
}

/** Rows that are read at once. Other requests run between two pages, so a page has to be counted within milliseconds. */
const PAGE_ROWS = 5_000;

/** How people are read. */
interface Reading {
  /** Rows at once; must exceed the number of stays of any patient. */
  pageRows?: number;
  /** Ends the reading between two pages. The reading then fails. */
  signal?: AbortSignal | undefined;
}

/**
 * {@link readPeopleDays}, read once until the next import; the calls of one page share it.
 *
 * @param reading how, where nobody has begun with it before
 */
export async function rememberedPeopleDays(
  db: Kysely<Schema>,
  { facilityIds, npi, isnp }: StayFilter,
  level: Level,
  cache: AnswerCache,
  reading: Reading = {},
): Promise<PeopleDays> {
  const filter = { facilityIds, npi, isnp };
  const { version } = await readDataState(db);
  return cache.remember(["people", level, filter, version], () =>
    readPeopleDays(db, filter, childPlaceOf(level)?.column ?? null, reading),
  );
}

export interface StayOfPatient {
  patient_id: number;
  facility_id: number;
  npi: number | null;
  admitted_on: EpochDay;
  discharged_on: EpochDay | null;
  long_stay_from: EpochDay;
  frailty_score: number | null;
}

/** A stay that the data reach. */
interface KnownStay extends StayOfPatient {
  /** The day after its last known day. */
  ended_on: EpochDay;
}

/**
 * Reads the stays once, patient by patient.
 *
 * @param childPlace the kind of place to group by; null for none
 */
export async function readPeopleDays(
  db: Kysely<Schema>,
  filter: StayFilter,
  childPlace: PlaceColumn | null,
  reading: Reading = {},
): Promise<PeopleDays> {
  const builders = {
    high: new PresenceBuilder(),
    medium: new PresenceBuilder(),
    low: new PresenceBuilder(),
    none: new PresenceBuilder(),
  };
  const placeOf = childPlace && (await readPlaceOfFacility(db, childPlace));
  const reachOf = await readReachOfFacility(db);
  const places = new Map<number, PlaceDaysBuilder>();
  for await (const patients of pagesOfPatients(db, filter, reading)) {
    for (const all of patients) {
      const stays = knownStays(all, reachOf);
      if (stays.length === 0) continue;
      const band = bandForScore(stays[0]?.frailty_score ?? null) ?? "none";
      builders[band].add(stays.map(daysOf));
      if (!placeOf) continue;
      for (const [place, there] of byPlace(stays, placeOf)) {
        let builder = places.get(place);
        if (!builder) places.set(place, (builder = new PlaceDaysBuilder()));
        builder.addPatient(there);
      }
    }
  }
  const placeDays: Record<number, PlaceDays> = {};
  for (const [place, builder] of places) {
    placeDays[place] = builder.build();
    // A place with many physicians takes some milliseconds.
    await nextTurn();
  }
  return {
    patients: {
      high: builders.high.build(),
      medium: builders.medium.build(),
      low: builders.low.build(),
      none: builders.none.build(),
    },
    places: placeDays,
  };
}

function daysOf({ admitted_on, ended_on }: KnownStay) {
  return { from: admitted_on, end: ended_on };
}

/** What is known of stays: those that the data reach, up to where they do. */
function knownStays(
  stays: readonly StayOfPatient[],
  reachOf: ReadonlyMap<number, EpochDay | null>,
): KnownStay[] {
  return stays.flatMap((stay) => {
    const reach = reachOf.get(stay.facility_id) ?? null;
    return reach === null || stay.admitted_on > reach
      ? []
      : [{ ...stay, ended_on: knownEnd(stay, reach) }];
  });
}

async function readReachOfFacility(
  db: Kysely<Schema>,
): Promise<Map<number, EpochDay | null>> {
  const rows = await db
    .selectFrom("facilities")
    .select(["id", "data_through"])
    .execute();
  return new Map(rows.map((row) => [row.id, row.data_through]));
}

async function readPlaceOfFacility(
  db: Kysely<Schema>,
  column: PlaceColumn,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ facility_id: number; place_id: number }>`
    select facilities.id as facility_id, ${sql.ref(column)} as place_id
    from facilities join regions on regions.id = facilities.region_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.facility_id, row.place_id]));
}

function byPlace(
  stays: KnownStay[],
  placeOf: ReadonlyMap<number, number>,
): Map<number, KnownStay[]> {
  const groups = new Map<number, KnownStay[]>();
  for (const stay of stays) {
    const place = placeOf.get(stay.facility_id);
    if (place === undefined) continue;
    const group = groups.get(place);
    if (group) group.push(stay);
    else groups.set(place, [stay]);
  }
  return groups;
}

/** The stays of some patients at a time, grouped by patient. */
async function* pagesOfPatients(
  db: Kysely<Schema>,
  filter: StayFilter,
  { pageRows = PAGE_ROWS, signal }: Reading,
): AsyncGenerator<StayOfPatient[][]> {
  let lastId = -1;
  for (;;) {
    const { rows } = await sql<StayOfPatient>`
      select stays.patient_id, stays.facility_id, stays.npi, stays.admitted_on,
        stays.discharged_on, stays.long_stay_from, patients.frailty_score
      from stays join patients on patients.id = stays.patient_id
      where ${staysOf(filter)} and stays.patient_id > ${lastId}
      order by stays.patient_id limit ${pageRows}`.execute(db);
    const patients = groupByPatient(rows);
    if (rows.length < pageRows) {
      yield patients;
      return;
    }
    // A full page may have cut off its last patient, who is read again with the next one.
    patients.pop();
    lastId = patients.at(-1)?.[0]?.patient_id ?? lastId;
    yield patients;
    await nextTurn();
    signal?.throwIfAborted();
  }
}

/** Rows in the order of their patients. */
function groupByPatient(rows: readonly StayOfPatient[]): StayOfPatient[][] {
  const groups: StayOfPatient[][] = [];
  let group: StayOfPatient[] = [];
  for (const row of rows) {
    if (row.patient_id === group[0]?.patient_id) {
      group.push(row);
    } else {
      group = [row];
      groups.push(group);
    }
  }
  return groups;
}
