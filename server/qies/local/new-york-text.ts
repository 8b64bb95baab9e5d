import { newYorkSqlDatetime } from "~/domain/calendar";
import { newYorkTimeAndDate } from "~/domain/freshness";

/** An instant as the screens write it, '06/30/2026 12:00 PM ET'. */
export function newYorkText(instant: Date): string {
  const read = newYorkTimeAndDate(newYorkSqlDatetime(instant));
  if (!read) throw new Error("an instant has a time and a date");
  return `${read.date} ${read.time} ET`;
}
