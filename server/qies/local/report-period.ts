import {
  addYears,
  epochDayOf,
  isIsoDay,
  isoDayOf,
  usDayOf,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";
import { quarterDays, quarterOf } from "~/domain/qies/quarters";
import type { CmsOrder } from "~server/qies/cms-connector";

/** Days from the first to the last, both included. */
export interface Period {
  from: EpochDay;
  to: EpochDay;
}

/** What a report is about, in days. */
export interface ReportPeriod {
  /** As the request has it. */
  asked: Period;
  /** The same up to today; null where it has not begun. */
  counted: Period | null;
  /** Why it is these days, where the request does not name any. */
  why: string | null;
}

/**
 * The days of a report: those of the request, the fiscal year's (1 October to 30 September), or the twelve months to
 * today where it names none.
 */
export function periodOf(order: CmsOrder, today: IsoDay): ReportPeriod {
  const { start, end, why } = daysOf(order, today);
  const asked = { from: epochDayOf(start), to: epochDayOf(end) };
  return { asked, counted: cutAt(asked, today), why };
}

function daysOf({ startDate, endDate, args }: CmsOrder, today: IsoDay) {
  if (startDate && endDate) {
    return { start: startDate, end: endDate, why: null };
  }
  const year = Number(textOf(args.fy?.value));
  if (year) {
    const { start } = quarterDays(quarterOf(year - 1, 4), quarterOf(year, 3));
    return {
      start,
      end: `${year}-09-30`,
      why: `Fiscal year ${year} is the year from October to September that ends in ${year}.`,
    };
  }
  return {
    start: isoDayOf(epochDayOf(addYears(today, -1)) + 1),
    end: today,
    why: "The request names no period: these are the twelve months to the day it was made.",
  };
}

/** The six months of the comparison group, up to today; null where the request has none, or they have not begun. */
export function comparisonWindow(
  { args }: CmsOrder,
  today: IsoDay,
): Period | null {
  const days = /^(\d\d)\/(\d\d)\/(\d{4})-(\d\d)\/(\d\d)\/(\d{4})$/.exec(
    textOf(args.CmprsnGroup?.value),
  );
  if (!days) return null;
  const [, m1, d1, y1, m2, d2, y2] = days;
  const start = `${y1}-${m1}-${d1}`;
  const end = `${y2}-${m2}-${d2}`;
  if (!isIsoDay(start) || !isIsoDay(end)) return null;
  return cutAt({ from: epochDayOf(start), to: epochDayOf(end) }, today);
}

/** The days from the first to the last of the reporting quarters asked for; the whole period where none is. */
export function reportingDays({ args }: CmsOrder, period: Period): Period {
  const asked = args.rptQtr?.value ?? [];
  const quarters = [asked].flat().flatMap((name) => {
    const parts = /^Q([1-4]) (\d{4})$/.exec(name);
    return parts ? [quarterOf(Number(parts[2]), Number(parts[1]))] : [];
  });
  if (quarters.length === 0) return period;
  const days = quarterDays(Math.min(...quarters), Math.max(...quarters));
  const from = Math.max(epochDayOf(days.start), period.from);
  const to = Math.min(epochDayOf(days.end), period.to);
  return to < from ? period : { from, to };
}

/** A piece of a period: a calendar month or quarter, cut at both ends. */
export interface Piece extends Period {
  label: string;
}

/** The calendar months or quarters of a period, oldest first. */
export function piecesOf(
  { from, to }: Period,
  months: 1 | 3,
  mostPieces: number,
): Piece[] {
  const pieces: Piece[] = [];
  const last = isoDayOf(to);
  let year = Number(last.slice(0, 4));
  let month = Number(last.slice(5, 7)) - 1;
  month -= month % months;
  while (pieces.length < mostPieces) {
    const first = firstDay(year, month);
    const dayAfter = firstDay(year, month + months);
    pieces.push({
      label: months === 1 ? monthLabel(first) : quarterLabel(first),
      from: Math.max(first, from),
      to: Math.min(dayAfter - 1, to),
    });
    if (first <= from) break;
    month -= months;
    if (month < 0) {
      month += 12;
      year -= 1;
    }
  }
  return pieces.reverse();
}

/** '01/01/2026–03/31/2026'. */
export function periodText({ from, to }: Period): string {
  return `${usDayOf(isoDayOf(from))}–${usDayOf(isoDayOf(to))}`;
}

function cutAt({ from, to }: Period, today: IsoDay): Period | null {
  const end = Math.min(to, epochDayOf(today));
  return end < from ? null : { from, to: end };
}

function firstDay(year: number, month: number): EpochDay {
  return Date.UTC(year, month, 1) / 86_400_000;
}

function monthLabel(first: EpochDay): string {
  const day = isoDayOf(first);
  return `${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

function quarterLabel(first: EpochDay): string {
  const day = isoDayOf(first);
  return `Q${(Number(day.slice(5, 7)) - 1) / 3 + 1} ${day.slice(0, 4)}`;
}

function textOf(value: string | readonly string[] | undefined): string {
  return typeof value === "string" ? value : (value?.[0] ?? "");
}
