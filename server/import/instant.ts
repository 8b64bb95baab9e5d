import { newYorkSqlDatetime, isIsoDay } from "~/domain/calendar";

const ISO_INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

const MS_PER_HOUR = 3_600_000;

/** The instant at which a New York clock shows a `yyyy-MM-ddTHH:mm:ss`; of a repeated hour the first. */
function newYorkInstant(local: string): Date | null {
  const wanted = local.replace("T", " ");
  const asUtc = Date.parse(`${local}Z`);
  const found = [4, 5]
    .map((hours) => new Date(asUtc + hours * MS_PER_HOUR))
    .find((instant) => newYorkSqlDatetime(instant) === wanted);
  return found ?? null;
}

/** Reads an ISO 8601 date and time; null for anything else. Without an offset it is New York time. */
export function instantOf(text: string): Date | null {
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
    return newYorkInstant(local);
  }
  const offset = /^[+-]\d{2}$/.test(zone)
    ? `${zone}:00`
    : zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const instant = new Date(`${local}${offset}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
