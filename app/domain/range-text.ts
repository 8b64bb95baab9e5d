import { usDayOf } from "./calendar";
import type { DateRange } from "./filters";

/** '03/04/2024–03/03/2025'. */
export function rangeText({ startDate, endDate }: DateRange): string {
  return `${usDayOf(startDate)}–${usDayOf(endDate)}`;
}
