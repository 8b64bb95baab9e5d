import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { noTotals, totalsWithout, type Totals } from "../additive-totals";
import { CHILD_PLACES, type ParentLevel } from "../child-places";
import { reachOfAll, type DataReach } from "../data-reach";
import type { CalendarMonth } from "../graph-months";
import { readFacilitiesOf } from "../location-rows";
import { pagesOfHistories } from "../physicians/pages-of-histories";
import { countedDays, PhysicianFigures } from "../physicians/physician-figures";
import type { Question } from "../question";
import { openFigures, type DayRange, type StayFigures } from "../stay-figures";
import { PlaceTotals } from "../totals/place-totals";

/** Monthly totals; null for months that have not begun or lie after all data (R246). */
export interface MonthTotals {
  reach: DataReach | null;
  months: (Totals | null)[];
}

/** The months, oldest first, and the last day that counts. */
export interface MonthsQuery {
  months: readonly CalendarMonth[];
  to: EpochDay;
}

export async function monthTotalsOf(
  figures: StayFigures,
  asked: MonthsQuery,
): Promise<MonthTotals> {
  const ranges = rangesOf(asked, figures.reach);
  const { totals } = await figures.over({ totals: ranges });
  return { reach: figures.reach, months: totalsByMonth(totals, asked) };
}

/** Monthly totals of the child places of a level, read at once. */
export async function monthTotalsOfPlaces(
  db: Kysely<Schema>,
  parent: ParentLevel,
  question: Question,
  ids: readonly number[],
  asked: MonthsQuery,
): Promise<MonthTotals[]> {
  const { facilityIds, isnp } = question;
  if (!areWhole(parent, question) && facilityIds !== "all") {
    const found: MonthTotals[] = [];
    for (const some of await readFacilitiesOf(db, parent, facilityIds, ids)) {
      const filter = { ...question, facilityIds: some };
      found.push(await monthTotalsOf(await openFigures(db, filter), asked));
    }
    return found;
  }
  const { child: level } = CHILD_PLACES[parent];
  const places = await PlaceTotals.open(db, { level, ids, isnp });
  const ends = ids.map((id) => endsOf(asked, places.reachOf(id)));
  const { through } = await places.read({
    through: ids.flatMap((placeId, at) =>
      (ends[at] ?? []).map((day) => ({ placeId, day })),
    ),
  });
  let next = 0;
  return ids.map((id, at) => {
    const days = ends[at]?.length ?? 0;
    const sums = through.slice(next, (next += days));
    const totals = sums
      .slice(1)
      .map((sum, month) => totalsWithout(sum, sums[month] ?? noTotals()));
    return { reach: places.reachOf(id), months: totalsByMonth(totals, asked) };
  });
}

/** True if children count with all their facilities, not only those in view. */
export function areWhole(
  parent: ParentLevel,
  { place, facilityIds }: Pick<Question, "place" | "facilityIds">,
): boolean {
  return parent === "region" || place !== undefined || facilityIds === "all";
}

/** Monthly totals of each physician of a facility with a stay in one of the months, and of stays without a physician. */
export async function monthTotalsOfPhysicians(
  db: Kysely<Schema>,
  question: Question,
  asked: MonthsQuery,
): Promise<Map<number, MonthTotals>> {
  const { facilityIds, isnp } = question;
  const found = new Map<number, MonthTotals>();
  for await (const page of pagesOfHistories(db, { facilityIds, isnp })) {
    for (const { npi, history, reach: latest } of page) {
      const reach = reachOfAll(isnp && !history.hasIsnpStay() ? [] : [latest]);
      const figures = rangesOf(asked, reach).map((range) => {
        const month = new PhysicianFigures();
        const days = countedDays({ ...range, isnp }, latest);
        if (days) month.add(history, days, false);
        return month;
      });
      if (!figures.some(({ hasStay }) => hasStay)) continue;
      const totals = figures.map((month) => month.totals);
      found.set(npi, { reach, months: totalsByMonth(totals, asked) });
    }
    await nextTurn();
  }
  return found;
}

/** Ranges of the months that have begun by the last day that counts. */
function rangesOf(
  { months, to }: MonthsQuery,
  reach: DataReach | null,
): DayRange[] {
  const last = Math.min(to, reach?.latest ?? -Infinity);
  return months
    .filter(({ firstDay }) => firstDay <= last)
    .map(({ firstDay, lastDay }) => ({
      from: firstDay,
      to: Math.min(lastDay, last),
    }));
}

/** The day before the first month that has begun, and the last day of each. */
function endsOf(asked: MonthsQuery, reach: DataReach | null): EpochDay[] {
  const ranges = rangesOf(asked, reach);
  const [first] = ranges;
  return first ? [first.from - 1, ...ranges.map(({ to }) => to)] : [];
}

function totalsByMonth(
  totals: readonly Totals[],
  { months }: MonthsQuery,
): (Totals | null)[] {
  return months.map((_, at) => totals[at] ?? null);
}
