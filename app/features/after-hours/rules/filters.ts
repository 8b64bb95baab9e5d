import {
  DEFAULT_LOOKBACK_HOURS,
  LONGEST_LOOKBACK_HOURS,
  LOOKBACK_HOURS,
  type LookbackHours,
} from "./lookback";
import { isWithinLookback, lookbackDays, type NoteTime } from "./time";
import type { LocationLevel } from "~/domain/places/hierarchy";

/** What the report keeps of its notes (R162). */
export interface AfterHoursFilters {
  hours: LookbackHours;
  highRisk: boolean;
  /** Always true for ISNP-only users, who have no such filter. */
  isnp: boolean;
  /** Facilities of the place that is chosen; null where everything is left open. */
  facilityIds: ReadonlySet<number> | null;
}

/** The parts of a note that the filters read. */
export interface FilteredNote {
  time: NoteTime | null;
  /** Null where the host's value cannot be read, as in `isnp`. */
  highRisk: boolean | null;
  isnp: boolean | null;
  facilityId: number | null;
}

const PLACES: readonly LocationLevel[] = ["division", "region", "facility"];
const CHOICES = ["hours", "highRisk", "isnp", ...PLACES];
const DAYS = ["startDate", "endDate"];

/** The filters of a query without the location, which depends on the organisation. Odd values are the defaults. */
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
 * The query of a filtered page: the ISNP choice, and as `startDate` and `endDate` the days that the lookback touches
 * (R162). The days follow from the lookback and choose nothing. Fields that are open are left out, so that one view
 * has one address. An unfiltered page has none of this. Other parameters stay.
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

/** True where two queries filter alike, in any order. */
export function isSameFilter(
  one: URLSearchParams,
  other: URLSearchParams,
): boolean {
  return [...CHOICES, ...DAYS].every(
    (name) => one.getAll(name).join("&") === other.getAll(name).join("&"),
  );
}

/** The notes that the filters keep, and how many there are without them and with a longer lookback. */
export interface FilteredNotes<Note> {
  shown: Note[];
  /** Notes of the lookback, whatever the other filters say. */
  inLookback: number;
  /** Those that the same filters keep of the longest lookback. */
  atLongest: Note[];
  /** Notes of the longest lookback without any filter. */
  recent: Note[];
}

/** Applies the filters, `now` being the time that the lookback ends at. */
export function filterNotes<Note extends FilteredNote>(
  notes: readonly Note[],
  filters: AfterHoursFilters,
  now: Date,
): FilteredNotes<Note> {
  const recent = notes.filter(({ time }) =>
    isWithinLookback(time, LONGEST_LOOKBACK_HOURS, now),
  );
  const isIn = ({ time }: Note) => isWithinLookback(time, filters.hours, now);
  const kept = recent.filter((note) => isKept(note, filters));
  return {
    shown: kept.filter(isIn),
    inLookback: recent.filter(isIn).length,
    atLongest: kept,
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
