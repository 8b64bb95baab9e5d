import type { EpochDay } from "~/domain/calendar";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import { lastSettledDay } from "~server/measures/data-reach";
import type { LaggingFacility } from "./place-reach";
import type { PlaceDay } from "./places";

/** Daily counts: settled admissions (R79), events, and the change in the number of long-stay residents. */
export const DAY_COLUMNS = [
  "settled_adm",
  "rth",
  "ed",
  "h_events",
  "ed_events",
  "adm_events",
  "long_residents",
] as const;

export type DayColumn = (typeof DAY_COLUMNS)[number];

export type DayCounts = Record<DayColumn, number> & { day: EpochDay };

export class DayTally {
  private readonly days = new Map<EpochDay, DayCounts>();

  add(day: EpochDay, column: DayColumn, amount: number): void {
    const counts = this.days.get(day) ?? nothingOn(day);
    counts[column] += amount;
    this.days.set(day, counts);
  }

  addAll(days: readonly DayCounts[], sign: 1 | -1 = 1): void {
    for (const counts of days) {
      for (const column of DAY_COLUMNS) {
        const amount = counts[column];
        if (amount !== 0) this.add(counts.day, column, sign * amount);
      }
    }
  }

  /** The days that add something, oldest first. */
  inOrder(): DayCounts[] {
    return [...this.days.values()].sort(oldestFirst);
  }
}

function nothingOn(day: EpochDay): DayCounts {
  return {
    day,
    settled_adm: 0,
    rth: 0,
    ed: 0,
    h_events: 0,
    ed_events: 0,
    adm_events: 0,
    long_residents: 0,
  };
}

export function oldestFirst(one: DayCounts, other: DayCounts): number {
  return one.day - other.day;
}

/** The last day that counts in a place, and the last whose admissions count in 30-day rates. */
export interface LastDays extends PlaceDay {
  settled: EpochDay;
}

/** The data cut-off a facility needs to count fully in its place. */
export function dayNeeded({ settled }: Pick<LastDays, "settled">): EpochDay {
  return settled + RETURN_WINDOW_DAYS;
}

/** True if the facility's data end before everything that counts in its place. */
export function isBehind(
  { placeId, reach }: LaggingFacility,
  last: LastDays,
): boolean {
  return (
    placeId === last.placeId && (reach === null || reach < dayNeeded(last))
  );
}

export function cutAt<Last extends Pick<LastDays, "day" | "settled">>(
  last: Last,
  reach: EpochDay,
): Last {
  return {
    ...last,
    day: Math.min(last.day, reach),
    settled: Math.min(last.settled, lastSettledDay(reach)),
  };
}

export function countedDays({ placeId, day, settled }: LastDays): PlaceDay[] {
  return [
    { placeId, day },
    { placeId, day: settled },
  ];
}

/** Cuts days after the last ones that count: long-stay residents leave on the day after. */
export function daysThrough(
  days: readonly DayCounts[],
  { day: last, settled }: Pick<LastDays, "day" | "settled">,
): DayCounts[] {
  const reached = days
    .filter(({ day }) => day <= last)
    .map((one) =>
      one.day <= settled ? one : { ...one, settled_adm: 0, rth: 0, ed: 0 },
    );
  const residents = reached.reduce((sum, one) => sum + one.long_residents, 0);
  if (residents === 0) return reached;
  return [...reached, { ...nothingOn(last + 1), long_residents: -residents }];
}

export function summedDays(parts: readonly DayCounts[][]): DayCounts[] {
  const [first = [], ...others] = parts;
  if (others.length === 0) return first;
  const tally = new DayTally();
  for (const days of parts) tally.addAll(days);
  return tally.inOrder();
}
