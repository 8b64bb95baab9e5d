import { usDayOf } from "./calendar";
import type { DateRange } from "./filters";
import { messages } from "./messages";

/** '03/04/2024–03/03/2025'. */
export function rangeText({ startDate, endDate }: DateRange): string {
  return `${usDayOf(startDate)}–${usDayOf(endDate)}`;
}

/** A range by the name of the link that chooses it, or by its days. */
export function rangeName(
  range: DateRange,
  presets: readonly (readonly [startDate: string, endDate: string])[],
): string {
  const at = presets.findIndex(
    ([first, last]) => first === range.startDate && last === range.endDate,
  );
  return messages.profile.rangePresets[at] ?? rangeText(range);
}
