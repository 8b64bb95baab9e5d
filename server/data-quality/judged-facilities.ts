import type { Viewer } from "~/domain/access/viewer";
import { isIsnpOnly } from "~server/access/scope";
import {
  feedCells,
  readCensusRows,
  type CensusRow,
  type FeedCells,
} from "~server/measures/census/census-facilities";
import {
  readFeedFacts,
  type FeedFacts,
} from "~server/measures/census/feed-facts";
import type { CensusQuestion } from "~server/measures/census/judged-stays";
import { readCensusVersions } from "~server/measures/place-versions";
import { readDataState } from "~server/store/data-state";
import { readClocks, type FacilityClocks } from "~server/store/facility-clocks";
import type { ApiDeps } from "~server/door/api-deps";

/** Facilities that are judged in one statement. */
const JUDGED_AT_ONCE = 25;
const MINUTE_MS = 60_000;

/** Who asks for the census of facilities, and whether of ISNP stays alone. */
interface Asker {
  viewer: Viewer;
  userId: number;
  isnp?: boolean | undefined;
}

/** How far the census of a facility can be trusted (R293). */
export type JudgedFacility = CensusRow & FeedCells;

/** The census of one facility, judged on its own day (R490). */
export async function censusQuestion(
  { store, clock }: ApiDeps,
  viewer: Viewer,
  facilityId: number,
): Promise<CensusQuestion> {
  const clocks = await readClocks(store.db, clock(), [facilityId]);
  return {
    facilityIds: [facilityId],
    isnp: viewer.isnpOnly,
    today: clocks.todayAt(facilityId),
  };
}

/** How far the census of each facility can be trusted, in any order. What the feed says is remembered for a minute. */
export async function readFacilities(
  deps: ApiDeps,
  asker: Asker,
  facilityIds: readonly number[],
): Promise<JudgedFacility[]> {
  const sorted = [...facilityIds].sort((one, other) => one - other);
  const [rows, facts] = await Promise.all([
    readJudged(deps, asker, sorted),
    readFeeds(deps, sorted),
  ]);
  return rows.map((row) => ({
    ...row,
    ...feedCells(facts.get(row.facility_id)),
  }));
}

/** What the feeds of facilities say, remembered for a minute. */
export async function readFeeds(
  { store, cache, census, clock }: ApiDeps,
  facilityIds: readonly number[],
): Promise<Map<number, FeedFacts>> {
  const now = clock();
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  const sorted = [...facilityIds].sort((one, other) => one - other);
  const feeds = await cache.remember(["feeds", sorted, minute], async () => [
    ...(await readFeedFacts(store.db, sorted, now, census.habits)),
  ]);
  return new Map(feeds);
}

/** Rows as they were judged last. A facility is judged again where its own data have changed since, and on each day of its own. */
async function readJudged(
  deps: ApiDeps,
  asker: Asker,
  facilityIds: readonly number[],
): Promise<CensusRow[]> {
  const { store, cache, census, replicas, readings } = deps;
  const isnp = isIsnpOnly(asker.viewer, asker.isnp);
  const clocks = await readClocks(store.db, deps.clock());
  // The state comes last: a standby that has the data of it has those of the versions too.
  const versions = await readCensusVersions(store.db, facilityIds);
  const state = await readDataState(store.db);
  const keyOf = (id: number) =>
    [
      id,
      isnp,
      clocks.todayAt(id),
      state.wideVersion,
      versions.get(id) ?? 0,
    ].join();
  const rows = new Map<number, CensusRow>();
  const stale: number[] = [];
  for (const id of facilityIds) {
    const row = census.rows.get(keyOf(id));
    if (row) rows.set(id, row);
    else stale.push(id);
  }
  // One after the other, so that others have their turn. Whoever leaves does not end it: a page waits for it for a moment
  // only, and the next one finds it done.
  for (const part of partsOf(stale, clocks)) {
    const question = { ...part, isnp };
    const key = ["census", part.facilityIds.map(keyOf)];
    const found = await cache.remember(key, () =>
      readings.whenFree(question, { userId: asker.userId }, () =>
        replicas.read(state, (snapshot) => readCensusRows(snapshot, question)),
      ),
    );
    for (const row of found) {
      census.rows.set(keyOf(row.facility_id), row);
      rows.set(row.facility_id, row);
    }
  }
  return facilityIds.flatMap((id) => rows.get(id) ?? []);
}

/** Facilities that are judged in one statement: they have the same day. */
function* partsOf(facilityIds: readonly number[], clocks: FacilityClocks) {
  const days = new Set(facilityIds.map((id) => clocks.todayAt(id)));
  for (const today of days) {
    const all = facilityIds.filter((id) => clocks.todayAt(id) === today);
    for (let from = 0; from < all.length; from += JUDGED_AT_ONCE) {
      yield { today, facilityIds: all.slice(from, from + JUDGED_AT_ONCE) };
    }
  }
}
