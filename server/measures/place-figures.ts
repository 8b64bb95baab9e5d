import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import {
  noTotals,
  totalsWithout,
  TOTALS,
  type Totals,
} from "./additive-totals";
import { placesOf, type Question, type StayFilter } from "./question";
import { PlaceTotals } from "./totals/place-totals";

/**
 * Additive figures of a place, or of the sum of some facilities, from the beginning of their data through each of the days, in
 * the order of the days. The difference of two of them is a range. Totals are kept of places alone, so the filter must have
 * no `npi`.
 *
 * @param days none in the future
 */
export async function placeTotalsUpTo(
  db: Kysely<Schema>,
  filter: StayFilter,
  days: readonly EpochDay[],
): Promise<Totals[]> {
  const places = placesOf(filter);
  const totals = await PlaceTotals.open(db, places);
  const asked = places.ids.flatMap((placeId) =>
    days.map((day) => ({ placeId, day })),
  );
  const found = await totals.through(asked);
  const sums = days.map(noTotals);
  found.forEach((more, index) => {
    const sum = sums[index % days.length];
    if (sum) for (const total of TOTALS) sum[total] += more[total];
  });
  return sums;
}

/** Additive figures of a place, or of the sum of some facilities, over a range. */
export async function readPlaceTotals(
  db: Kysely<Schema>,
  question: Question,
): Promise<Totals> {
  const [before = noTotals(), through = noTotals()] = await placeTotalsUpTo(
    db,
    question,
    [question.from - 1, question.to],
  );
  return totalsWithout(through, before);
}
