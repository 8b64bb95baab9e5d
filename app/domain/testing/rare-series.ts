import type { DatedEvent } from "../graphs/rare-events";
import type { MeasureLine } from "../graphs/measure-line";

export function eventsAmong(
  counts: readonly number[],
  over: number,
): { line: MeasureLine; events: DatedEvent[] } {
  return {
    line: {
      rates: counts.map((count) => (count * 1000) / over),
      denominators: counts.map(() => over),
    },
    events: counts.flatMap((count, month) =>
      Array.from({ length: count }, (_, index) => ({
        day: "2026-01-01",
        month,
        counted: over * (month + (index + 0.5) / count),
      })),
    ),
  };
}
