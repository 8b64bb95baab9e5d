import { epochDayOf, isoDayOf, newYorkDay } from "~/domain/calendar";
import { instantOfWallClock, zoneOffsetMs } from "~/domain/time-zone";

export type TimeForm = "hl7" | "fhir";

const PLACE =
  /\{\{(?:(now)|today(?:([+-])(\d{1,4}))?(?: (\d{2}):(\d{2}))?)\}\}/g;
const ZONE = "America/New_York";
const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 1_440 * MS_PER_MINUTE;

/** Fills in the times of an example file: `{{now}}`, and times of New York such as `{{today-1 08:15}}` and `{{today-1}}`. */
export function withPlayedTimes(
  text: string,
  now: Date,
  form: TimeForm,
): string {
  const today = epochDayOf(newYorkDay(now)) * MS_PER_DAY;
  return text.replace(PLACE, (...match: (string | undefined)[]) => {
    const [, isNow, sign, days = "0", hour, minute] = match;
    if (isNow) return written(now.getTime(), form);
    const day = today + (sign === "-" ? -1 : 1) * Number(days) * MS_PER_DAY;
    if (hour === undefined) return dayOf(day, form);
    const minutes = 60 * Number(hour) + Number(minute);
    const wallMs = day + minutes * MS_PER_MINUTE;
    return written(instantOfWallClock(ZONE, wallMs), form);
  });
}

function dayOf(wallMs: number, form: TimeForm): string {
  const day = isoDayOf(Math.floor(wallMs / MS_PER_DAY));
  return form === "hl7" ? day.replaceAll("-", "") : day;
}

/** HL7 leaves the offset out, as senders do. */
function written(ms: number, form: TimeForm): string {
  const offsetMs = zoneOffsetMs(ZONE, ms);
  const time = new Date(ms + offsetMs).toISOString().slice(11, 19);
  const day = dayOf(ms + offsetMs, form);
  if (form === "hl7") return day + time.replaceAll(":", "");
  const hours = offsetMs / (60 * MS_PER_MINUTE);
  const offset = String(Math.abs(hours)).padStart(2, "0");
  return `${day}T${time}${hours < 0 ? "-" : "+"}${offset}:00`;
}
