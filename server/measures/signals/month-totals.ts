import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import type { Totals } from "../additive-totals";
import { readChildFigures, type ParentLevel } from "../child-places";
import { reachOfAll, type DataReach } from "../data-reach";
import type { CalendarMonth } from "../graph-months";
import { pagesOfHistories } from "../physicians/pages-of-histories";
import { countedDays, PhysicianFigures } from "../physicians/physician-figures";
import type { Question } from "../question";
import type { DayRange, StayFigures } from "../stay-figures";

/** Monthly totals; null for months that have not begun or lie after all data (R246). */
export interface MonthTotals {
  reach: DataReach | null;
  months: (Totals | null)[];
}

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
  const found = await readChildFigures(db, parent, question, ids, (reach) =>
    rangesOf(asked, reach),
  );
  return found.map(({ reach, totals }) => ({
    reach,
    months: totalsByMonth(totals, asked),
  }));
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

function totalsByMonth(
  totals: readonly Totals[],
  { months }: MonthsQuery,
): (Totals | null)[] {
  return months.map((_, at) => totals[at] ?? null);
}
