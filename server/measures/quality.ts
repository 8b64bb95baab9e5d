import type { Quality } from "~/contract/qmcalculator";
import { epochDayOf, type IsoDay } from "~/domain/calendar";
import { defaultRange } from "~/domain/filters";
import { qualityOf } from "~/features/profile/rules/quality/quality-score";
import { noTotals, TOTALS, type Totals } from "./additive-totals";
import type { StayFigures } from "./stay-figures";

/**
 * The quality score over the default range, up to the data cut-off (R122, R125). Null if all counts are 0 (R87). A
 * measure without a denominator has no score.
 *
 * @param today the day at the place
 */
export async function readQuality(
  figures: StayFigures,
  today: IsoDay,
): Promise<Quality | null> {
  const { startDate, endDate } = defaultRange(today);
  const year = { from: epochDayOf(startDate), to: epochDayOf(endDate) };
  const found = await figures.over({ totals: [year] });
  const [totals = noTotals()] = found.totals;
  return qualityOfTotals(totals);
}

export function qualityOfTotals(totals: Totals): Quality | null {
  if (TOTALS.every((total) => totals[total] === 0)) return null;
  return qualityOf({
    rth: totals.rth,
    ed: totals.ed,
    h_1000: totals.h_events,
    ed_1000: totals.ed_events,
    ach_adm: totals.ach_adm,
    settled_adm: totals.settled_adm,
    ls_days: totals.pd_lt_doc,
  });
}
