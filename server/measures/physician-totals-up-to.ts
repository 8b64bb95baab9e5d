import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { countedStays, longStayEvents } from "./counted-stays";
import {
  noTotals,
  runningTotals,
  TOTALS,
  type Totals,
} from "./facility-totals";
import { knownEnd } from "./data-reach";
import { happenedIn, isInRange, staysOf, type Question } from "./question";

/**
 * Additive figures of a physician's stays, from the raw stays and transfers in the question's range, counted through
 * each of the days. Only differences mean anything, because what lies before the range is missing from all of them.
 *
 * @param days ascending; the first is the day before the range or lies in it, the last is its end
 */
export async function physicianTotalsUpTo(
  db: Kysely<Schema>,
  question: Question,
  days: readonly EpochDay[],
): Promise<Totals[]> {
  const [stays, events] = await Promise.all([
    countedStays(db)
      .innerJoin("facilities", "facilities.id", "stays.facility_id")
      .select("facilities.data_through")
      .where(staysOf(question))
      .where(isInRange(question))
      .execute(),
    longStayEvents(db)
      .innerJoin("facilities", "facilities.id", "transfers.facility_id")
      .where(staysOf(question))
      .where(happenedIn(question))
      .execute(),
  ]);
  const first = stays.reduce(
    (day, stay) => Math.min(day, stay.admitted_on),
    question.from - 1,
  );
  const running = runningTotals(
    stays.map((stay) => ({
      ...stay,
      discharged_on: knownEnd(stay, stay.data_through),
    })),
    events,
    first,
    question.to,
  );
  return days.map((day) => {
    const totals = noTotals();
    for (const total of TOTALS) {
      totals[total] = running[total][day - first] ?? 0;
    }
    return totals;
  });
}
