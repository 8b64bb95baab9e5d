import { z } from "zod";
import type { Viewer } from "~/domain/access/viewer";
import { id } from "~/contract/wire";
import {
  marksOf,
  FINDING_KINDS,
  type ResidentFindingKind,
} from "~/features/data-quality/rules/census-marks";
import {
  CENSUS_COLUMNS,
  sortFacilities,
} from "~/features/data-quality/rules/census-order";
import { LEVELS } from "~/domain/places/hierarchy";
import {
  accessibleFacilityIds,
  hasRankOf,
  listInView,
  seesEverything,
  type FacilityIds,
} from "~server/access/facilities";
import { isIsnpOnly, type Subject } from "~server/access/scope";
import type { ApiDeps } from "~server/door/api-deps";
import { rememberByFacility } from "~server/door/remember-by-facility";
import { service, type Ctx } from "~server/door/services";
import { recordAccess } from "~server/handlers/record-access";
import { requireScope } from "~server/handlers/require-scope";
import { requireResidentReader } from "~server/handlers/resident-reader";
import {
  readCensusRows,
  type CensusRow,
} from "~server/measures/census/census-facilities";
import {
  readFindings,
  type ResidentFinding,
} from "~server/measures/census/census-findings";
import {
  countWaiting,
  type WaitingMessages,
} from "~server/measures/census/census-memory";
import {
  NO_FEED,
  readFeedFacts,
  type FeedFacts,
} from "~server/measures/census/feed-facts";
import { forbidden } from "~server/refusal";
import { readDataState } from "~server/store/data-state";
import { readClocks } from "~server/store/facility-clocks";

export type { ResidentFinding, WaitingMessages };

export type JudgedFacility = CensusRow & FeedFacts;

export type FacilityOfCensus = JudgedFacility & { waiting: number };

const FACILITIES_OF_A_PAGE = 100;
const FINDINGS_OF_A_PAGE = 100;

const place = z
  .object({ level: z.enum(LEVELS).exclude(["physician"]), id })
  .nullable();
const page = z.number().int().min(0).max(1_000_000);

/** Reliability of each census (R293): a page by a column, marked ones first by default. Null without any. */
export const listCensus = service({
  name: "data-quality",
  input: z.object({
    place,
    sort: z.enum(CENSUS_COLUMNS).optional(),
    dir: z.enum(["asc", "desc"]).optional(),
    page,
  }),
  async run(ctx, { place: of, sort, dir, page: at }) {
    const [judged, waiting] = await Promise.all([
      judgeFacilities(ctx, of),
      readWaiting(ctx.deps),
    ]);
    const all = judged.map((row): FacilityOfCensus => ({
      ...row,
      waiting: countWaiting(waiting, row.facility_id),
    }));
    const sorted = sortFacilities(all, sort, dir);
    const { part, next } = partOf(sorted, at, FACILITIES_OF_A_PAGE);
    if (part.length === 0) return null;
    return {
      data: part,
      next,
      /** Waiting messages without a known facility; null for viewers who see only some places. */
      unplaced: seesEverything(ctx.viewer) ? countWaiting(waiting, null) : null,
    };
  },
});

/** The facilities of a place with a silent feed or much in doubt (R300), and how many facilities there are. */
export const listMarked = service({
  name: "data-quality/marks",
  input: z.object({ place, isnp: z.boolean() }),
  async run(ctx, { place: of, isnp }) {
    const all = await judgeFacilities(ctx, of, isnp);
    return {
      facilities: all.length,
      marked: all.filter((row) => marksOf(row).length > 0),
    };
  },
});

/** Stays, transfers, or reasons of waiting messages; null if empty. Lists of residents need that right. */
export const listFindings = service({
  name: "data-quality/list",
  input: z.object({ kind: z.enum(FINDING_KINDS), facilityId: id, page }),
  async run(ctx, { kind, facilityId, page: at }) {
    await facilitiesInView(ctx, { level: "facility", id: facilityId });
    const found =
      kind === "waiting"
        ? await waitingOf(ctx.deps, facilityId, at)
        : await residentsOf(ctx, { kind, id: facilityId, page: at });
    return found.rows.length === 0 ? null : found;
  },
});

function partOf<Item>(all: readonly Item[], at: number, most: number) {
  const end = (at + 1) * most;
  return {
    part: all.slice(at * most, end),
    next: all.length > end ? at + 1 : null,
  };
}

async function judgeFacilities(
  ctx: Ctx,
  of: Subject | null,
  isnp?: boolean,
): Promise<JudgedFacility[]> {
  const { deps, viewer, userId } = ctx;
  const inView = await facilitiesInView(ctx, of);
  const ids = await listInView(deps.store.db, inView);
  return readFacilities(deps, { viewer, userId, isnp }, ids);
}

/** The facilities of a place, or all of the viewer's. Throws for physicians and for places of others. */
async function facilitiesInView(
  { deps, viewer }: Ctx,
  of: Subject | null,
): Promise<FacilityIds> {
  if (!hasRankOf(viewer, "facility")) throw forbidden();
  if (!of) return accessibleFacilityIds(deps.store.db, viewer);
  const scope = await requireScope(deps, viewer, of);
  return scope.facilityIds;
}

function readWaiting({ store, census, clock }: ApiDeps) {
  return census.waiting.read(store.db, clock());
}

interface FindingsPart {
  rows: (ResidentFinding | WaitingMessages)[];
  next: number | null;
}

/** Why messages of a facility wait; the reasons name no resident. */
async function waitingOf(
  deps: ApiDeps,
  facilityId: number,
  at: number,
): Promise<FindingsPart> {
  const waiting = await readWaiting(deps);
  const reasons = [...(waiting.get(facilityId) ?? [])].sort(
    (one, other) => other.messages - one.messages,
  );
  const { part: rows, next } = partOf(reasons, at, FINDINGS_OF_A_PAGE);
  return { rows, next };
}

async function residentsOf(
  ctx: Ctx,
  asked: { kind: ResidentFindingKind; id: number; page: number },
): Promise<FindingsPart> {
  const { deps, viewer } = ctx;
  requireResidentReader(viewer);
  const { kind, id: facilityId, page: at } = asked;
  const state = await readDataState(deps.store.db);
  const offset = at * FINDINGS_OF_A_PAGE;
  const clocks = await readClocks(deps.store.db, deps.clock(), [facilityId]);
  const question = {
    facilityIds: [facilityId],
    isnp: viewer.isnpOnly,
    // A facility is judged on its own day (R490).
    today: clocks.todayAt(facilityId),
  };
  const found = await deps.replicas.read(state, (snapshot) =>
    readFindings(snapshot, kind, question, {
      limit: FINDINGS_OF_A_PAGE + 1,
      offset,
    }),
  );
  const { part: rows, next } = partOf(found, 0, FINDINGS_OF_A_PAGE);
  if (rows.length > 0) {
    await recordAccess(deps, ctx, {
      action: "view_patients",
      residents: rows.map(({ resident_id }) => resident_id),
      details: {
        list: "data_quality",
        group: kind,
        page: at + 1,
        level: "facility",
        subject_id: facilityId,
        facility_id: null,
        rows: rows.length,
      },
    });
  }
  return { rows, next: next === null ? null : at + 1 };
}

/** Judges the census of each facility, in any order. Feed data are cached for a minute. */
export async function readFacilities(
  deps: ApiDeps,
  asker: { viewer: Viewer; userId: number; isnp?: boolean | undefined },
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

/** Cached for a minute. */
export async function readFeeds(
  { store, cache, census, clock }: ApiDeps,
  facilityIds: readonly number[],
): Promise<Map<number, FeedFacts>> {
  const now = clock();
  const minute = Math.floor(now.getTime() / 60_000);
  const sorted = [...facilityIds].sort((one, other) => one - other);
  const feeds = await cache.remember(["feeds", sorted, minute], async () => [
    ...(await readFeedFacts(store.db, sorted, now, census.habits)),
  ]);
  return new Map(feeds);
}
