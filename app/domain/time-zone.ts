export const DEFAULT_TIME_ZONE = "America/New_York";

/** A facility there has a day before all others (R480). */
export const FIRST_TO_HAVE_A_DAY = "Pacific/Kiritimati";

const MS_PER_HOUR = 3_600_000;
const HOURS_PER_DAY = 24;
const MS_PER_DAY = HOURS_PER_DAY * MS_PER_HOUR;

/** A report asks for the hours of three days over and over, and a resident's messages for those of some years. */
const OFFSETS_KEPT = 20_000;

/** From an instant to the zone's offset from UTC, in milliseconds. Offsets change only on the hour. Throws for an unknown zone. */
export function offsetsOf(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  const offsets = new Map<number, number>();
  const atHour = (hour: number) => {
    let offset = offsets.get(hour);
    if (offset === undefined) {
      const at = hour * MS_PER_HOUR;
      const { year, month, day, ...shown } = Object.fromEntries(
        format.formatToParts(at).map((part) => [part.type, part.value]),
      );
      const clock = `${shown.hour}:${shown.minute}:${shown.second}`;
      offset = Date.parse(`${year}-${month}-${day}T${clock}Z`) - at;
      if (offsets.size >= OFFSETS_KEPT) offsets.clear();
      offsets.set(hour, offset);
    }
    return offset;
  };
  return (ms) => {
    const midnight = Math.floor(ms / MS_PER_DAY) * HOURS_PER_DAY;
    const before = atHour(midnight);
    // A day has at most one change.
    return before === atHour(midnight + HOURS_PER_DAY)
      ? before
      : atHour(Math.floor(ms / MS_PER_HOUR));
  };
}

const zones = new Map<string, (ms: number) => number>();

export function zoneOffsetMs(timeZone: string, ms: number): number {
  let offsets = zones.get(timeZone);
  if (!offsets) zones.set(timeZone, (offsets = offsetsOf(timeZone)));
  return offsets(ms);
}

export function isTimeZone(name: string): boolean {
  try {
    zoneOffsetMs(name, 0);
    return true;
  } catch {
    return false;
  }
}

/** `wallMs`: what the clocks of the zone show, as if it were UTC. The first of two instants; an hour later for a skipped one. */
export function instantOfWallClock(timeZone: string, wallMs: number): number {
  return instantsOfWallClock(timeZone, wallMs)[0];
}

/** The same with the second instant behind it, where the clocks show the time twice. */
export function instantsOfWallClock(
  timeZone: string,
  wallMs: number,
): [number, ...number[]] {
  // A day before and after lie on either side of a change; none follows another as soon.
  const before = zoneOffsetMs(timeZone, wallMs - MS_PER_DAY);
  const after = zoneOffsetMs(timeZone, wallMs + MS_PER_DAY);
  const [first, ...others] = [...new Set([wallMs - before, wallMs - after])]
    .filter((ms) => ms + zoneOffsetMs(timeZone, ms) === wallMs)
    .sort((one, other) => one - other);
  return first === undefined ? [wallMs - before] : [first, ...others];
}
