import {
  DEFAULT_LOOKBACK_HOURS,
  LONGEST_LOOKBACK_HOURS,
  LOOKBACK_HOURS,
  type LookbackHours,
} from "./words";
import type { LocationLevel } from "~/domain/places/hierarchy";
import {
  isIsoDay,
  newYorkDay,
  newYorkSqlDatetime,
  parseNewYorkSqlDatetime,
  repeatedHourOf,
  type IsoDay,
} from "~/domain/calendar";
import { newYorkTimeAndDate } from "~/domain/freshness";
import { messages } from "~/domain/messages";

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
  // Notes with an unknown risk pass the high-risk filter; unknown ISNP status does not pass the ISNP filter.
  const kept = recent.filter(
    ({ highRisk, isnp, facilityId }) =>
      (!filters.highRisk || highRisk !== false) &&
      (!filters.isnp || isnp === true) &&
      (filters.facilityIds === null ||
        (facilityId !== null && filters.facilityIds.has(facilityId))),
  );
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

export interface NoteTime {
  at: Date;
  /** False for a clock reading in the hour that the autumn change repeats. */
  isCertain: boolean;
}

const HOUR_MS = 3_600_000;

const DATETIME =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(?:[.,]\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * Reads ISO 8601 with an offset, or New York's `yyyy-MM-dd HH:mm:ss` (R160). Takes the later instant not after `now`
 * in the hour that autumn repeats, and an hour later in the one that spring skips.
 */
export function readNoteTime(
  text: string | null | undefined,
  now: Date,
): NoteTime | null {
  const match = DATETIME.exec(text?.trim() ?? "");
  if (!match) return null;
  const [, day = "", minutes = "", seconds = ":00", zone] = match;
  if (!isIsoDay(day)) return null;
  if (zone === undefined) {
    const at = parseNewYorkSqlDatetime(`${day} ${minutes}${seconds}`, now);
    return at && { at, isCertain: repeatedHourOf(at) === null };
  }
  const ms = Date.parse(`${day}T${minutes}${seconds}${offsetOf(zone)}`);
  return Number.isNaN(ms) ? null : { at: new Date(ms), isCertain: true };
}

/** `+05` and `+0530` as JavaScript reads them. */
function offsetOf(zone: string): string {
  if (zone.toUpperCase() === "Z") return "Z";
  const [, hours = "", minutes] = /^(.\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return `${hours}:${minutes ?? "00"}`;
}

/** 'EDT' or 'EST' stands in the repeated hour, if known. Only the space after the day breaks. */
export function noteTimeText(time: NoteTime | null): string {
  const read = time && newYorkTimeAndDate(newYorkSqlDatetime(time.at));
  if (!time || !read) return messages.unknown;
  const zone = (time.isCertain && repeatedHourOf(time.at)) || "ET";
  return `${read.date} ${`${read.time} ${zone}`.replaceAll(" ", "\u00a0")}`;
}

/**
 * Hours are elapsed time: by the wall clock "the last 24 hours" would be 23 after the spring change (R163).
 * Unreadable and future times always count, because a note too many is better than one nobody reads.
 */
export function isWithinLookback(
  time: NoteTime | null,
  hours: LookbackHours,
  now: Date,
): boolean {
  return time === null || now.getTime() - time.at.getTime() <= hours * HOUR_MS;
}

export function lookbackDays(
  hours: LookbackHours,
  now: Date,
): { startDate: IsoDay; endDate: IsoDay } {
  return {
    startDate: newYorkDay(new Date(now.getTime() - hours * HOUR_MS)),
    endDate: newYorkDay(now),
  };
}
