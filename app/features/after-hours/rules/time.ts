import type { LookbackHours } from "./words";
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
