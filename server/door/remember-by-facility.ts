import type { Kysely } from "kysely";
import type { LRUCache } from "lru-cache";
import type { EpochDay } from "~/domain/calendar";
import type { ApiDeps } from "~server/door/api-deps";
import { readCensusVersions } from "~server/measures/place-versions";
import { readDataState } from "~server/store/data-state";
import { readClocks, type FacilityClocks } from "~server/store/facility-clocks";
import type { Schema } from "~server/store/schema";

const READ_AT_ONCE = 25;

/** What is worked out of the residents of each facility. */
interface OfFacilities<Row extends object> {
  /** Rows as they were worked out last, each under all that it depends on. */
  memory: LRUCache<string, Row>;
  /** Names what is worked out, with all that it depends on beside the data of the facility and the day there. */
  asked: readonly (string | boolean)[];
  /** Rows of some facilities, where it is the same day. */
  read(
    snapshot: Kysely<Schema>,
    some: { facilityIds: number[]; today: EpochDay },
  ): Promise<Row[]>;
}

/** A row a facility, in the order of the ids. It is worked out again where the facility's data have changed, and on each day of its own. */
export async function rememberByFacility<Row extends { facility_id: number }>(
  deps: ApiDeps,
  userId: number,
  facilityIds: readonly number[],
  { memory, asked, read }: OfFacilities<Row>,
): Promise<Row[]> {
  const { store, cache, replicas, readings } = deps;
  const clocks = await readClocks(store.db, deps.clock());
  // The state comes last: a standby that has the data of it has those of the versions too.
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
  // One after the other, so that others have their turn. Whoever leaves does not end it: a page waits for it for a moment
  // only, and the next one finds it done.
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
