import { newYorkSqlDatetime, usDayOf } from "~/domain/calendar";

/** An instant as '06/30/2026 12:00 ET'. */
export function newYorkText(instant: Date): string {
  const [day = "", time = ""] = newYorkSqlDatetime(instant).split(" ");
  return `${usDayOf(day)} ${time.slice(0, 5)} ET`;
}
