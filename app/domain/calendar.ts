import { addYears as addYearsToDate, formatISO, parseISO } from "date-fns";
import {
  DEFAULT_TIME_ZONE,
  instantOfWallClock,
  instantsOfWallClock,
  offsetsOf,
  zoneOffsetMs,
} from "./time-zone";

/** A calendar day of New York as `yyyy-MM-dd`, as in URLs and on the wire (R31). */
export type IsoDay = string;

/** A calendar day as whole days since 1970-01-01, the form of every day in the database. */
export type EpochDay = number;

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;
const ISO_DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** True for a `yyyy-MM-dd` text that names a day of the calendar (not 2026-02-30), in the years 1900 to 2999. */
export function isIsoDay(text: string): boolean {
  if (!ISO_DAY.test(text) || text < "1900-01-01" || text > "2999-12-31") {
    return false;
  }
  // Every month has this day.
  return text.slice(8) <= "28" || isoDayOf(epochDayOf(text)) === text;
}

export function epochDayOf(day: IsoDay): EpochDay {
  // A text without a time is a day of UTC.
  return Date.parse(day) / MS_PER_DAY;
}

export function isoDayOf(day: EpochDay): IsoDay {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

export function firstOfMonth(day: EpochDay): EpochDay {
  return day - new Date(day * MS_PER_DAY).getUTCDate() + 1;
}

export function firstOfNextMonth(day: EpochDay): EpochDay {
  return firstOfMonth(firstOfMonth(day) + 31);
}

/** Day 4 was a Monday. */
const FIRST_MONDAY = 4;

/** The latest Monday before a day; of a Monday that of the week before. */
export function mondayBefore(day: EpochDay): EpochDay {
  const since = (((day - 1 - FIRST_MONDAY) % 7) + 7) % 7;
  return day - 1 - since;
}

const newYorkOffsetMs = offsetsOf(DEFAULT_TIME_ZONE);

/** The instant at which UTC shows what New York's clocks show at this one. */
function newYorkClock(instant: Date): Date {
  const ms = instant.getTime();
  return new Date(ms + newYorkOffsetMs(ms));
}

export function newYorkDay(instant: Date): IsoDay {
  return newYorkClock(instant).toISOString().slice(0, 10);
}

/** The day that it is in a time zone at an instant; New York's where there is none. */
export function dayIn(timeZone: string | null, ms: number): EpochDay {
  const offset = zoneOffsetMs(timeZone ?? DEFAULT_TIME_ZONE, ms);
  return Math.floor((ms + offset) / MS_PER_DAY);
}

export function minuteIn(timeZone: string | null, ms: number): number {
  const offset = zoneOffsetMs(timeZone ?? DEFAULT_TIME_ZONE, ms);
  return Math.floor((ms + offset) / 60_000) - 1_440 * dayIn(timeZone, ms);
}

export function newYorkSqlDatetime(instant: Date): string {
  return utcSqlDatetime(newYorkClock(instant));
}

/** EDT or EST in the hour that New York's clocks show twice in autumn; null in every other hour. */
export function repeatedHourOf(instant: Date): "EDT" | "EST" | null {
  const ms = instant.getTime();
  const offset = newYorkOffsetMs(ms);
  if (newYorkOffsetMs(ms + MS_PER_HOUR) < offset) return "EDT";
  return newYorkOffsetMs(ms - MS_PER_HOUR) > offset ? "EST" : null;
}

export function utcSqlDatetime(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace("T", " ");
}

const SQL_DATETIME = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2}):(\d{2})/;

function sqlWallClock(text: string): number | null {
  const match = SQL_DATETIME.exec(text);
  if (!match?.[1] || !isIsoDay(match[1])) return null;
  const ms = Date.parse(`${match[1]}T${match[2]}:${match[3]}:${match[4]}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/**
 * Null if the text is no time. Takes the later instant not after `now` in the hour that autumn repeats; a time that
 * spring skips is an hour later.
 */
export function parseNewYorkSqlDatetime(text: string, now: Date): Date | null {
  const wallMs = sqlWallClock(text);
  if (wallMs === null) return null;
  const instants = instantsOfWallClock(DEFAULT_TIME_ZONE, wallMs);
  const [first, later = first] = instants;
  return new Date(later <= now.getTime() ? later : first);
}

export function newYorkDayStart(day: IsoDay): Date {
  return midnightOf(epochDayOf(day));
}

export function newYorkDayEnd(day: IsoDay): Date {
  return midnightOf(epochDayOf(day) + 1);
}

function midnightOf(day: EpochDay): Date {
  return new Date(instantOfWallClock(DEFAULT_TIME_ZONE, day * MS_PER_DAY));
}

export function usDayOf(day: IsoDay): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
}

/** The same day of another year; 29 February becomes the 28th where that year has none. */
export function addYears(day: IsoDay, years: number): IsoDay {
  const moved = addYearsToDate(parseISO(day), years);
  return formatISO(moved, { representation: "date" });
}
