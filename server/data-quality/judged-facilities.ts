import type { Viewer } from "~/domain/access/viewer";
import { isIsnpOnly } from "~server/access/scope";
import {
  readCensusRows,
  type CensusRow,
} from "~server/measures/census/census-facilities";
import {
  NO_FEED,
  readFeedFacts,
  type FeedFacts,
} from "~server/measures/census/feed-facts";
import type { CensusQuestion } from "~server/measures/census/judged-stays";
import { rememberByFacility } from "~server/door/remember-by-facility";
import { readClocks } from "~server/store/facility-clocks";
import type { ApiDeps } from "~server/door/api-deps";

const MINUTE_MS = 60_000;

interface Asker {
  viewer: Viewer;
  userId: number;
  isnp?: boolean | undefined;
}

export type JudgedFacility = CensusRow & FeedFacts;

/** The census of one facility on its own day (R490). */
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

/** Judges the census of each facility, in any order. Feed data are cached for a minute. */
export async function readFacilities(
  deps: ApiDeps,
  asker: Asker,
  facilityIds: readonly number[],
): Promise<JudgedFacility[]> {
  const sorted = [...facilityIds].sort((one, other) => one - other);
  const isnp = isIsnpOnly(asker.viewer, asker.isnp);
  const [rows, facts] = await Promise.all([
    rememberByFacility(deps, asker.userId, sorted, {
      memory: deps.census.rows,
      asked: ["census", isnp],
      read: (snapshot, some) => readCensusRows(snapshot, { ...some, isnp }),
    }),
    readFeeds(deps, sorted),
  ]);
  return rows.map((row) => ({
    ...row,
    ...(facts.get(row.facility_id) ?? NO_FEED),
  }));
}

/** Feed facts by facility, cached for a minute. */
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
