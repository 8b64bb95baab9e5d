import { z } from "zod";
import { id } from "~/contract/wire";
import {
  dayIn,
  epochDayOf,
  isoDayOf,
  mondayBefore,
  type IsoDay,
} from "~/domain/calendar";
import { RATE_GRAPHS, type GraphTag } from "~/domain/graphs/rate-graphs";
import { COMPANY_ID, LEVELS_ABOVE_FACILITIES } from "~/domain/places/hierarchy";
import {
  ownPlacesOf,
  type OwnPlace,
} from "~/features/signals/rules/own-places";
import type { Variation } from "~/features/signals/rules/variation";
import { hasRankOf, listInView } from "~server/access/facilities";
import { isIsnpOnly } from "~server/access/scope";
import { readFeeds } from "~server/data-quality/service";
import type { ApiDeps } from "~server/door/api-deps";
import { service, type Ctx } from "~server/door/services";
import { todayAt } from "~server/handlers/answer-figures";
import { recordAccess } from "~server/handlers/record-access";
import { requireScope } from "~server/handlers/require-scope";
import { requireResidentReader } from "~server/handlers/resident-reader";
import { readStateFor, versionKey } from "~server/measures/place-versions";
import { isIn } from "~server/measures/question";
import type { SignalCells } from "~server/measures/signals/signal-cells";
import { forbidden } from "~server/refusal";
import { readReviewsEdition } from "~server/reviews/read-review";
import { listOverdueSince } from "~server/reviews/work-list";
import {
  findSignals,
  noneWhereRefused,
  type SignalsCtx,
} from "~server/signals/service";
import { readClocks, type FacilityClocks } from "~server/store/facility-clocks";

interface NewSignal {
  graph: GraphTag;
  variation: Variation;
  month: string;
}

export interface FacilityChanges {
  facility_id: number;
  facility_name: string;
  signals: NewSignal[];
  /** When the feed fell silent, and its last day with movement. */
  silent: { since: IsoDay; last_movement: IsoDay } | null;
  reviews: {
    transfer_id: number;
    transferred_on: IsoDay;
    overdue_on: IsoDay;
  }[];
}

/** Null means all facilities of the viewer. */
const input = z.object({
  place: z.object({ level: z.enum(LEVELS_ABOVE_FACILITIES), id }).nullable(),
});

/**
 * Changes since the Monday before today (R533), new signals and silent feeds first, then by name. Refuses physicians,
 * account managers and others' places. Audited as a list, because it leads to transfers of residents.
 */
export const listChanges = service({
  name: "changes",
  input,
  async run(ctx, { place }) {
    const { residents, ...found } = await findChanges(ctx, place);
    if (residents.length > 0) {
      await recordAccess(ctx.deps, ctx, {
        action: "view_patients",
        residents,
        details: {
          list: "changes",
          level: place?.level ?? null,
          subject_id: place?.id ?? null,
          rows: residents.length,
        },
      });
    }
    return found;
  },
});

/** Names nobody, so it is not audited. */
export const countChanges = service({
  name: "changes-count",
  input,
  async run(ctx, { place }) {
    const { facilities } = await findChanges(ctx, place);
    const count = facilities.reduce(
      (sum, { signals, silent, reviews }) =>
        sum + signals.length + reviews.length + (silent ? 1 : 0),
      0,
    );
    return { count };
  },
});

type Place = z.output<typeof input>["place"];

async function findChanges(ctx: Ctx, place: Place) {
  const { deps, viewer } = ctx;
  requireResidentReader(viewer);
  if (!hasRankOf(viewer, "facility")) throw forbidden();
  const places: OwnPlace[] = place ? [place] : ownPlacesOf(viewer);
  const ids = await facilitiesOf(ctx, place, places);
  const clocks = await readClocks(deps.store.db, deps.clock());
  const mondayAt = (facilityId?: number) =>
    mondayBefore(clocks.todayAt(facilityId));
  const [signals, silent, reviews, names] = await Promise.all([
    newSignalsOf(ctx, places),
    silentOf(ctx, ids, clocks),
    overdueOf(ctx, ids, clocks),
    deps.store.db
      .selectFrom("facilities")
      .where(isIn("id", ids))
      .select(["id", "name"])
      .orderBy("name")
      .orderBy("id")
      .execute(),
  ]);
  const overdue = reviews.filter(
    (one) => one.overdueOn >= mondayAt(one.facility_id),
  );
  const facilities = names.map(({ id: facility, name }): FacilityChanges => ({
    facility_id: facility,
    facility_name: name,
    signals: signals.get(facility) ?? [],
    silent: silent.get(facility) ?? null,
    reviews: overdue
      .filter((one) => one.facility_id === facility)
      .map((one) => ({
        transfer_id: one.id,
        transferred_on: isoDayOf(one.transferred_on),
        overdue_on: isoDayOf(one.overdueOn),
      })),
  }));
  const isUnusual = ({ signals: some, silent: is }: FacilityChanges) =>
    some.length > 0 || is !== null;
  return {
    since: isoDayOf(mondayAt()),
    facilities: [
      ...facilities.filter(isUnusual),
      ...facilities.filter((one) => !isUnusual(one) && one.reviews.length > 0),
    ],
    residents: overdue.map((one) => one.patient_id),
  };
}

const NOBODY = 0;

/** Judges all charts of facilities that {@link listChanges} needs, before anybody asks. */
export async function judgeCharts(
  deps: ApiDeps,
  signal: AbortSignal,
): Promise<void> {
  for (const isnpOnly of [false, true]) {
    signal.throwIfAborted();
    const company = { level: "company", id: COMPANY_ID } as const;
    const accessLevelIds = [COMPANY_ID];
    const viewer = { accessLevel: company.level, accessLevelIds, isnpOnly };
    await newSignalsOf({ deps, viewer, userId: NOBODY, signal }, [company]);
  }
}

/** Lists each once; places that are gone have none. */
async function facilitiesOf(
  { deps, viewer }: Ctx,
  place: Place,
  places: readonly OwnPlace[],
): Promise<number[]> {
  const lists = await Promise.all(
    places.map(async (one) => {
      try {
        const { facilityIds } = await requireScope(deps, viewer, one);
        return await listInView(deps.store.db, facilityIds);
      } catch (error) {
        if (place) throw error;
        return noneWhereRefused(error) ?? [];
      }
    }),
  );
  return [...new Set(lists.flat())];
}

/** Months that are unusual now but were not by Sunday's data, by the same rule. */
async function newSignalsOf(
  ctx: SignalsCtx,
  places: readonly OwnPlace[],
): Promise<Map<number, NewSignal[]>> {
  const found = new Map<number, NewSignal[]>();
  for (const place of places) {
    const today = await todayAt(ctx.deps, ctx.viewer, place);
    const sunday = isoDayOf(mondayBefore(epochDayOf(today)) - 1);
    const now = await unusualOf(ctx, place, today);
    if (now.size === 0) continue;
    const before = await unusualOf(ctx, place, sunday, [...now.keys()]);
    for (const [facility, signals] of now) {
      const known = new Set(before.get(facility)?.map(keyOf));
      found.set(
        facility,
        signals.filter((one) => !known.has(keyOf(one))),
      );
    }
  }
  return found;
}

/** `among` limits the place's facilities. */
async function unusualOf(
  ctx: SignalsCtx,
  place: OwnPlace,
  endDate: IsoDay,
  among?: readonly number[],
): Promise<Map<number, NewSignal[]>> {
  const isFacility = place.level === "facility";
  // A facility's rows are its physicians.
  const only = isFacility ? [] : among;
  const answer = await findSignals(ctx, place, {
    ...{ endDate, facilities: true },
    ...(only && { only }),
  }).catch(noneWhereRefused);
  if (!answer) return new Map();
  const { own, rows } = answer.data;
  const cells: readonly { id: number; signals: SignalCells }[] = isFacility
    ? [{ id: place.id, signals: own }]
    : rows;
  const all = cells.map(({ id, signals }) => [id, unusualIn(signals)] as const);
  return new Map(all.filter(([, signals]) => signals.length > 0));
}

function unusualIn(cells: SignalCells): NewSignal[] {
  return RATE_GRAPHS.flatMap(({ graph }) => {
    const { variation, month } = cells[graph];
    return variation.startsWith("unusually") && month !== null
      ? [{ graph, variation, month }]
      : [];
  });
}

function keyOf({ graph, variation, month }: NewSignal): string {
  return [graph, variation, month].join();
}

async function silentOf(
  { deps }: Ctx,
  ids: readonly number[],
  clocks: FacilityClocks,
): Promise<Map<number, FacilityChanges["silent"]>> {
  const feeds = await readFeeds(deps, ids);
  const silent = new Map<number, FacilityChanges["silent"]>();
  for (const [facility, { silent_since, last_movement_on }] of feeds) {
    if (silent_since === null || last_movement_on === null) continue;
    const since = dayIn(clocks.zoneOf(facility), Date.parse(silent_since));
    if (since < mondayBefore(clocks.todayAt(facility))) continue;
    silent.set(facility, {
      since: isoDayOf(since),
      last_movement: last_movement_on,
    });
  }
  return silent;
}

/** Cached until the day, the data or a review changes. */
async function overdueOf(
  { deps, viewer, userId }: Ctx,
  facilityIds: number[],
  clocks: FacilityClocks,
) {
  const { store, reviewDays } = deps;
  const today = clocks.todayAt(undefined);
  const elsewhere = facilityIds.filter((one) => clocks.todayAt(one) !== today);
  const version = versionKey(await readStateFor(store.db, { facilityIds }));
  const edition = await readReviewsEdition(store.db);
  const { accessLevel, accessLevelIds } = viewer;
  const isnp = isIsnpOnly(viewer, undefined);
  return deps.cache.remember(
    [
      ...["overdue since", accessLevel, accessLevelIds, isnp, facilityIds],
      ...[today, elsewhere, version, edition, reviewDays],
    ],
    () =>
      listOverdueSince(
        store.db,
        { viewer, userId, facilityIds, isnp, clocks, reviewDays },
        // Some facilities may still be a day behind.
        mondayBefore(today - 1),
      ),
  );
}
