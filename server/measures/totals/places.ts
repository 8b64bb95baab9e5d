import type { EpochDay } from "~/domain/calendar";
import type { PlaceLevel } from "./total-columns";

/** Places of one level by their ids, and whether only stays flagged ISNP count there. */
export interface Places {
  level: PlaceLevel;
  ids: readonly number[];
  isnp: boolean;
}

/** A day through which something is counted in a place. */
export interface PlaceDay {
  placeId: number;
  day: EpochDay;
}

/** A range of days in a place, both ends included. */
export interface PlaceRange {
  placeId: number;
  from: EpochDay;
  to: EpochDay;
}
