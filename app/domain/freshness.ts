import { parseNewYorkSqlDatetime } from "./calendar";
import { timeOfDayText } from "./time-of-day";

export type Severity = "info" | "warning" | "error" | null;

const HOUR_MS = 3_600_000;
const WARNING_AGE_MS = 3 * HOUR_MS;
const ERROR_AGE_MS = 12 * HOUR_MS;

/**
 * Severity of the data-freshness bar (R158): error for data older than 12 hours, warning for data older
 * than 3 hours, otherwise what was asked for. `lastUpdated` is New York time, `yyyy-MM-dd HH:mm:ss`; a text that is no
 * time leaves the severity as it was asked for.
 */
export function freshnessSeverity(
  lastUpdated: string,
  now: Date,
  requested: Severity = null,
): Severity {
  const updated = parseNewYorkSqlDatetime(lastUpdated, now);
  if (updated === null) return requested;
  const ageMs = now.getTime() - updated.getTime();
  if (ageMs > ERROR_AGE_MS) return "error";
  return ageMs > WARNING_AGE_MS ? "warning" : requested;
}

const SQL_DATETIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):([0-5]\d)/;

/** Keeps the clock's own reading, so nothing shifts in the nights when the clock changes (R146). */
export function newYorkTimeAndDate(
  lastUpdated: string,
): { time: string; date: string } | null {
  const match = SQL_DATETIME.exec(lastUpdated);
  if (!match) return null;
  const [, year, month, day, hour, minute] = match;
  return {
    time: timeOfDayText(Number(hour) * 60 + Number(minute)),
    date: `${month}/${day}/${Number(year)}`,
  };
}

/** Its blanks do not break: on a narrow screen the time goes to the next line whole (R146). */
export function accurateAsOf(
  lastUpdated: string | null | undefined,
): string | null {
  const read = lastUpdated ? newYorkTimeAndDate(lastUpdated) : null;
  return read && `Data is accurate as of ${unbroken(read)}`;
}

function unbroken({ time, date }: { time: string; date: string }): string {
  return `${time} ET ${date}`.replaceAll(" ", "\u00a0");
}

export function freshnessMessage(
  lastUpdated: string,
  dataProvider: string,
): string | null {
  const read = newYorkTimeAndDate(lastUpdated);
  return (
    read &&
    `${dataProvider} data was last imported successfully on ${read.date} ${read.time} ET, and the team is working to restore the data feed.`
  );
}

export interface Freshness {
  accurate: string;
  /** The data-freshness bar; null while the data are fresh, and where it was dismissed. */
  bar: FreshnessNotice | null;
  /** The way to what is known of the census behind the data, fresh or old; null for who may not open it. */
  link: { href: string; text: string } | null;
}

export interface FreshnessNotice {
  severity: "warning" | "error";
  text: string;
  /** What dismissing it remembers: the bar is back when its severity rises, and when other data are old. */
  key: string;
}

/**
 * The footer's text and the data-freshness bar of data of that time, `yyyy-MM-dd HH:mm:ss` New York time; null where it
 * is no time. No level is asked for while the data are fresh, so there is no bar then. `dismissed`: keys of the bars
 * that the user has dismissed.
 */
export function freshnessOf(
  lastUpdated: string | null,
  {
    now,
    dataProvider,
    dismissed,
    link,
  }: {
    now: Date;
    dataProvider: string;
    dismissed: readonly string[];
    link: Freshness["link"];
  },
): Freshness | null {
  const accurate = accurateAsOf(lastUpdated);
  if (lastUpdated === null || accurate === null) return null;
  const severity = freshnessSeverity(lastUpdated, now);
  const text = freshnessMessage(lastUpdated, dataProvider);
  // A host's fractions of a second, or what else may follow, are no part of it.
  const key = `freshness:${severity}:${lastUpdated.slice(0, 19)}`;
  // Nothing is asked for, so fresh data have no bar.
  if (severity !== "warning" && severity !== "error") {
    return { accurate, bar: null, link };
  }
  const isShown = text !== null && !dismissed.includes(key);
  return { accurate, bar: isShown ? { severity, text, key } : null, link };
}
