import type { EpochDay } from "~/domain/calendar";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import { lastSettledDay } from "../data-reach";
import type { LaggingFacility } from "./place-reach";
import type { PlaceDay } from "./places";

/** The last day that counts in a place, and the last one whose admissions 30-day rates count. */
export interface LastDays extends PlaceDay {
  settled: EpochDay;
}

/** The day that the data of a facility must reach to count as much as the others of its place. */
export function dayNeeded({ settled }: Pick<LastDays, "settled">): EpochDay {
  return settled + RETURN_WINDOW_DAYS;
}

/** True for a facility whose data do not reach all that counts in its place. */
export function isBehind(
  { placeId, reach }: LaggingFacility,
  last: LastDays,
): boolean {
  return (
    placeId === last.placeId && (reach === null || reach < dayNeeded(last))
  );
}

/** The last days by a reach. */
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

/** The days whose sums are needed. */
export function countedDays({ placeId, day, settled }: LastDays): PlaceDay[] {
  return [
    { placeId, day },
    { placeId, day: settled },
  ];
}
