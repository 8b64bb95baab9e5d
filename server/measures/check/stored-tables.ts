import { sql, type Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import {
  GROUPS,
  levelNumber,
  PLACE_LEVELS,
  TOTAL_COLUMNS,
  type PlaceLevel,
} from "../totals/total-columns";
import { refs } from "../row-writer";
import type { FigureRow } from "./differing-rows";

export interface Place {
  level: PlaceLevel;
  id: number;
}

/** A table of figures sorted by its key, which starts with the place. */
export interface FigureTable {
  table:
    | "place_totals"
    | "absences"
    | "physician_spans"
    | "physician_histories";
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

export const TOTALS: FigureTable = {
  table: "place_totals",
  key: ["level", "place_id", "isnp", "grain", "day"],
  values: TOTAL_COLUMNS,
  ...OF_ANY_LEVEL,
};

export const ABSENCES: FigureTable = {
  table: "absences",
  key: ["level", "place_id", "isnp", "until_day", "from_day"],
  values: GROUPS,
  ...OF_ANY_LEVEL,
};

const OF_FACILITIES: Pick<FigureTable, "keyOf" | "placeOf"> = {
  keyOf: ({ id }) => [id],
  placeOf: ([id]) => ({ level: "facility", id: Number(id) }),
};

export const SPANS: FigureTable = {
  table: "physician_spans",
  key: ["facility_id", "isnp", "npi", "from_day"],
  values: ["end_day"],
  ...OF_FACILITIES,
};

export const HISTORIES: FigureTable = {
  table: "physician_histories",
  key: ["facility_id", "npi"],
  values: ["history"],
  ...OF_FACILITIES,
};

/** Rows of some places in key order; holds one place's rows at a time. */
export async function* storedRows(
  db: Kysely<Schema>,
  { table, key, values, keyOf }: FigureTable,
  places: readonly Place[],
): AsyncGenerator<FigureRow> {
  const columns = [...key, ...values];
  const keys = places.map(keyOf).sort(byNumbers);
  for (const start of keys) {
    const isThere = start.map(
      (value, at) => sql`${sql.ref(key[at] ?? "")} = ${value}`,
    );
    const { rows } = await sql<Record<string, number | Uint8Array | null>>`
      select ${refs(columns)} from ${sql.table(table)}
      where ${sql.join(isThere, sql` and `)} order by ${refs(key)}`.execute(db);
    for (const row of rows) yield columns.map((name) => comparable(row[name]));
  }
}

/** Number of rows per place: the start of the key, then the count. */
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

function byNumbers(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : Number(one[at]) - Number(other[at]);
}
