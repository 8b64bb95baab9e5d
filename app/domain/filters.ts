import type { Viewer } from "./access/viewer";
import {
  addYears,
  epochDayOf,
  isIsoDay,
  isoDayOf,
  usDayOf,
  type IsoDay,
} from "./calendar";

export interface Filters {
  startDate: IsoDay;
  endDate: IsoDay;
  isnp: boolean;
  facilityId?: number;
}

export type DateRange = Pick<Filters, "startDate" | "endDate">;

/** Longest range that can be asked for, and how far ahead To Date may lie; anything beyond is a slip of the keyboard. */
const LONGEST_RANGE_YEARS = 10;
const YEARS_AHEAD = 1;

export function defaultRange(today: IsoDay): DateRange {
  return { startDate: addYears(today, -1), endDate: today };
}

export function isDefaultRange(range: DateRange, today: IsoDay): boolean {
  const { startDate, endDate } = defaultRange(today);
  return range.startDate === startDate && range.endDate === endDate;
}

/** Of equal length, right before the range; only its days up to `lastDay` count. */
export function previousPeriod(
  { startDate, endDate }: DateRange,
  lastDay: IsoDay,
): DateRange {
  const from = epochDayOf(startDate);
  const to = epochDayOf(endDate < lastDay ? endDate : lastDay);
  const days = Math.max(to - from, 0) + 1;
  return { startDate: isoDayOf(from - days), endDate: isoDayOf(from - 1) };
}

/**
 * Replaces what cannot be used, with a note (R29, R33, R34). To Date is to blame only if From Date is missing or the
 * same as in `previous`, the range in force.
 */
export function parseFilters(
  search: URLSearchParams,
  today: IsoDay,
  viewer: Pick<Viewer, "isnpOnly">,
  previous: DateRange = defaultRange(today),
): { filters: Filters; notes: string[] } {
  const notes: string[] = [];
  const inForce = couldBeInForce(previous, today)
    ? previous
    : defaultRange(today);
  const range = readRange(search, today, inForce, notes);
  const filters: Filters = {
    ...range,
    isnp: viewer.isnpOnly || readIsnp(search, notes),
  };
  const facilityId = readFacilityId(search, notes);
  if (facilityId !== undefined) filters.facilityId = facilityId;
  return { filters, notes };
}

/** It may come from the URL too. */
function couldBeInForce({ startDate, endDate }: DateRange, today: IsoDay) {
  return (
    isIsoDay(startDate) &&
    isIsoDay(endDate) &&
    startDate <= endDate &&
    startDate <= today &&
    endDate <= addYears(today, YEARS_AHEAD)
  );
}

function readRange(
  search: URLSearchParams,
  today: IsoDay,
  previous: DateRange,
  notes: string[],
): DateRange {
  const from = readDay(search, "startDate");
  const to = readDay(search, "endDate");
  let startDate = from.day ?? previous.startDate;
  let endDate = to.day ?? previous.endDate;

  const isToToBlame =
    to.day !== undefined &&
    startDate === previous.startDate &&
    startDate > endDate;
  if (to.isOdd || isToToBlame || endDate > addYears(today, YEARS_AHEAD)) {
    const why = isToToBlame
      ? "was before From Date"
      : to.isOdd
        ? "was not a date"
        : "was too far ahead";
    endDate = previous.endDate;
    notes.push(`To Date ${why}, so it stays ${usDayOf(endDate)}.`);
  }

  const latestStart = endDate < today ? endDate : today;
  if (startDate > latestStart) {
    const why = startDate > today ? "in the future" : "after To Date";
    startDate = latestStart;
    notes.push(`From Date was ${why}, so it was set to ${usDayOf(startDate)}.`);
  } else if (from.isOdd) {
    notes.push(`From Date was not a date, so it stays ${usDayOf(startDate)}.`);
  }
  const earliestStart = addYears(endDate, -LONGEST_RANGE_YEARS);
  if (startDate < earliestStart) {
    startDate = earliestStart;
    notes.push(
      `The page shows at most ${LONGEST_RANGE_YEARS} years at once, so From Date was set to ${usDayOf(startDate)}.`,
    );
  }
  return { startDate, endDate };
}

export function readDay(
  search: URLSearchParams,
  name: string,
): { day?: IsoDay; isOdd: boolean } {
  const values = search.getAll(name);
  const [text] = values;
  if (text === undefined) return { isOdd: false };
  return values.length === 1 && isIsoDay(text)
    ? { day: text, isOdd: false }
    : { isOdd: true };
}

function readIsnp(search: URLSearchParams, notes: string[]): boolean {
  const values = search.getAll("isnp");
  const [text] = values;
  if (text === undefined) return false;
  if (values.length === 1 && (text === "true" || text === "false")) {
    return text === "true";
  }
  notes.push("The ISNP choice was not understood, so all patients are shown.");
  return false;
}

/** An empty choice is 'All'. Whether the facility may be seen is judged where the data is. */
function readFacilityId(
  search: URLSearchParams,
  notes: string[],
): number | undefined {
  const values = search.getAll("facility-id");
  const [text] = values;
  if (text === undefined || (values.length === 1 && text === "")) {
    return undefined;
  }
  if (values.length === 1 && /^\d{1,15}$/.test(text)) return Number(text);
  notes.push("The facility was not understood, so all facilities are shown.");
  return undefined;
}
