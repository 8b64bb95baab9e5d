import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import {
  noTotals,
  TOTALS,
  totalsWithout,
  type Totals,
} from "./additive-totals";
import {
  pagesOfHistories,
  type ReachedHistory,
} from "./physicians/pages-of-histories";
import { PhysicianFigures } from "./physicians/physician-figures";
import { placesOf, type Question, type StayFilter } from "./question";
import { PlaceTotals } from "./totals/place-totals";
import { BANDS, type Band } from "./totals/total-columns";

/** A range of days, both ends included; none in the future. */
export type DayRange = Pick<Question, "from" | "to">;

/** Distinct patients by the band of their newest score. */
export type PeopleByBand = Record<Band, number>;

/** The figures of the stays that a filter lets pass, through the reach of each facility's data (R245). */
export interface StayFigures {
  /** The additive figures over each of the ranges, in their order. */
  totalsOver(ranges: readonly DayRange[]): Promise<Totals[]>;
  /** The distinct patients with a day in each of the ranges, in their order. */
  peopleOver(ranges: readonly DayRange[]): Promise<PeopleByBand[]>;
}

/** Opens the figures of a place, which are answered from its totals, or of a physician, which are answered from histories. */
export async function openFigures(
  db: Kysely<Schema>,
  filter: StayFilter,
): Promise<StayFigures> {
  if (filter.npi !== undefined) return figuresOfHistories(db, filter);
  const places = placesOf(filter);
  const totals = await PlaceTotals.open(db, places);
  const [placeId, ...others] = places.ids;
  return {
    totalsOver: (ranges) => sumOver(totals, places.ids, ranges),
    peopleOver: async (ranges) => {
      if (placeId !== undefined && others.length === 0) {
        return totals.people(ranges.map((range) => ({ ...range, placeId })));
      }
      // Patients of facilities that are no place together: some may be of several.
      const { peopleOver } = await figuresOfHistories(db, filter);
      return peopleOver(ranges);
    },
  };
}

/** The additive figures of a question. */
export async function readTotals(
  db: Kysely<Schema>,
  question: Question,
): Promise<Totals> {
  const figures = await openFigures(db, question);
  const [totals = noTotals()] = await figures.totalsOver([question]);
  return totals;
}

/** The patients of all bands. */
export function patientsOf(people: PeopleByBand): number {
  return BANDS.reduce((sum, band) => sum + people[band], 0);
}

/** Sums of places over ranges: each is what counts through its end, without what counts through the day before it. */
async function sumOver(
  totals: PlaceTotals,
  placeIds: readonly number[],
  ranges: readonly DayRange[],
): Promise<Totals[]> {
  const found = await totals.through(
    ranges.flatMap(({ from, to }) =>
      placeIds.flatMap((placeId) => [
        { placeId, day: from - 1 },
        { placeId, day: to },
      ]),
    ),
  );
  const perRange = 2 * placeIds.length;
  return ranges.map((_, range) => {
    const sum = noTotals();
    for (let at = range * perRange; at < (range + 1) * perRange; at += 2) {
      const [before = noTotals(), through = noTotals()] = found.slice(at);
      const more = totalsWithout(through, before);
      for (const total of TOTALS) sum[total] += more[total];
    }
    return sum;
  });
}

async function figuresOfHistories(
  db: Kysely<Schema>,
  filter: StayFilter,
): Promise<StayFigures> {
  const histories: ReachedHistory[] = [];
  for await (const page of pagesOfHistories(db, filter)) {
    histories.push(...page);
  }
  const over = ({ from, to }: DayRange) => {
    const figures = new PhysicianFigures();
    for (const { history, reach } of histories) {
      const days = { from, to: Math.min(to, reach), isnp: filter.isnp };
      if (days.to >= from) figures.add(history, days, true);
    }
    return figures;
  };
  return {
    totalsOver: async (ranges) => ranges.map((range) => over(range).totals),
    peopleOver: async (ranges) =>
      ranges.map((range) => over(range).distinctPeople()),
  };
}
