import type { Kysely, Selectable } from "kysely";
import { newYorkSqlDatetime } from "~/domain/calendar";
import type { DataStateTable, Schema } from "./schema";

export interface DataState {
  /** Grows with every change of the data. */
  version: number;
  /** Grows with every change that concerns all places, such as one of names; not with one of some places' figures. */
  wideVersion: number;
  origin: DataStateTable["origin"];
  /** When the data were last imported, an instant. */
  importedAt: string | null;
  /** The same in New York time: `lastUpdated` and `data_effective_tstamp` on the wire. */
  lastUpdated: string | null;
  /** Which edition of the program has worked out the totals. */
  edition: number;
}

/** Selects what {@link dataStateOf} takes. */
export function selectDataState(db: Kysely<Schema>) {
  return db
    .selectFrom("data_state")
    .where("data_state.id", "=", 1)
    .select([
      "data_state.version",
      "narrow_versions",
      "origin",
      "imported_at",
      "figures_edition",
    ]);
}

export function dataStateOf(row: Omit<DataStateRow, "id">): DataState {
  return {
    version: row.version,
    wideVersion: row.version - row.narrow_versions,
    origin: row.origin,
    importedAt: row.imported_at,
    lastUpdated:
      row.imported_at && newYorkSqlDatetime(new Date(row.imported_at)),
    edition: row.figures_edition,
  };
}

type DataStateRow = Selectable<DataStateTable>;

export async function readDataState(db: Kysely<Schema>): Promise<DataState> {
  return dataStateOf(await selectDataState(db).executeTakeFirstOrThrow());
}

/** True where both are of the same data: what figures are worked out from is the same, row for row. */
export function isSameState(one: DataState, other: DataState): boolean {
  return (
    one.version === other.version &&
    one.origin === other.origin &&
    one.importedAt === other.importedAt &&
    one.edition === other.edition
  );
}

/**
 * What a change concerns. `all`: something that is shown of any place, such as names, the organisation or stars. `named`: the
 * figures of the places alone that the same transaction names (`server/measures/place-versions.ts`).
 */
export type Concerned = "all" | "named";

/** What else is known of new data. */
type NewState = Partial<Pick<DataStateTable, "origin" | "imported_at">>;

/**
 * Raises the version of the data, before anything else in the transaction that changes them: so one change waits for the
 * other. Gives the new version.
 */
export async function raiseVersion(
  db: Kysely<Schema>,
  concerned: Concerned,
  state: NewState = {},
): Promise<number> {
  const { version } = await raising(db, concerned, state)
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** As {@link raiseVersion}, where the data are still of a version; false where they are of another. */
export async function raiseVersionFrom(
  db: Kysely<Schema>,
  version: number,
  concerned: Concerned,
  state: NewState = {},
): Promise<boolean> {
  const { numUpdatedRows } = await raising(db, concerned, state)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function raising(db: Kysely<Schema>, concerned: Concerned, state: NewState) {
  return db.updateTable("data_state").set((row) => ({
    ...state,
    version: row("version", "+", 1),
    ...(concerned === "named" && {
      narrow_versions: row("narrow_versions", "+", 1),
    }),
  }));
}
