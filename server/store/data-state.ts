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
  /** The later of that and of when the feed last said anything, in New York time: `lastUpdated` and `data_effective_tstamp` on the wire. */
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
      "fed_at",
      "figures_edition",
    ]);
}

export function dataStateOf(
  row: Omit<DataStateRow, "id" | "feed_versions">,
): DataState {
  // Both have the same number of characters.
  const freshAt = [row.imported_at, row.fed_at]
    .filter((at) => at !== null)
    .sort()
    .at(-1);
  return {
    version: row.version,
    wideVersion: row.version - row.narrow_versions,
    origin: row.origin,
    importedAt: row.imported_at,
    lastUpdated: freshAt ? newYorkSqlDatetime(new Date(freshAt)) : null,
    edition: row.figures_edition,
  };
}

type DataStateRow = Selectable<DataStateTable>;

export async function readDataState(db: Kysely<Schema>): Promise<DataState> {
  return dataStateOf(await selectDataState(db).executeTakeFirstOrThrow());
}

/**
 * True where both are of the same data: what figures are worked out from is the same, row for row. A message that changes
 * none of it makes the data fresher, and a replica is not behind for that.
 */
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

/** The same of data that messages change; what a census says stays as it was. */
export async function raiseFeedVersion(db: Kysely<Schema>): Promise<void> {
  await raising(db, "named", {})
    .set((row) => ({ feed_versions: row("feed_versions", "+", 1) }))
    .execute();
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

/** The same where the census is still that of a state, whatever messages have changed since. */
export async function raiseCensusVersionFrom(
  db: Kysely<Schema>,
  before: Pick<DataStateRow, "version" | "feed_versions">,
  concerned: Concerned,
  state: NewState = {},
): Promise<boolean> {
  const { numUpdatedRows } = await raising(db, concerned, state)
    .where(
      (row) => row("version", "-", row.ref("feed_versions")),
      "=",
      before.version - before.feed_versions,
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps when the feed last said anything, an instant; nothing changes where that is known to be later. */
export async function noteFedAt(db: Kysely<Schema>, at: Date): Promise<void> {
  const fed_at = at.toISOString();
  await db
    .updateTable("data_state")
    .set({ fed_at })
    .where((row) =>
      row.or([row("fed_at", "is", null), row("fed_at", "<", fed_at)]),
    )
    .execute();
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
