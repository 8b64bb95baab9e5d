/**
 * A calendar day of New York as `yyyy-MM-dd`, the form of every day in URLs and on the wire (design.md).
 */
export type IsoDay = string;

/** A calendar day as whole days since 1970-01-01, the form of every day in the database. */
export type EpochDay = number;

const MS_PER_DAY = 86_400_000;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** True for a `yyyy-MM-dd` text that names a day of the calendar (not 2026-02-30), in the years 1900 to 2999. */
export function isIsoDay(text: string): boolean {
  if (!ISO_DAY.test(text) || text < "1900-01-01" || text > "2999-12-31") {
    return false;
  }
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && isoDayOf(ms / MS_PER_DAY) === text;
}

/** Day number of an ISO day; the caller has checked it with {@link isIsoDay}. */
export function epochDayOf(day: IsoDay): EpochDay {
  return Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY;
}

/** ISO day of a day number. */
export function isoDayOf(day: EpochDay): IsoDay {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

const NEW_YORK = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

function newYorkParts(instant: Date): Record<string, string> {
  return Object.fromEntries(
    NEW_YORK.formatToParts(instant).map((part) => [part.type, part.value]),
  );
}

/** The calendar day that it is in New York at an instant. */
export function newYorkDay(instant: Date): IsoDay {
  const { year, month, day } = newYorkParts(instant);
  return `${year}-${month}-${day}`;
}

/** An instant as `yyyy-MM-dd HH:mm:ss` New York time: the wire form of `lastUpdated` and `data_effective_tstamp`. */
export function newYorkSqlDatetime(instant: Date): string {
  const { hour, minute, second } = newYorkParts(instant);
  return `${newYorkDay(instant)} ${hour}:${minute}:${second}`;
}

/** An instant as `yyyy-MM-dd HH:mm:ss` UTC: the wire form of a session's `timeout`. */
export function utcSqlDatetime(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace("T", " ");
}
