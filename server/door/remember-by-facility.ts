import type { Kysely } from "kysely";
import type { LRUCache } from "lru-cache";
import type { EpochDay } from "~/domain/calendar";
import type { ApiDeps } from "~server/door/api-deps";
import { readCensusVersions } from "~server/measures/place-versions";
import { readDataState } from "~server/store/data-state";
import { readClocks, type FacilityClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";

const READ_AT_ONCE = 50;

/** Values computed from the residents of each facility. */
interface OfFacilities<Row extends object> {
  /** Computed rows, keyed by everything they depend on. */
  memory: LRUCache<string, Row>;
  /** Names the computation and everything it depends on beside the facility's data and day. */
  asked: readonly (string | boolean)[];
  read(
    snapshot: Kysely<Schema>,
    some: { facilityIds: number[]; today: EpochDay },
  ): Promise<Row[]>;
}

/** One row per facility, sorted by id. A row is computed again when the facility's data change and when its day does. */
export async function rememberByFacility<Row extends { facility_id: number }>(
  deps: ApiDeps,
  userId: number,
  facilityIds: readonly number[],
  { memory, asked, read }: OfFacilities<Row>,
): Promise<Row[]> {
  const { store, cache, replicas, readings } = deps;
  const clocks = await readClocks(store.db, deps.clock());
  // Read the state last: a standby with this state then also has these versions.
  const versions = await readCensusVersions(store.db, facilityIds);
  const state = await readDataState(store.db);
  const keyOf = (id: number) =>
    [
      ...asked,
      id,
      clocks.todayAt(id),
      state.wideVersion,
      versions.get(id) ?? 0,
    ].join();
  const rows = new Map<number, Row>();
  const stale: number[] = [];
  for (const id of facilityIds) {
    const row = memory.get(keyOf(id));
    if (row) rows.set(id, row);
    else stale.push(id);
  }
  // Sequential, to let other requests in. A caller who leaves does not stop it: the next page load finds it done.
  for (const part of partsOf(stale, clocks)) {
    const found = await cache.remember(part.facilityIds.map(keyOf), () =>
      readings.whenFree(part, { userId }, () =>
        replicas.read(state, (snapshot) => read(snapshot, part)),
      ),
    );
    for (const row of found as unknown as Row[]) {
      memory.set(keyOf(row.facility_id), row);
      rows.set(row.facility_id, row);
    }
  }
  return facilityIds.flatMap((id) => rows.get(id) ?? []);
}

function* partsOf(facilityIds: readonly number[], clocks: FacilityClocks) {
  const days = new Set(facilityIds.map((id) => clocks.todayAt(id)));
  for (const today of days) {
    const all = facilityIds.filter((id) => clocks.todayAt(id) === today);
    for (let from = 0; from < all.length; from += READ_AT_ONCE) {
      yield { today, facilityIds: all.slice(from, from + READ_AT_ONCE) };
    }
  }
}
