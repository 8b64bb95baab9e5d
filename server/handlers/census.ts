import {
  getCensus,
  getCensusList,
  type CensusFinding,
} from "~/contract/census";
import type { Viewer } from "~/domain/access/viewer";
import { marksOf } from "~/domain/census/census-marks";
import { sortFacilities } from "~/domain/census/census-order";
import type { ResidentFindingKind } from "~/domain/census/findings";
import {
  accessibleFacilityIds,
  hasRankOf,
  listInView,
  seesEverything,
  type FacilityIds,
} from "~server/access/facilities";
import type { Subject } from "~server/access/scope";
import { readFindings } from "~server/measures/census/census-findings";
import { countWaiting } from "~server/measures/census/waiting-messages";
import { forbidden } from "~server/refusal";
import { readDataState } from "~server/store/data-state";
import type { ApiDeps } from "~server/door/api-deps";
import {
  censusQuestion,
  readFacilities,
} from "~server/data-quality/judged-facilities";
import { recordAccess } from "./record-access";
import { requireScope } from "./require-scope";
import { requireResidentReader } from "./resident-reader";
import { register, type Doors } from "~server/door/doors";
import type { Call } from "~server/door/handler";

const FACILITIES_OF_A_PAGE = 100;
/** More than a region has, so that a page of figures knows all marks by one call. */
const MARKED_OF_A_PAGE = 500;
const FINDINGS_OF_A_PAGE = 100;

/** How far the census of facilities can be trusted, and the lists behind its counts (R293). */
export function registerCensus(doors: Doors, deps: ApiDeps): void {
  register(doors, getCensus, async (call) => {
    const { viewer, query } = call;
    const { level, id, page = 0 } = query;
    const place = level && id !== undefined ? { level, id } : null;
    const inView = await facilitiesInView(deps, viewer, place);
    const [judged, waiting] = await Promise.all([
      readFacilities(deps, call, await listInView(deps.store.db, inView)),
      readWaiting(deps),
    ]);
    const all = judged.map((row) => ({
      ...row,
      waiting: countWaiting(waiting, row.facility_id),
    }));
    const marked = all.filter((row) => marksOf(row).length > 0);
    const asked = query.marked ? marked : all;
    const sorted = sortFacilities(asked, query.sort, query.dir);
    const most = query.marked ? MARKED_OF_A_PAGE : FACILITIES_OF_A_PAGE;
    const { part, next } = partOf(sorted, page, most);
    if (part.length === 0) return null;
    return {
      data: part,
      facilities: all.length,
      marked: marked.length,
      next,
      unplaced: seesEverything(viewer) ? countWaiting(waiting, null) : null,
    };
  });

  register(doors, getCensusList, async (call) => {
    const { kind, facility_id: id, page = 0 } = call.query;
    await facilitiesInView(deps, call.viewer, { level: "facility", id });
    const { rows, next } =
      kind === "waiting"
        ? await waitingOf(deps, id, page)
        : await residentsOf(deps, call, { kind, id, page });
    return rows.length === 0 ? null : { data: rows, next };
  });
}

/** A page of a list, and the number of the page after it. */
function partOf<Item>(all: readonly Item[], page: number, most: number) {
  const end = (page + 1) * most;
  return {
    part: all.slice(page * most, end),
    next: all.length > end ? page + 1 : null,
  };
}

/** The facilities of a place, or all of the viewer's. Refuses physicians, and places that are not the viewer's. */
async function facilitiesInView(
  deps: ApiDeps,
  viewer: Viewer,
  place: Subject | null,
): Promise<FacilityIds> {
  if (!hasRankOf(viewer, "facility")) throw forbidden();
  if (!place) return accessibleFacilityIds(deps.store.db, viewer);
  const scope = await requireScope(deps, viewer, place);
  return scope.facilityIds;
}

type CensusCall = Pick<
  Call<unknown, { isnp?: boolean | undefined }, unknown>,
  "viewer" | "userId" | "query"
>;

function readWaiting({ store, census, clock }: ApiDeps) {
  return census.waiting.read(store.db, clock());
}

interface FindingsPart {
  rows: CensusFinding[];
  next: number | null;
}

/** The reasons for which messages of a facility wait: they name nobody. */
async function waitingOf(
  deps: ApiDeps,
  facilityId: number,
  page: number,
): Promise<FindingsPart> {
  const waiting = await readWaiting(deps);
  const reasons = [...(waiting.get(facilityId) ?? [])].sort(
    (one, other) => other.messages - one.messages,
  );
  const { part: rows, next } = partOf(reasons, page, FINDINGS_OF_A_PAGE);
  return { rows, next };
}

/** Residents by name; each time that they are given out is recorded. */
async function residentsOf(
  deps: ApiDeps,
  call: CensusCall & Parameters<typeof recordAccess>[1],
  asked: { kind: ResidentFindingKind; id: number; page: number },
): Promise<FindingsPart> {
  requireResidentReader(deps, call.viewer);
  const { kind, id, page } = asked;
  const state = await readDataState(deps.store.db);
  const offset = page * FINDINGS_OF_A_PAGE;
  const question = await censusQuestion(deps, call, id);
  const found = await deps.replicas.read(state, (snapshot) =>
    readFindings(snapshot, kind, question, {
      limit: FINDINGS_OF_A_PAGE + 1,
      offset,
    }),
  );
  const { part: rows, next } = partOf(found, 0, FINDINGS_OF_A_PAGE);
  if (rows.length > 0) {
    await recordAccess(deps, call, {
      action: "view_patients",
      residents: rows.flatMap(({ resident_id }) => resident_id ?? []),
      details: {
        list: "data_quality",
        group: kind,
        page: page + 1,
        level: "facility",
        subject_id: id,
        facility_id: null,
        rows: rows.length,
      },
    });
  }
  return { rows, next: next === null ? null : page + 1 };
}
