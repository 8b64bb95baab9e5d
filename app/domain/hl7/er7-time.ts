import { epochDayOf, isIsoDay, type EpochDay } from "../calendar";
import { instantOfWallClock, zoneOffsetMs } from "../time-zone";

/** A time of a message. */
export interface Er7Time {
  at: Date;
  /** The day that it is then where the facility lies. */
  day: EpochDay;
  /** False where the sender gives the day alone; `at` is then its beginning. */
  hasTime: boolean;
}

const TIME =
  /^(\d{4})(\d{2})(\d{2})(?:([01]\d|2[0-3])(?:([0-5]\d)(?:([0-5]\d)(?:\.(\d{1,4}))?)?)?)?(?:([+-])(0\d|1[0-4])([0-5]\d))?$/;

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 1_440 * MS_PER_MINUTE;

/**
 * The time of an HL7 time stamp, `YYYYMMDD[HH[MM[SS[.S]]]][+/-ZZZZ]`. Without an offset it is what the clocks of the facility
 * show. Null where it is none, or no day of the calendar: a month alone says too little.
 */
export function parseEr7Time(text: string, timeZone: string): Er7Time | null {
  const match = TIME.exec(text.trim());
  if (!match) return null;
  const [, year, month, date, hour, minute, second, part] = match;
  const [sign, hours, minutes] = match.slice(8);
  const isoDay = `${year}-${month}-${date}`;
  if (!isIsoDay(isoDay)) return null;
  const day = epochDayOf(isoDay);
  if (hour === undefined) {
    const at = instantOfWallClock(timeZone, day * MS_PER_DAY);
    return { at: new Date(at), day, hasTime: false };
  }
  const wallMs = Date.parse(
    `${isoDay}T${hour}:${minute ?? "00"}:${second ?? "00"}.${(part ?? "").slice(0, 3).padEnd(3, "0")}Z`,
  );
  if (sign === undefined) {
    const at = instantOfWallClock(timeZone, wallMs);
    return { at: new Date(at), day, hasTime: true };
  }
  const offsetMs =
    (sign === "-" ? -1 : 1) *
    (60 * Number(hours) + Number(minutes)) *
    MS_PER_MINUTE;
  const at = wallMs - offsetMs;
  const local = at + zoneOffsetMs(timeZone, at);
  return {
    at: new Date(at),
    day: Math.floor(local / MS_PER_DAY),
    hasTime: true,
  };
}

/** The last moment of a day where the facility lies. */
export function dayEndMs(day: EpochDay, timeZone: string): number {
  return instantOfWallClock(timeZone, (day + 1) * MS_PER_DAY) - 1;
}

/** True for a time stamp that {@link parseEr7Time} can read, wherever the facility lies. */
export function isEr7Time(text: string): boolean {
  return parseEr7Time(text, "UTC") !== null;
}
