import type { Kysely } from "kysely";
import type { CmsOrder } from "~server/qies/cms-connector";
import { cumulativeTotalByPlace } from "~server/measures/cumulative-totals";
import type { Question } from "~server/measures/question";
import type { Schema } from "~server/store/schema";
import type { Period, ReportPeriod } from "./report-period";

/** What the sections of a report are made of. */
export interface LocalData {
  db: Kysely<Schema>;
  order: CmsOrder;
  period: ReportPeriod;
  /** The days that are counted. */
  days: Period;
  /** The six months of the comparison group; null where there is none. */
  window: Period | null;
}

/** The facility's stays over some days, or over those of the report. */
export function ownQuestion(
  { order, days }: LocalData,
  over: Period = days,
): Question {
  return {
    facilityIds: [order.facility.id],
    isnp: order.isnp,
    from: over.from,
    to: over.to,
  };
}

/** Fewer facilities are not compared with: their sum would tell of each of them. */
const LEAST_OTHERS = 3;

/**
 * The company's other facilities; null where they are too few to be compared with, or so few of them have such residents
 * in one of the times that the sum would be those few's.
 */
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
  for (const { from, to } of times) {
    const days = await cumulativeTotalByPlace(
      db,
      { facilityIds: "all", isnp: order.isnp, from, to },
      "days_of_care",
      "facilities.id",
    );
    const counted = others.filter((id) => (days.get(id) ?? 0) > 0).length;
    // A sum over none of them tells of nobody.
    if (counted > 0 && counted < LEAST_OTHERS) return null;
  }
  return others;
}
