import {
  addYears,
  epochDayOf,
  firstOfMonth,
  isoDayOf,
  type IsoDay,
} from "./calendar";

/** First and last day of a range that a link chooses. */
export type RangePreset = [startDate: IsoDay, endDate: IsoDay];

const DAYS = 30;
const MONTHS_IN_QUARTER = 3;

/**
 * The ranges that one link each chooses on a page (R351), in the order of their texts, with today as their last day but for
 * the quarter, which is the last whole one of the calendar.
 */
export function rangePresets(today: IsoDay): RangePreset[] {
  const day = epochDayOf(today);
  const quarter = firstOfQuarter(day);
  return [
    [isoDayOf(day - DAYS + 1), today],
    [isoDayOf(firstOfQuarter(quarter - 1)), isoDayOf(quarter - 1)],
    [addYears(today, -1), today],
    [`${today.slice(0, 4)}-01-01`, today],
  ];
}

function firstOfQuarter(day: number): number {
  const first = firstOfMonth(day);
  const month = Number(isoDayOf(first).slice(5, 7)) - 1;
  return month % MONTHS_IN_QUARTER === 0 ? first : firstOfQuarter(first - 1);
}
