import { parseNewYorkSqlDatetime } from "./calendar";
import { timeOfDayText } from "./time-of-day";

const HOUR_MS = 3_600_000;
const WARNING_AGE_MS = 3 * HOUR_MS;
const ERROR_AGE_MS = 12 * HOUR_MS;

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

export interface Freshness {
  accurate: string;
  /** The data-freshness bar; null while the data are fresh, and where it was dismissed. */
  bar: FreshnessNotice | null;
  /** Null for viewers who may not open the census behind the data. */
  link: { href: string; text: string } | null;
}

export interface FreshnessNotice {
  severity: "warning" | "error";
  text: string;
  /** What dismissing it remembers: the bar is back when its severity rises, and when other data are old. */
  key: string;
}

/** Null where `lastUpdated` is no time. `dismissed`: keys of the bars that the user has dismissed. */
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
  const read = lastUpdated === null ? null : newYorkTimeAndDate(lastUpdated);
  if (lastUpdated === null || read === null) return null;
  const { time, date } = read;
  // Its blanks do not break: on a narrow screen the time goes to the next line whole.
  const when = `${time} ET ${date}`.replaceAll(" ", "\u00a0");
  const accurate = `Data is accurate as of ${when}`;
  const severity = severityOf(lastUpdated, now);
  // A host's fractions of a second, or what else may follow, are no part of it.
  const key = `freshness:${severity}:${lastUpdated.slice(0, 19)}`;
  if (severity === null || dismissed.includes(key)) {
    return { accurate, bar: null, link };
  }
  const text = `${dataProvider} data was last imported successfully on ${date} ${time} ET, and the team is working to restore the data feed.`;
  return { accurate, bar: { severity, text, key }, link };
}

function severityOf(
  lastUpdated: string,
  now: Date,
): FreshnessNotice["severity"] | null {
  const updated = parseNewYorkSqlDatetime(lastUpdated, now);
  if (updated === null) return null;
  const ageMs = now.getTime() - updated.getTime();
  if (ageMs > ERROR_AGE_MS) return "error";
  return ageMs > WARNING_AGE_MS ? "warning" : null;
}
