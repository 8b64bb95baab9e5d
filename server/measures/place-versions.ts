import { sql, type Kysely, type RawBuilder } from "kysely";
import type { FacilityIds } from "~server/access/facilities";
import {
  dataStateOf,
  readDataState,
  selectDataState,
  type DataState,
} from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import {
  chunksOf,
  FACILITIES,
  isIn,
  isOneOf,
  placesOf,
  type StayFilter,
} from "./question";
import type { Whereabouts } from "./totals/patient-histories";
import { placeColumn } from "./totals/place-reach";
import {
  levelNumber,
  PLACE_LEVELS,
  type PlaceLevel,
} from "./totals/total-columns";

/** A level for changes that concern a facility's census (R293) but none of its figures. */
const CENSUS_LEVEL = PLACE_LEVELS.length;

/** The places whose figures a change concerns, and facilities where only the census is concerned. */
export class ConcernedPlaces {
  private readonly ids = PLACE_LEVELS.map(() => new Set<number>());
  private readonly censusIds = new Set<number>();

  add(at: Whereabouts): void {
    for (const level of PLACE_LEVELS) {
      this.ids[levelNumber(level)]?.add(at[level]);
    }
  }

  addCensus(facilityId: number): void {
    this.censusIds.add(facilityId);
  }

  async store(db: Kysely<Schema>): Promise<void> {
    const named = this.ids[levelNumber("facility")];
    const census = [...this.censusIds].filter((id) => !named?.has(id));
    const rows = [...this.ids, census].flatMap((ids, level) =>
      [...ids].map((id) => sql`(${sql.lit(level)}, cast(${id} as bigint))`),
    );
    for (const some of chunksOf(rows)) {
      await storeVersions(db, sql`values ${sql.join(some)}`);
    }
  }
}

/**
 * Stores the transaction's data version for facilities and the places above them, for example after a new data cut-off.
 * A facility that moves to another region concerns all places instead.
 */
export async function concernFacilities(
  db: Kysely<Schema>,
  facilityIds: FacilityIds,
): Promise<void> {
  const places = PLACE_LEVELS.map(
    (level) => sql`select ${sql.lit(levelNumber(level))}, ${placeColumn(level)}
    from ${FACILITIES} where ${isOneOf("facilities.id", facilityIds) ?? sql`1 = 1`}`,
  );
  await storeVersions(db, sql.join(places, sql` union `));
}

async function storeVersions(
  db: Kysely<Schema>,
  places: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with concerned(level, place_id) as (${places})
    insert into place_versions (level, place_id, version)
    select concerned.level, concerned.place_id, data_state.version
    from concerned cross join data_state where data_state.id = 1
    on conflict (level, place_id) do update set version = excluded.version`.execute(
    db,
  );
}

export interface StateOfQuestion {
  state: DataState;
  /** Version of the last change that named one of its places; 0 if none. */
  namedVersion: number;
}

/**
 * Reads the data state and the last change of a question's facilities in one statement: a change newer than the state
 * would label answers from older data.
 */
export async function readStateFor(
  db: Kysely<Schema>,
  filter: Pick<StayFilter, "facilityIds" | "place">,
): Promise<StateOfQuestion> {
  const { level, ids } = placesOf({ ...filter, isnp: false });
  const row = await selectDataState(db)
    .select((eb) =>
      eb
        .selectFrom("place_versions")
        .where("level", "=", levelNumber(level))
        .where(isIn("place_id", ids))
        .select((max) => max.fn.max("place_versions.version").as("version"))
        .as("named_version"),
    )
    .executeTakeFirstOrThrow();
  return { state: dataStateOf(row), namedVersion: row.named_version ?? 0 };
}

/** Cache key for all data a question's answer depends on. */
export function versionKey({ state, namedVersion }: StateOfQuestion): string {
  return `${state.wideVersion}.${namedVersion}`;
}

export async function readVersionKeys(
  db: Kysely<Schema>,
  level: PlaceLevel,
  ids: readonly number[],
): Promise<(id: number) => string> {
  const state = await readDataState(db);
  const rows = await db
    .selectFrom("place_versions")
    .where("level", "=", levelNumber(level))
    .where(isIn("place_id", ids))
    .select(["place_id", "version"])
    .execute();
  const named = new Map(rows.map((row) => [row.place_id, row.version]));
  return (id) => versionKey({ state, namedVersion: named.get(id) ?? 0 });
}

/** Version of the last change of each facility's census; no entry if none named it. */
export async function readCensusVersions(
  db: Kysely<Schema>,
  facilityIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("place_versions")
    .where("level", "in", [levelNumber("facility"), CENSUS_LEVEL])
    .where(isIn("place_id", facilityIds))
    .groupBy("place_id")
    .select(["place_id", (row) => row.fn.max("version").as("version")])
    .execute();
  return new Map(rows.map(({ place_id, version }) => [place_id, version]));
}
