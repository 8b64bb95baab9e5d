import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { readFiguresOver } from "./physicians/read-figures";
import { placesOf, type Question, type StayFilter } from "./question";
import { PlaceTotals } from "./totals/place-totals";
import { BANDS, type Band } from "./totals/total-columns";

/** Distinct patients by the band of their newest score. */
export type PeopleByBand = Record<Band, number>;

type Range = Pick<Question, "from" | "to">;

/**
 * Distinct patients with a day in each of the ranges, in their order. A place is answered from its totals. A physician,
 * and facilities that are no place together, are answered from histories.
 */
export async function readPeople(
  db: Kysely<Schema>,
  filter: StayFilter,
  ranges: readonly Range[],
): Promise<PeopleByBand[]> {
  const places = placesOf(filter);
  const [placeId, ...others] = places.ids;
  if (placeId === undefined) return ranges.map(() => ofEachBand(() => 0));
  if (filter.npi === undefined && others.length === 0) {
    const totals = await PlaceTotals.open(db, places);
    return totals.people(ranges.map((range) => ({ ...range, placeId })));
  }
  const figures = await readFiguresOver(db, filter, ranges);
  return figures.map((one) => one.distinctPeople());
}

/** The patients of all bands. */
export function patientsOf(people: PeopleByBand): number {
  return BANDS.reduce((sum, band) => sum + people[band], 0);
}

function ofEachBand(count: (band: Band) => number): PeopleByBand {
  return Object.fromEntries(
    BANDS.map((band) => [band, count(band)]),
  ) as PeopleByBand;
}
