import { sql, type Kysely, type SqlBool } from "kysely";
import type { Viewer } from "~/domain/access/viewer";
import type { EpochDay } from "~/domain/calendar";
import { lastFirst } from "~/domain/person-name";
import { outSince } from "~/features/today/rules/at-hospital";
import type { FacilityNames } from "~server/measures/census/census-memory";
import { isIn, STAYS } from "~server/measures/question";
import {
  DISCHARGED_ON,
  readStaysThere,
  stayThere,
  type StayThereRow,
} from "~server/measures/stays-there";
import { readTrips } from "~server/measures/trips";
import type { PatientTable, Schema } from "~server/store/schema";
import { residentView } from "./read-resident";
import { folded } from "~/features/search/rules/folded";

type Db = Kysely<Schema>;

/** Residents who left earlier are on the lists of their time. */
const LEFT_WITHIN_DAYS = 90;

interface StayRow
  extends StayThereRow, Pick<PatientTable, "mrn" | "first_name" | "last_name"> {
  unit: string | null;
  facility_name: string;
}

/**
 * Each resident has the newest open visible stay, else the newest; open stays come first. `among` limits the
 * candidates; null for all.
 */
export async function readFoundResidents(
  db: Db,
  viewer: Viewer,
  { text, most, among }: { text: string; most: number; among: number[] | null },
  todayAt: (facilityId: number) => EpochDay,
) {
  const isMeant = residentMatcher(text);
  const found = (await readNewestStays(db, viewer, among))
    .filter((row) => isMeant({ ...row, isOpen: row.discharged_on === null }))
    .map((row) => ({ row, name: lastFirst(row.last_name, row.first_name) }))
    .sort(
      (one, other) =>
        Number(one.row.discharged_on !== null) -
          Number(other.row.discharged_on !== null) ||
        byName.compare(one.name, other.name) ||
        one.row.patient_id - other.row.patient_id,
    );
  const rows = found.slice(0, most).map(({ row }) => row);
  const ids = rows.map((row) => row.patient_id);
  const [stays, trips] = await Promise.all([
    readStaysThere(db, ids),
    readTrips(db, ids),
  ]);
  return {
    count: found.length,
    residents: rows.map((row) => ({
      id: row.patient_id,
      mrn: row.mrn,
      firstName: row.first_name,
      lastName: row.last_name,
      facilityName: row.facility_name,
      unit: row.unit,
      admittedOn: row.admitted_on,
      dischargedOn: row.discharged_on,
      outSince: outSince(
        stayThere(row),
        trips.get(row.patient_id) ?? [],
        stays.get(row.patient_id) ?? [],
        todayAt(row.facility_id),
      ),
    })),
  };
}

const byName = new Intl.Collator("en-US");

/** A row of `STAYS` that is open or ended recently. */
const IS_RECENT = sql<SqlBool>`(stays.admitted_on <= facilities.data_through
  and (stays.discharged_on is null or stays.discharged_on >= facilities.data_through - ${sql.lit(LEFT_WITHIN_DAYS)}))`;

/** One recent stay per resident in view. */
async function readNewestStays(
  db: Db,
  viewer: Viewer,
  among: number[] | null,
): Promise<StayRow[]> {
  const view = await residentView(db, viewer);
  const isAmong = among ? isIn("stays.patient_id", among) : sql`1 = 1`;
  const { rows } = await sql<StayRow>`
    select stays.id, stays.patient_id, stays.facility_id, stays.admitted_on, ${DISCHARGED_ON} as discharged_on, stays.admitted_from,
      stays.unit, facilities.name as facility_name, patients.mrn, patients.first_name, patients.last_name
    from ${STAYS} join patients on patients.id = stays.patient_id
    where ${view.stays} and ${IS_RECENT} and ${isAmong}`.execute(db);
  const newest = new Map<number, StayRow>();
  for (const row of rows) {
    const known = newest.get(row.patient_id);
    if (!known || isBefore(row, known)) newest.set(row.patient_id, row);
  }
  return [...newest.values()];
}

export async function readNames(
  db: Db,
  facilityIds: number[],
): Promise<FacilityNames[]> {
  type Row = Pick<
    StayRow,
    "patient_id" | "facility_id" | "unit" | "mrn" | "first_name" | "last_name"
  >;
  const { rows } = await sql<Row>`
    select distinct stays.patient_id, stays.facility_id, stays.unit, patients.mrn, patients.first_name, patients.last_name
    from ${STAYS} join patients on patients.id = stays.patient_id
    where ${isIn("stays.facility_id", facilityIds)} and ${IS_RECENT}`.execute(
    db,
  );
  const lines = new Map(facilityIds.map((id) => [id, ""]));
  for (const { facility_id: id, ...row } of rows) {
    const line = `${row.patient_id}${matchedLine(row)}\n`;
    lines.set(id, (lines.get(id) ?? "") + line);
  }
  return [...lines].map(([facility_id, all]) => ({ facility_id, lines: all }));
}

/** Ids of residents who may match a text. */
export function residentsNamed(
  text: string,
  names: readonly FacilityNames[],
): number[] {
  const isMeant = lineMatcher(text);
  const ids = new Set<number>();
  for (const { lines } of names) {
    if (!isMeant(lines)) continue;
    for (const line of lines.split("\n")) {
      if (isMeant(line)) ids.add(Number.parseInt(line, 10));
    }
  }
  ids.delete(NaN);
  return [...ids];
}

function isBefore(one: StayRow, other: StayRow): boolean {
  const isOpen = one.discharged_on === null;
  if (isOpen !== (other.discharged_on === null)) return isOpen;
  return (one.admitted_on - other.admitted_on || one.id - other.id) > 0;
}

interface Searched {
  mrn: string | null;
  first_name: string | null;
  last_name: string | null;
  unit: string | null;
  /** Units match only for open stays. */
  isOpen: boolean;
}

/** Each word must start a name, be the MRN, or belong to a unit that the text names in full (R554). */
function residentMatcher(text: string): (resident: Searched) => boolean {
  const words = wordsOf(text);
  const isNamed = rememberUnits(words);
  return ({ mrn, first_name, last_name, unit, isOpen }) => {
    const names = folded(` ${last_name ?? ""} ${first_name ?? ""}`);
    const number = folded(mrn ?? "");
    const place = isOpen && unit !== null ? isNamed(unit) : NOWHERE;
    return (
      words.length > 0 &&
      words.every(
        (word) =>
          names.includes(` ${word}`) ||
          names.includes(`-${word}`) ||
          word === number ||
          place.includes(word),
      )
    );
  };
}

/** All words as one line: if {@link lineMatcher} rejects it, the text does not match. */
function matchedLine(resident: Omit<Searched, "isOpen">): string {
  const { mrn, first_name, last_name, unit } = resident;
  const all = [last_name, first_name, mrn, unit];
  return ` ${wordsOf(all.map((one) => one ?? "").join(" ")).join(" ")}`;
}

function lineMatcher(text: string): (line: string) => boolean {
  const words = wordsOf(text);
  return (line) =>
    words.every(
      (word) => line.includes(` ${word}`) || line.includes(`-${word}`),
    );
}

const NOWHERE: readonly string[] = [];

/** The unit's words, if the text has all of them. Cached: there are few units and many residents. */
function rememberUnits(words: readonly string[]) {
  const known = new Map<string, readonly string[]>();
  return (unit: string): readonly string[] => {
    let named = known.get(unit);
    if (!named) {
      const own = wordsOf(unit);
      named = own.every((word) => words.includes(word)) ? own : NOWHERE;
      known.set(unit, named);
    }
    return named;
  };
}

/** Results write numbers as 'MRN V0700679', and are copied. */
function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[\s,]+/)
    .filter((word) => word !== "" && word !== "mrn");
}
