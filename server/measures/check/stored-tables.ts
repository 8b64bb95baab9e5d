import { sql, type Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import {
  levelNumber,
  PLACE_LEVELS,
  type PlaceLevel,
} from "../totals/total-columns";
import { ABSENCES_TABLE, TOTALS_TABLE } from "../totals/totals-change";
import { refs } from "../row-writer";

export type FigureRow = readonly (number | string | null)[];

/** A table of figures; its key starts with the place. */
export interface FigureTable {
  checked: Checked;
  table: keyof Schema;
  key: readonly string[];
  values: readonly string[];
  keyOf(place: Place): number[];
  placeOf(row: FigureRow): Place;
}

const OF_ANY_LEVEL: Pick<FigureTable, "keyOf" | "placeOf"> = {
  keyOf: ({ level, id }) => [levelNumber(level), id],
  placeOf([number, id]) {
    const level = PLACE_LEVELS[Number(number)];
    // An invalid level: map its rows to a place that does not exist.
    return level ? { level, id: Number(id) } : { level: "company", id: -1 };
  },
};

const OF_FACILITIES: Pick<FigureTable, "keyOf" | "placeOf"> = {
  keyOf: ({ id }) => [id],
  placeOf: ([id]) => ({ level: "facility", id: Number(id) }),
};

export const TOTALS: FigureTable = {
  checked: "totals",
  ...TOTALS_TABLE,
  ...OF_ANY_LEVEL,
};

export const ABSENCES: FigureTable = {
  checked: "absences",
  ...ABSENCES_TABLE,
  ...OF_ANY_LEVEL,
};

export const SPANS: FigureTable = {
  checked: "physicianDays",
  table: "physician_spans",
  key: ["facility_id", "isnp", "npi", "from_day"],
  values: ["end_day"],
  ...OF_FACILITIES,
};

export const HISTORIES: FigureTable = {
  checked: "physicianHistories",
  table: "physician_histories",
  key: ["facility_id", "npi"],
  values: ["history"],
  ...OF_FACILITIES,
};

export async function* differingPlaces(
  db: Kysely<Schema>,
  figures: FigureTable,
  expected: Iterable<FigureRow>,
  places: readonly Place[],
): AsyncGenerator<Place> {
  const { key, placeOf } = figures;
  const keyOf = (row: FigureRow) => row.slice(0, key.length).join();
  const rest = new Map(Array.from(expected, (row) => [keyOf(row), row]));
  for (const place of places) {
    for (const row of await storedRows(db, figures, place)) {
      const other = rest.get(keyOf(row));
      if (other?.join() !== row.join()) yield placeOf(row);
      rest.delete(keyOf(row));
    }
  }
  for (const row of rest.values()) yield placeOf(row);
}

async function storedRows(
  db: Kysely<Schema>,
  { table, key, values, keyOf }: FigureTable,
  place: Place,
): Promise<FigureRow[]> {
  const columns = [...key, ...values];
  const isThere = keyOf(place).map(
    (value, at) => sql`${sql.ref(key[at] ?? "")} = ${value}`,
  );
  const { rows } = await sql<Record<string, number | Uint8Array | null>>`
    select ${refs(columns)} from ${sql.table(table)}
    where ${sql.join(isThere, sql` and `)}`.execute(db);
  return rows.map((row) => columns.map((name) => comparable(row[name])));
}

export async function countStoredRows(
  db: Kysely<Schema>,
  { table, key, keyOf }: FigureTable,
): Promise<number[][]> {
  const start = key.slice(0, keyOf({ level: "company", id: 0 }).length);
  const { rows } = await sql<Record<string, number>>`
    select ${refs(start)}, count(*) as rows_there from ${sql.table(table)}
    group by ${refs(start)}`.execute(db);
  return rows.map((row) =>
    [...start, "rows_there"].map((name) => Number(row[name])),
  );
}

/** Bytes as text, because equal byte arrays are not `===`. */
export function comparable(
  value: number | Uint8Array | null | undefined,
): number | string | null {
  if (!(value instanceof Uint8Array)) return value ?? null;
  return Buffer.from(value.buffer, value.byteOffset, value.length).toString(
    "base64",
  );
}

export interface Place {
  level: PlaceLevel;
  id: number;
}

export const CHECKED = [
  "stays",
  "transfers",
  "totals",
  "absences",
  "physicianDays",
  "physicianHistories",
] as const;

export type Checked = (typeof CHECKED)[number];

export type DifferingRows = Record<Checked, number>;

export interface PlaceDifference extends Place {
  /** Null for a place that no longer exists. */
  name: string | null;
  rows: DifferingRows;
}

export class Differences {
  private readonly found = new Map<string, Omit<PlaceDifference, "name">>();

  add({ level, id }: Place, checked: Checked, rows = 1): void {
    const key = `${level} ${id}`;
    let there = this.found.get(key);
    if (!there) {
      this.found.set(key, (there = { level, id, rows: noRows() }));
    }
    there.rows[checked] += rows;
  }

  /** Sorted from the company down to facilities, then by id. */
  places(nameOf: (place: Place) => string | null): PlaceDifference[] {
    return [...this.found.values()]
      .sort(
        (one, other) =>
          levelNumber(one.level) - levelNumber(other.level) ||
          one.id - other.id,
      )
      .map((place) => ({ ...place, name: nameOf(place) }));
  }
}

export function sumOf(places: readonly PlaceDifference[]): DifferingRows {
  const sum = noRows();
  for (const { rows } of places) {
    for (const checked of CHECKED) sum[checked] += rows[checked];
  }
  return sum;
}

export function countOf(rows: DifferingRows): number {
  return CHECKED.reduce((sum, checked) => sum + rows[checked], 0);
}

function noRows(): DifferingRows {
  return Object.fromEntries(
    CHECKED.map((checked) => [checked, 0]),
  ) as DifferingRows;
}
