import { sql } from "kysely";
import { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { dayParam, id } from "~/contract/wire";
import { mayReadResidents } from "~/domain/access/guard";
import { epochDayOf, isoDayOf, type IsoDay } from "~/domain/calendar";
import { defaultRange } from "~/domain/filters";
import { LEVELS_ABOVE_FACILITIES, type Level } from "~/domain/places/hierarchy";
import { qualityTotal } from "~/features/profile/rules/quality/quality-score";
import { judgeTargets, type TargetsOfMeasures } from "~/features/targets/rules";
import { listInView } from "~server/access/facilities";
import { isIsnpOnly } from "~server/access/scope";
import { readFacilities } from "~server/data-quality/service";
import { service, type Ctx } from "~server/door/services";
import {
  answerFigures,
  type OpenQuestion,
} from "~server/handlers/answer-figures";
import { requireScope } from "~server/handlers/require-scope";
import { noTotals } from "~server/measures/additive-totals";
import { readChildFigures } from "~server/measures/child-places";
import { firstGraphDay } from "~server/measures/graph-months";
import { readPhasesOfPlaces } from "~server/measures/phases-of-places";
import { FACILITIES, isIn } from "~server/measures/question";
import { qualityOfTotals } from "~server/measures/metrics";
import { countWork } from "~server/reviews/work-list";
import { silentFacilities } from "~server/signals/service";
import { readTargets } from "~server/targets/read-targets";
import { readRollingLimits } from "~server/targets/rolling-limits";
import { readClocks, type FacilityClocks } from "~server/store/facility-clocks";

export type FacilityRow = DeepReadonly<
  Awaited<ReturnType<typeof findRows>>[number]
> & {
  /** Null if unknown or hidden from the viewer. */
  in_house: number | null;
  overdue: number | null;
  targets: DeepReadonly<TargetsOfMeasures>;
};

/** Null without any and for future days (R520). 403 and 404 as for figures. Names nobody, so not audited. */
export const listFacilities = service({
  name: "facilities",
  input: z.object({
    place: z.object({ level: z.enum(LEVELS_ABOVE_FACILITIES), id }),
    startDate: dayParam,
    endDate: dayParam,
    isnp: z.boolean(),
  }),
  async run(ctx, { place, startDate, endDate, isnp }) {
    const { deps, viewer, userId } = ctx;
    const { db } = deps.store;
    const { facilityIds } = await requireScope(deps, viewer, place);
    const ids = await listInView(db, facilityIds);
    const clocks = await readClocks(db, deps.clock());
    // The scores depend on the day, but not on the filters.
    const today = clocks.todayAt(undefined);
    const elsewhere = ids.filter((one) => clocks.todayAt(one) !== today);
    const [answer, census, overdue] = await Promise.all([
      answerFigures(
        deps,
        JSON.stringify(["facilities", viewer.isnpOnly, today, elsewhere]),
        { ...ctx, params: { ...place, startDate, endDate }, query: { isnp } },
        (asked) => findRows(asked, ids, viewer.isnpOnly, clocks),
      ),
      readFacilities(deps, { viewer, userId, isnp }, ids),
      countOverdue(ctx, ids, clocks),
    ]);
    if (!answer || answer.data.length === 0) return null;
    const targetsOf = await judgeTargetsOf(ctx, place, { endDate, isnp }, ids);
    const inHouse = new Map(
      census.map((one) => [one.facility_id, one.residents]),
    );
    return {
      data_through: answer.data_through,
      rows: answer.data.map((row): FacilityRow => ({
        ...row,
        in_house: inHouse.get(row.id) ?? null,
        overdue: overdue && (overdue.get(row.id) ?? 0),
        targets: targetsOf.get(row.id) ?? {},
      })),
    };
  },
});

async function judgeTargetsOf(
  { deps, ...ctx }: Ctx,
  place: { level: Level; id: number },
  { endDate, isnp }: { endDate: IsoDay; isnp: boolean },
  ids: readonly number[],
): Promise<Map<number, TargetsOfMeasures>> {
  const { db } = deps.store;
  const targets = await readTargets(db, "facility", ids);
  if (targets.size === 0) return new Map();
  const silent = await silentFacilities(deps, ctx.viewer, place, "region");
  const phases = await readPhasesOfPlaces(db, "facility", ids);
  const startDate = firstGraphDay(endDate);
  const found = await answerFigures(
    deps,
    JSON.stringify(["limits of targets", ids, ...phases]),
    { ...ctx, params: { ...place, startDate, endDate }, query: { isnp } },
    (asked) =>
      readRollingLimits(
        { ...asked, endDate, silent: new Map(silent), phases },
        ids,
      ),
    { endDate, silent },
  );
  const limits = new Map(found?.data);
  return new Map(
    Array.from(targets, ([id, own]) => [
      id,
      judgeTargets(
        own,
        endDate,
        (measure) => limits.get(id)?.[measure] ?? null,
      ),
    ]),
  );
}

/** Uses few statements. Profile scores always cover the year up to the facility's own day (R125). */
async function findRows(
  { db, question: { isnp, from, to } }: OpenQuestion,
  ids: readonly number[],
  isnpOnly: boolean,
  clocks: FacilityClocks,
) {
  const named = await sql<{ id: number; name: string; region: string }>`
    select facilities.id, facilities.name, regions.name as region
    from ${FACILITIES}
    where ${isIn("facilities.id", ids)}`.execute(db);
  const yearOf = (id: number) => {
    const year = defaultRange(isoDayOf(clocks.todayAt(id)));
    return { from: epochDayOf(year.startDate), to: epochDayOf(year.endDate) };
  };
  const isOfBoth = isnp === isnpOnly;
  const question = { facilityIds: [...ids], isnp };
  const range = await readChildFigures(db, "region", question, ids, (_, id) => [
    { from, to },
    ...(isOfBoth ? [yearOf(id)] : []),
  ]);
  const year = isOfBoth
    ? range
    : await readChildFigures(
        db,
        "region",
        { ...question, isnp: isnpOnly },
        ids,
        (_, id) => [yearOf(id)],
      );
  const places = new Map(ids.map((id, at) => [id, at]));
  return named.rows.map((row) => {
    const at = places.get(row.id) ?? 0;
    const { reach = null, totals = [] } = range[at] ?? {};
    const isKnown = reach === null || reach.latest >= from;
    const quality = qualityOfTotals(year[at]?.totals.at(-1) ?? noTotals());
    return {
      ...row,
      /** Null if the facility's data end before the range. */
      totals: isKnown ? (totals[0] ?? noTotals()) : null,
      score: quality && qualityTotal(quality),
    };
  });
}

/** Null if the viewer may not read them. Ignores the ISNP filter, as their list does, except the viewer's own limit. */
async function countOverdue(
  { deps, viewer, userId }: Ctx,
  facilityIds: number[],
  clocks: FacilityClocks,
): Promise<Map<number, number> | null> {
  if (!mayReadResidents(viewer)) return null;
  const counted = await countWork(deps.store.db, {
    ...{ viewer, userId, facilityIds, clocks },
    isnp: isIsnpOnly(viewer, undefined),
    reviewDays: deps.reviewDays,
  });
  return new Map(counted.map((one) => [one.facility_id, one.overdue]));
}
