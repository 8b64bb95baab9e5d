import type { Viewer } from "~/domain/access/viewer";
import { isIsoDay, type IsoDay } from "~/domain/calendar";
import {
  defaultRange,
  parseFilters,
  type DateRange,
  type Filters,
} from "~/domain/filters";
import type { Level } from "~/domain/places/hierarchy";
import { PREVIOUS_END, PREVIOUS_START } from "../profile-links";

/** The filters of a profile page. A facility filter belongs to physicians; a place's own page has none (R29). */
export function readFilters(
  search: URLSearchParams,
  level: Level,
  viewer: Viewer,
  today: IsoDay,
): { filters: Filters; notes: string[] } {
  const mine = new URLSearchParams(search);
  if (level !== "physician") mine.delete("facility-id");
  return parseFilters(mine, today, viewer, previousRange(search, today));
}

export function hasPreviousRange(search: URLSearchParams): boolean {
  return search.has(PREVIOUS_START) || search.has(PREVIOUS_END);
}

function previousRange(search: URLSearchParams, today: IsoDay): DateRange {
  const startDate = search.get(PREVIOUS_START) ?? "";
  const endDate = search.get(PREVIOUS_END) ?? "";
  const isSent = search.has("startDate") && search.has("endDate");
  return isSent &&
    isIsoDay(startDate) &&
    isIsoDay(endDate) &&
    startDate <= endDate
    ? { startDate, endDate }
    : defaultRange(today);
}
