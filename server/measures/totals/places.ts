import type { EpochDay } from "~/domain/calendar";
import type { PlaceLevel } from "./total-columns";

/** Places of one level; `isnp` counts only ISNP stays. */
export interface Places {
  level: PlaceLevel;
  ids: readonly number[];
  isnp: boolean;
}

export interface PlaceDay {
  placeId: number;
  day: EpochDay;
}

/** Both ends included. */
export interface PlaceRange {
  placeId: number;
  from: EpochDay;
  to: EpochDay;
}
