import { sql, type Kysely } from "kysely";
import type { CmsOrder } from "~server/cms-requests/cms-connector";
import { PlaceTotals } from "~server/measures/totals/place-totals";
import {
  isInRange,
  STAYS,
  staysOf,
  type Question,
} from "~server/measures/question";
import type { Schema } from "~server/store/schema";
import type { Period } from "./report-period";
import { hasStandardLetters } from "../pdf/standard-letters";

export interface LocalData {
  db: Kysely<Schema>;
  order: CmsOrder;
  /** The days counted; the requested ones if none can be counted. */
  days: Period;
  /** The comparison group's six months; null if there is none. */
  window: Period | null;
  /** False if no stay of the facility counts in the days. */
  hasStays: boolean;
}

export function ownQuestion(
  { order, days }: Pick<LocalData, "order" | "days">,
  over: Period = days,
): Question {
  return {
    facilityIds: [order.facility.id],
    isnp: order.isnp,
    from: over.from,
    to: over.to,
  };
}

export async function hasStays(
  db: Kysely<Schema>,
  order: CmsOrder,
  days: Period,
): Promise<boolean> {
  const question = ownQuestion({ order, days });
  const { rows } = await sql`
    select 1 from ${STAYS}
    where ${staysOf(question)} and ${isInRange(question)}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The sum of fewer facilities would reveal each of them. */
const LEAST_OTHERS = 3;

/** The company's other facilities; null if they are too few to hide each other in one of the periods. */
export async function otherFacilities(
  { db, order }: LocalData,
  times: readonly Period[],
): Promise<number[] | null> {
  const rows = await db
    .selectFrom("facilities")
    .where("id", "<>", order.facility.id)
    .select("id")
    .execute();
  const others = rows.map(({ id }) => id);
  if (others.length < LEAST_OTHERS) return null;
  const totals = await PlaceTotals.open(db, {
    level: "facility",
    ids: others,
    isnp: order.isnp,
  });
  for (const { from, to } of times) {
    const ranges = others.map((placeId) => ({ placeId, from, to }));
    const found = await totals.over(ranges);
    const counted = found.totals.filter((its) => its.days_of_care > 0).length;
    // An empty sum reveals nobody.
    if (counted > 0 && counted < LEAST_OTHERS) return null;
  }
  return others;
}

/** The name, or a substitute if the font lacks its letters (R484). */
export function writtenName(name: string, ...instead: string[]): string {
  return [name, ...instead].find(hasStandardLetters) ?? name;
}

/** Says that a table substitutes names; empty if it does not. */
export function missingNames(
  names: readonly string[],
  instead: string,
): string[] {
  const count = names.filter((name) => !hasStandardLetters(name)).length;
  if (count === 0) return [];
  return [
    count === 1
      ? `One name has letters that this file cannot show. Its row has ${instead} in its place.`
      : `${count} names have letters that this file cannot show. Their rows have ${instead} in their place.`,
  ];
}

export function facilityName({ id, name, ccn }: CmsOrder["facility"]): string {
  const numbers = ccn === null ? [] : [`CCN ${ccn}`];
  return writtenName(name, ...numbers, `Facility ${id}`);
}

/** Replaces a name in resident rows: the MRN, else the id in the resident's address. */
export const RESIDENT_NUMBER = "the MRN or the resident's number";

export function residentName(
  name: string,
  mrn: string | null,
  id: number,
): string {
  const numbers = mrn?.trim() ? [`MRN ${mrn}`] : [];
  return writtenName(name, ...numbers, `Resident ${id}`);
}
