import {
  addYears,
  epochDayOf,
  isoDayOf,
  usDayOf,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";
import {
  COMPARISON_GROUPS,
  fiscalYearDays,
  quarterDays,
  quarterName,
  quarterOf,
} from "~/features/cms-requests/rules/report-options";
import type { CmsOrder } from "~server/cms-requests/cms-connector";

/** Both ends included. */
export interface Period {
  from: EpochDay;
  to: EpochDay;
}

export interface ReportPeriod {
  asked: Period;
  /** The requested days limited to the census, the data cut-off and today; null if none remain. */
  counted: Period | null;
  /** Why fewer days are counted than requested; null if all are. */
  cut: string | null;
  /** Why these days, if the request names none. */
  why: string | null;
}

export interface Countable {
  today: IsoDay;
  /** First day of the census; null if it is empty. */
  censusFrom: EpochDay | null;
  /** The facility's data cut-off (R245); null if it has none. */
  dataThrough: EpochDay | null;
}

/** The days of the request, of its fiscal year (1 October to 30 September), or by default the twelve months to today. */
export function periodOf(order: CmsOrder, countable: Countable): ReportPeriod {
  const { start, end, why } = daysOf(order, countable.today);
  const asked = { from: epochDayOf(start), to: epochDayOf(end) };
  return { asked, ...countedOf(asked, countable), why };
}

function countedOf(
  asked: Period,
  { today, censusFrom, dataThrough }: Countable,
): Pick<ReportPeriod, "counted" | "cut"> {
  const upToToday = cutAt(asked, today);
  if (!upToToday) {
    return { counted: null, cut: "Nothing. The period has not begun." };
  }
  if (censusFrom === null) {
    return { counted: null, cut: "Nothing. The census is empty." };
  }
  if (dataThrough === null) {
    return {
      counted: null,
      cut: "Nothing. The census of the facility has not been complete yet.",
    };
  }
  const to = Math.min(upToToday.to, dataThrough);
  const reaches = `The census is complete through ${dayText(dataThrough)}.`;
  if (to < asked.from) return { counted: null, cut: `Nothing. ${reaches}` };
  const begins = `The census begins on ${dayText(censusFrom)}.`;
  if (to < censusFrom) return { counted: null, cut: `Nothing. ${begins}` };
  const counted = { from: Math.max(asked.from, censusFrom), to };
  const why = [
    ...(counted.from > asked.from ? [begins] : []),
    ...(to < upToToday.to ? [reaches] : []),
    ...(upToToday.to < asked.to ? ["The period has not ended."] : []),
  ];
  const cut =
    why.length > 0 ? `${periodText(counted)}. ${why.join(" ")}` : null;
  return { counted, cut };
}

function daysOf({ startDate, endDate, args }: CmsOrder, today: IsoDay) {
  if (startDate && endDate) {
    return { start: startDate, end: endDate, why: null };
  }
  const year = Number(textOf(args.fy?.value));
  if (year) {
    return {
      ...fiscalYearDays(year),
      why: `Fiscal year ${year} runs from October ${year - 1} to September ${year}.`,
    };
  }
  return {
    start: isoDayOf(epochDayOf(addYears(today, -1)) + 1),
    end: today,
    why: "The request has no dates, so the report covers the 12 months up to the day it was made.",
  };
}

/** The comparison group's six months, up to today; null if the request has none or they have not begun. */
export function comparisonWindow(
  { args }: CmsOrder,
  today: IsoDay,
): Period | null {
  const group = textOf(args.CmprsnGroup?.value);
  const days = COMPARISON_GROUPS.find(({ value }) => value === group)?.days;
  return days
    ? cutAt({ from: epochDayOf(days.start), to: epochDayOf(days.end) }, today)
    : null;
}

/** The days between the first and the last requested reporting quarter; the whole period if none is requested. */
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

/** A calendar month or quarter, cut at both ends of the period. */
interface Piece extends Period {
  label: string;
}

/** The last pieces of the period. */
export function piecesOf(
  { from, to }: Period,
  months: 1 | 3,
  mostPieces: number,
): Piece[] {
  const pieceOf = (day: EpochDay) => Math.floor(monthOf(day) / months);
  const last = pieceOf(to);
  const first = Math.max(pieceOf(from), last - mostPieces + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const piece = first + index;
    return {
      label: months === 1 ? monthLabel(piece) : quarterName(piece),
      from: Math.max(firstDay(piece * months), from),
      to: Math.min(firstDay((piece + 1) * months) - 1, to),
    };
  });
}

const MOST_MONTHS = 24;

/** The last months of the period, and a sentence if it has more. */
export function lastMonths(days: Period) {
  const months = piecesOf(days, 1, MOST_MONTHS);
  const isCut = (months[0]?.from ?? days.from) > days.from;
  const note = `Only the last ${MOST_MONTHS} months of the period are shown.`;
  return { months, notes: isCut ? [note] : [] };
}

/** '01/01/2026–03/31/2026', or with another separator. */
export function periodText({ from, to }: Period, between = "–"): string {
  return `${dayText(from)}${between}${dayText(to)}`;
}

function dayText(day: EpochDay): string {
  return usDayOf(isoDayOf(day));
}

function cutAt({ from, to }: Period, today: IsoDay): Period | null {
  const end = Math.min(to, epochDayOf(today));
  return end < from ? null : { from, to: end };
}

/** Counts on from year to year. */
function monthOf(day: EpochDay): number {
  const iso = isoDayOf(day);
  return Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1;
}

function firstDay(month: number): EpochDay {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / 86_400_000;
}

function monthLabel(month: number): string {
  const day = isoDayOf(firstDay(month));
  return `${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

function textOf(value: string | readonly string[] | undefined): string {
  return typeof value === "string" ? value : (value?.[0] ?? "");
}
