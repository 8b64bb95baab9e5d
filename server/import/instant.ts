import { isIsoDay } from "~/domain/calendar";
import { instantOfWallClock } from "~/domain/time-zone";

const ISO_INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/**
 * Reads an ISO 8601 date and time; null for anything else. Without an offset it is what the clocks of a time zone show, as
 * {@link instantOfWallClock} reads them.
 */
export function instantOf(text: string, timeZone: string): Date | null {
  const match = ISO_INSTANT.exec(text);
  const [, day = "", hour = "", minute = "", second = "00", zone] = match ?? [];
  if (
    !match ||
    !isIsoDay(day) ||
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(second) > 59
  ) {
    return null;
  }
  const local = `${day}T${hour}:${minute}:${second}`;
  if (!zone) {
    return new Date(instantOfWallClock(timeZone, Date.parse(`${local}Z`)));
  }
  const offset = /^[+-]\d{2}$/.test(zone)
    ? `${zone}:00`
    : zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const instant = new Date(`${local}${offset}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
