import {
  addYears,
  epochDayOf,
  firstOfMonth,
  isoDayOf,
  type IsoDay,
} from "./calendar";
import type { DateRange } from "./filters";

/** A range that one link chooses. */
export interface RangePreset extends DateRange {
  text: string;
  /** It is the range in force. */
  isChosen: boolean;
}

const DAYS = 30;
const MONTHS_IN_QUARTER = 3;

/**
 * The ranges that one link each chooses on a page (R351), with today as their last day but for the quarter, which is
 * the last whole one of the calendar.
 */
export function rangePresets(inForce: DateRange, today: IsoDay): RangePreset[] {
  const day = epochDayOf(today);
  const quarter = firstOfQuarter(day);
  const preset = (text: string, startDate: IsoDay, endDate: IsoDay) => ({
    text,
    startDate,
    endDate,
    isChosen: startDate === inForce.startDate && endDate === inForce.endDate,
  });
  return [
    preset(`Last ${DAYS} days`, isoDayOf(day - DAYS + 1), today),
    preset(
      "Last quarter",
      isoDayOf(firstOfQuarter(quarter - 1)),
      isoDayOf(quarter - 1),
    ),
    preset("Last year", addYears(today, -1), today),
    preset("Year to date", `${today.slice(0, 4)}-01-01`, today),
  ];
}

function firstOfQuarter(day: number): number {
  const first = firstOfMonth(day);
  const month = Number(isoDayOf(first).slice(5, 7)) - 1;
  return month % MONTHS_IN_QUARTER === 0 ? first : firstOfQuarter(first - 1);
}
