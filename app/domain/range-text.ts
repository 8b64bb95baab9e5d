import { usDayOf } from "./calendar";
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
