import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import {
  totalsThrough,
  type AdditiveSums,
  type Totals,
} from "./additive-totals";
import { knownEnd } from "./data-reach";
import { happenedIn, isInRange, staysOf, type Question } from "./question";
import { tallyEvent, tallyStay, type DayTally } from "./totals/tally-patient";
import { CENSUS, COUNTS } from "./totals/total-columns";

/**
 * Additive figures of a physician's stays, from the raw stays and transfers in the question's range, counted through
 * each of the days. Only differences mean anything, because what lies before the range is missing from all of them.
 *
 * @param days the first is the day before the range or lies in it, the last is its end
 */
export async function physicianTotalsUpTo(
  db: Kysely<Schema>,
  question: Question,
  days: readonly EpochDay[],
): Promise<Totals[]> {
  const [stays, events] = await Promise.all([
    readStays(db, question),
    readLongStayEvents(db, question),
  ]);
  const counted: Parameters<DayTally["add"]>[] = [];
  const tally: DayTally = { add: (...one) => counted.push(one) };
  for (const stay of stays) {
    const discharged_on = knownEnd(stay, stay.data_through);
    tallyStay({ ...stay, discharged_on }, tally);
  }
  for (const event of events) tallyEvent(event, tally);
  return days.map((through) => {
    const sums = noSums();
    for (const [column, day, amount] of counted) {
      if (day <= through) sums[column] += amount;
    }
    return totalsThrough(sums, through);
  });
}

function readStays(db: Kysely<Schema>, question: Question) {
  return db
    .selectFrom("stays")
    .innerJoin("facilities", "facilities.id", "stays.facility_id")
    .select([
      "stays.admitted_on",
      "stays.discharged_on",
      "stays.admitted_from",
      "stays.long_stay_from",
      "stays.rth",
      "stays.ed",
      "facilities.data_through",
    ])
    .where(staysOf(question))
    .where(isInRange(question))
    .execute();
}

function readLongStayEvents(db: Kysely<Schema>, question: Question) {
  return db
    .selectFrom("transfers")
    .innerJoin("stays", "stays.id", "transfers.stay_id")
    .innerJoin("facilities", "facilities.id", "transfers.facility_id")
    .select([
      "transfers.transferred_on",
      "transfers.outcome",
      "transfers.planned",
    ])
    .where("transfers.long_stay", "=", 1)
    .where(staysOf(question))
    .where(happenedIn(question))
    .execute();
}

function noSums(): AdditiveSums {
  return Object.fromEntries(
    [...COUNTS, ...CENSUS].map((column) => [column, 0]),
  ) as AdditiveSums;
}
