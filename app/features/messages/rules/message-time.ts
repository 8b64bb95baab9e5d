import { epochDayOf, isIsoDay, type EpochDay } from "~/domain/calendar";
import { instantsOfWallClock, zoneOffsetMs } from "~/domain/time-zone";
import type { TimeStamp } from "./message-facts";

/** The clocks that a time without an offset shows. */
export interface SenderClock {
  /** Of the facility, by which days count. */
  timeZone: string;
  /** Ahead of UTC; null if the sender's clocks show the facility's time. */
  offsetMs: number | null;
}

export interface MessageTime {
  ms: number;
  /** The last instant it may be: the end of a day alone, or the second of an hour that clocks show twice. */
  lastMs: number;
  /** The day at the facility. */
  day: EpochDay;
  /** The time is unknown, or filled with zeros; `ms` is the day's beginning. */
  isDayAlone: boolean;
}

/** For times at which clocks make no difference, as in the order of a history. */
export const UTC: SenderClock = { timeZone: "UTC", offsetMs: null };

/** HL7 or ISO 8601, and what senders make of them: a space, any number of decimals. */
const TIME =
  /^(\d{4})(-?)(\d\d)\2(\d\d)(?:[T ]?(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,]?(\d*))?)?)?)?(?: ?(?:(Z)|([+-])(\d\d):?(\d\d)?))?$/i;

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 1_440 * MS_PER_MINUTE;

/** The one reader of times in messages (R505). Midnight on the facility's clocks is the day alone: senders fill in zeros. */
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

/** The sender's clocks by the offset of MSH-7, unless the facility's clocks have the same. */
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

function writtenTime(text: string) {
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
    /** Up to 24:00. Null: the day alone. */
    clockMs,
    offsetMs: utc || sign ? offsetMs : null,
  };
}

/** NaN if no clock shows it. A leap second is the last of its minute. */
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

export class TimeReader {
  isBroken = false;

  /** Null: deleted. Undefined: nothing, or unreadable. */
  read(text: string | null | undefined): TimeStamp | null | undefined {
    const trimmed = text?.trim();
    // Some senders write zeros for no time.
    if (!trimmed || /^0+$/.test(trimmed))
      return text === null ? null : undefined;
    if (writtenTime(trimmed)) return trimmed;
    this.isBroken = true;
    return undefined;
  }
}
