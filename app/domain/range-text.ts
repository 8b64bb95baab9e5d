import {
  usDayOf,
  addYears,
  epochDayOf,
  firstOfMonth,
  isoDayOf,
  type IsoDay,
} from "./calendar";
import type { DateRange } from "./filters";
import { messages } from "./messages";

export function rangeText({ startDate, endDate }: DateRange): string {
  return `${usDayOf(startDate)}–${usDayOf(endDate)}`;
}

export function rangeName(
  range: DateRange,
  presets: readonly (readonly [startDate: string, endDate: string])[],
): string {
  const at = presets.findIndex(
    ([first, last]) => first === range.startDate && last === range.endDate,
  );
  return messages.profile.rangePresets[at] ?? rangeText(range);
}

export type RangePreset = [startDate: IsoDay, endDate: IsoDay];

const DAYS = 30;
const MONTHS_IN_QUARTER = 3;

/** In the order of their texts (R351). The quarter is the last whole one of the calendar; the others end today. */
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
