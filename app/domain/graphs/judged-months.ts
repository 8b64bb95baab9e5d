import type { IsoDay } from "../calendar";
import { fullMonthCount } from "./full-months";
import type { KnownTime } from "./import-day";
import type { JudgedMonths } from "./chart-method";
import { settledMonthCount } from "./settled-months";

/**
 * How many months of a graph can be judged, oldest first (R119, R300).
 *
 * @param silentSince the last day of which a facility that is silent has told; null where it is not, and for all that is no facility
 */
export function judgedMonths(
  months: number,
  endDate: IsoDay,
  { lastUpdated, reach }: KnownTime,
  silentSince: IsoDay | null,
): JudgedMonths {
  return {
    settled: settledMonthCount(months, endDate, {
      lastUpdated,
      reach: earlierOf(reach, silentSince),
    }),
    told:
      silentSince === null
        ? months
        : fullMonthCount(months, endDate, { lastUpdated, reach: silentSince }),
  };
}

/** Where a facility is silent, its months are unsettled from then on (R300). */
export function earlierOf(
  one: IsoDay | null,
  other: IsoDay | null,
): IsoDay | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
