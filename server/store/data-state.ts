import type { Kysely, Selectable } from "kysely";
import { newYorkSqlDatetime } from "~/domain/calendar";
import type { DataStateTable, Schema } from "./schema";

export interface DataState {
  /** Incremented on every change of the data. */
  version: number;
  /** Incremented if a change concerns all places, such as new names. */
  wideVersion: number;
  origin: DataStateTable["origin"];
  importedAt: string | null;
  /** The later of last import and last message, in New York time; `data_effective_tstamp` on the wire. */
  lastUpdated: string | null;
  /** Version of the program that computed the totals. */
  edition: number;
}

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
  // ISO texts of equal length sort by time.
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

/** True for equal figures, row for row: a message that changes no figure leaves a replica up to date. */
export function isSameState(one: DataState, other: DataState): boolean {
  return (
    one.version === other.version &&
    one.origin === other.origin &&
    one.importedAt === other.importedAt &&
    one.edition === other.edition
  );
}

/** `all`: something shown for any place, such as names. `named`: only figures of the places the transaction names. */
export type Concerned = "all" | "named";

type NewState = Partial<Pick<DataStateTable, "origin" | "imported_at">>;

/** Call it first in the transaction: then concurrent changes wait for each other. */
export async function raiseVersion(
  db: Kysely<Schema>,
  concerned: Concerned,
  state: NewState = {},
): Promise<number> {
  const { version } = await raiseQuery(db, concerned, state)
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** Like {@link raiseVersion}, for messages: the census itself has not changed. */
export async function raiseFeedVersion(db: Kysely<Schema>): Promise<void> {
  await raiseQuery(db, "named", {})
    .set((row) => ({ feed_versions: row("feed_versions", "+", 1) }))
    .execute();
}

/** Like {@link raiseVersion}, but only from a given version; false if the data have another. */
export async function raiseVersionFrom(
  db: Kysely<Schema>,
  version: number,
  concerned: Concerned,
  state: NewState = {},
): Promise<boolean> {
  const { numUpdatedRows } = await raiseQuery(db, concerned, state)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Like {@link raiseVersionFrom}, but changes by messages do not count. */
export async function raiseCensusVersionFrom(
  db: Kysely<Schema>,
  before: Pick<DataStateRow, "version" | "feed_versions">,
  concerned: Concerned,
  state: NewState = {},
): Promise<boolean> {
  const { numUpdatedRows } = await raiseQuery(db, concerned, state)
    .where(
      (row) => row("version", "-", row.ref("feed_versions")),
      "=",
      before.version - before.feed_versions,
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores when the feed last sent a message, unless a later time is stored. */
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

function raiseQuery(db: Kysely<Schema>, concerned: Concerned, state: NewState) {
  return db.updateTable("data_state").set((row) => ({
    ...state,
    version: row("version", "+", 1),
    ...(concerned === "named" && {
      narrow_versions: row("narrow_versions", "+", 1),
    }),
  }));
}
