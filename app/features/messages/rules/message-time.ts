import { epochDayOf, isIsoDay, type EpochDay } from "~/domain/calendar";
import { instantsOfWallClock, zoneOffsetMs } from "~/domain/time-zone";
import type { TimeStamp } from "./message-facts";

/** By which clocks a time without an offset is read. */
export interface SenderClock {
  /** Of the facility: its days count. */
  timeZone: string;
  /** What the sender's clocks are ahead of UTC, milliseconds; null where they show the facility's time. */
  offsetMs: number | null;
}

/** A time of a message, in milliseconds since 1970. */
export interface MessageTime {
  ms: number;
  /** The last instant that it may be: the end of a day alone, or the second time that clocks show an hour; else `ms`. */
  lastMs: number;
  /** The day that it is then where the facility lies. */
  day: EpochDay;
  /** True where the sender gives the day alone, or fills its hours with zeros; `ms` is then its beginning. */
  isDayAlone: boolean;
}

/** A day and its time as HL7 and ISO 8601 write them, with or without marks between, and as senders do: a space, any number of decimals. */
const TIME =
  /^(\d{4})(-?)(\d\d)\2(\d\d)(?:[T ]?(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,]?(\d*))?)?)?)?(?: ?(?:(Z)|([+-])(\d\d):?(\d\d)?))?$/i;

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 1_440 * MS_PER_MINUTE;

interface WrittenTime {
  day: EpochDay;
  /** Of the day, as clocks show it: up to 24:00. Null: the day alone. */
  clockMs: number | null;
  offsetMs: number | null;
}

/**
 * Reads a time of a message, wherever it stands. Midnight on the facility's own clocks is the day alone: senders fill what they do
 * not know with zeros. 24:00 is the next day's beginning. Null where it is no time: a month alone says too little.
 */
export function readTime(
  text: TimeStamp,
  { timeZone, offsetMs }: SenderClock,
): MessageTime | null {
  const written = writtenTime(text);
  if (!written) return null;
  const { day, clockMs } = written;
  if (clockMs === null) return dayAlone(day, timeZone);
  const wallMs = day * MS_PER_DAY + clockMs;
  const offset = written.offsetMs ?? (clockMs === 0 ? null : offsetMs);
  const [ms, second] =
    offset === null
      ? instantsOfWallClock(timeZone, wallMs)
      : [wallMs - offset, undefined];
  const localMs = ms + zoneOffsetMs(timeZone, ms);
  const dayThere = Math.floor(localMs / MS_PER_DAY);
  return clockMs === 0 && localMs === wallMs
    ? dayAlone(day, timeZone)
    : { ms, lastMs: second ?? ms, day: dayThere, isDayAlone: false };
}

function dayAlone(day: EpochDay, timeZone: string): MessageTime {
  const [ms] = instantsOfWallClock(timeZone, day * MS_PER_DAY);
  const [next] = instantsOfWallClock(timeZone, (day + 1) * MS_PER_DAY);
  return { ms, lastMs: next - 1, day, isDayAlone: true };
}

/** The clocks of a sender whose header has a time. Its offset counts, unless it is what the facility's clocks are at. */
export function clockOf(
  sentAt: TimeStamp | undefined,
  timeZone: string,
): SenderClock {
  const offsetMs = sentAt ? (writtenTime(sentAt)?.offsetMs ?? null) : null;
  const at = sentAt && readTime(sentAt, { timeZone, offsetMs });
  const isOwn = !at || zoneOffsetMs(timeZone, at.ms) === offsetMs;
  return { timeZone, offsetMs: isOwn ? null : offsetMs };
}

export function writtenDay(text: TimeStamp): EpochDay | null {
  return writtenTime(text)?.day ?? null;
}

export function hasOffset(text: TimeStamp): boolean {
  return (writtenTime(text)?.offsetMs ?? null) !== null;
}

function writtenTime(text: string): WrittenTime | null {
  const match = TIME.exec(text.trim());
  if (!match) return null;
  const [, year, , month, date, hour, minute = "0", second = "0"] = match;
  const [part, utc, sign, hours = "0", minutes = "0"] = match.slice(8);
  const isoDay = `${year}-${month}-${date}`;
  if (!isIsoDay(isoDay)) return null;
  const offset = 60 * Number(hours) + Number(minutes);
  if (offset >= 15 * 60 || Number(minutes) > 59) return null;
  const offsetMs = (sign === "-" ? -1 : 1) * offset * MS_PER_MINUTE;
  const clockMs =
    hour === undefined ? null : clockOfDay(+hour, +minute, +second, part);
  if (Number.isNaN(clockMs)) return null;
  return {
    day: epochDayOf(isoDay),
    clockMs,
    offsetMs: utc || sign ? offsetMs : null,
  };
}

/** Not a number where no clock shows it. A leap second is the last of its minute. */
function clockOfDay(
  hour: number,
  minute: number,
  second: number,
  part = "",
): number {
  const ms = Number(part.slice(0, 3).padEnd(3, "0"));
  const inMinute = second === 60 ? MS_PER_MINUTE - 1 : 1_000 * second + ms;
  const clockMs = (60 * hour + minute) * MS_PER_MINUTE + inMinute;
  const isOnClock = minute < 60 && second <= 60 && clockMs <= MS_PER_DAY;
  return isOnClock ? clockMs : Number.NaN;
}

/** The times of one message as it tells them. What cannot be read is told, never taken for nothing. */
export class ToldTimes {
  isBroken = false;

  /** Null: what was said before is deleted. Undefined: nothing is told, or it cannot be read. */
  told(text: string | null | undefined): TimeStamp | null | undefined {
    const trimmed = text?.trim();
    // Zeros alone are how some senders write that there is no time.
    if (!trimmed || /^0+$/.test(trimmed))
      return text === null ? null : undefined;
    if (writtenTime(trimmed)) return trimmed;
    this.isBroken = true;
    return undefined;
  }
}
