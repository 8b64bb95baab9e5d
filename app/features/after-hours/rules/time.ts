import type { LookbackHours } from "./lookback";
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

/** When a note was written. */
export interface NoteTime {
  at: Date;
  /** False where the text was a clock's reading in the hour that the autumn change repeats, and may mean either. */
  isCertain: boolean;
}

const HOUR_MS = 3_600_000;

const DATETIME =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(?:[.,]\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * The time of a note as hosts write it: ISO 8601 with Z or an offset, or a clock's reading in New York,
 * `yyyy-MM-dd HH:mm:ss` (R160); null where it is neither. A reading in the hour that the autumn clock change repeats
 * is the later of its two instants that is not after `now`, one that the spring change leaves out an hour later.
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

/** `+05`, `+0530` and `+05:30` as JavaScript reads them. */
function offsetOf(zone: string): string {
  if (zone.toUpperCase() === "Z") return "Z";
  const [, hours = "", minutes] = /^(.\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return `${hours}:${minutes ?? "00"}`;
}

/**
 * A note's time as the screen writes it, 'MM/dd/yyyy hh:mm a ET' in New York. In the hour that the autumn clock change
 * repeats, 'EDT' or 'EST' stands for 'ET' where it is known. 'Unknown' where there is no time. Its blanks do not
 * break, except the one between day and time.
 */
export function noteTimeText(time: NoteTime | null): string {
  const read = time && newYorkTimeAndDate(newYorkSqlDatetime(time.at));
  if (!time || !read) return messages.unknown;
  const zone = (time.isCertain && repeatedHourOf(time.at)) || "ET";
  return `${read.date} ${`${read.time} ${zone}`.replaceAll(" ", "\u00a0")}`;
}

/**
 * Whether a note lies within the last hours, including the first instant (R163). Hours are elapsed time: by the wall clock
 * "the last 24 hours" would be 23 after the spring change, and a note would be missed. Notes with an unreadable or future
 * time are always included, because a note too many is better than one nobody reads.
 */
export function isWithinLookback(
  time: NoteTime | null,
  hours: LookbackHours,
  now: Date,
): boolean {
  return time === null || now.getTime() - time.at.getTime() <= hours * HOUR_MS;
}

/** The days of New York that a lookback touches, the first and the last. */
export function lookbackDays(
  hours: LookbackHours,
  now: Date,
): { startDate: IsoDay; endDate: IsoDay } {
  return {
    startDate: newYorkDay(new Date(now.getTime() - hours * HOUR_MS)),
    endDate: newYorkDay(now),
  };
}
