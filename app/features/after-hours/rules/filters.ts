import {
  DEFAULT_LOOKBACK_HOURS,
  LONGEST_LOOKBACK_HOURS,
  LOOKBACK_HOURS,
  type LookbackHours,
} from "./words";
import { isWithinLookback, lookbackDays, type NoteTime } from "./time";
import type { LocationLevel } from "~/domain/places/hierarchy";

export interface AfterHoursFilters {
  hours: LookbackHours;
  highRisk: boolean;
  /** Always true for ISNP-only users. */
  isnp: boolean;
  /** Null if no place is chosen. */
  facilityIds: ReadonlySet<number> | null;
}

export interface FilteredNote {
  time: NoteTime | null;
  /** Null if the host's value is unreadable, like `isnp`. */
  highRisk: boolean | null;
  isnp: boolean | null;
  facilityId: number | null;
}

const PLACES: readonly LocationLevel[] = ["division", "region", "facility"];
const CHOICES = ["hours", "highRisk", "isnp", ...PLACES];
const DAYS = ["startDate", "endDate"];

/** Odd values get their defaults. The location is read elsewhere, because it needs the organisation. */
export function readAfterHoursFilters(
  search: URLSearchParams,
  isnpOnly: boolean,
): Omit<AfterHoursFilters, "facilityIds"> {
  const hours = LOOKBACK_HOURS.find(
    (one) => String(one) === search.get("hours"),
  );
  return {
    hours: hours ?? DEFAULT_LOOKBACK_HOURS,
    highRisk: search.get("highRisk") === "true",
    isnp: isnpOnly || search.get("isnp") === "true",
  };
}

/**
 * The days of the lookback are in it as `startDate` and `endDate`, but choose nothing (R162). Leaves out open fields,
 * so that a view has one address.
 */
export function afterHoursQuery(
  search: URLSearchParams,
  isnpOnly: boolean,
  now: Date,
): URLSearchParams {
  const query = new URLSearchParams();
  if (CHOICES.some((name) => search.has(name))) {
    const { hours, highRisk, isnp } = readAfterHoursFilters(search, isnpOnly);
    const { startDate, endDate } = lookbackDays(hours, now);
    query.set("hours", String(hours));
    if (highRisk) query.set("highRisk", "true");
    query.set("isnp", String(isnp));
    query.set("startDate", startDate);
    query.set("endDate", endDate);
    for (const name of PLACES) {
      const place = search.get(name);
      if (place) query.set(name, place);
    }
  }
  for (const [name, value] of search) {
    if (!CHOICES.includes(name) && !DAYS.includes(name)) {
      query.append(name, value);
    }
  }
  return query;
}

export function isSameFilter(
  one: URLSearchParams,
  other: URLSearchParams,
): boolean {
  return [...CHOICES, ...DAYS].every(
    (name) => one.getAll(name).join("&") === other.getAll(name).join("&"),
  );
}

export function filterNotes<Note extends FilteredNote>(
  notes: readonly Note[],
  filters: AfterHoursFilters,
  now: Date,
) {
  const recent = notes.filter(({ time }) =>
    isWithinLookback(time, LONGEST_LOOKBACK_HOURS, now),
  );
  const isIn = ({ time }: Note) => isWithinLookback(time, filters.hours, now);
  const kept = recent.filter((note) => isKept(note, filters));
  return {
    shown: kept.filter(isIn),
    /** Whatever the other filters say. */
    inLookback: recent.filter(isIn).length,
    /** With the same filters and the longest lookback. */
    atLongest: kept,
    /** In the longest lookback, without any filter. */
    recent,
  };
}

function isKept(
  { highRisk, isnp, facilityId }: FilteredNote,
  filters: AfterHoursFilters,
): boolean {
  return (
    // Notes with an unknown risk pass the high-risk filter; unknown ISNP status does not pass the ISNP filter.
    (!filters.highRisk || highRisk !== false) &&
    (!filters.isnp || isnp === true) &&
    (filters.facilityIds === null ||
      (facilityId !== null && filters.facilityIds.has(facilityId)))
  );
}
