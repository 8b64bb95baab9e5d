import { usDayOf, type IsoDay } from "~/domain/calendar";

/** Bytes. File systems take 255, with the ending and a browser's suffix for duplicates. */
const LONGEST_NAME = 200;
/** Control and direction characters, separators and wildcards. */
const REFUSED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}"*/:<>?\\|]+/gu;

/** A safe file name. The ending is always PDF, because a host's other ending would open another program (R176). */
export function reportFileName(name: string): string {
  const plain = name
    .replace(REFUSED, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+/, "");
  const short = cutTo(plain, LONGEST_NAME);
  return `${short.replace(/[\s.]+$/, "") || "report"}.pdf`;
}

export interface SavedReport {
  name: string;
  facility: string;
  startDate: IsoDay | null;
  endDate: IsoDay | null;
  fiscalYear: string | null;
  /** Stands for the period of a report without one. */
  madeOn: IsoDay;
  isIsnpOnly: boolean;
}

/** Bytes; the period after them must always fit. */
const LONGEST_PART = { name: 90, facility: 60 } as const;

/** 'Errors by Field by Facility, Willow House, 01-01-2026 to 03-31-2026', without the ending. */
export function savedReportName(report: SavedReport): string {
  return [
    cutTo(report.name, LONGEST_PART.name),
    cutTo(report.facility, LONGEST_PART.facility),
    periodOf(report),
    ...(report.isIsnpOnly ? ["ISNP only"] : []),
  ].join(", ");
}

function periodOf({
  startDate,
  endDate,
  fiscalYear,
  madeOn,
}: SavedReport): string {
  if (startDate && endDate) return `${dayOf(startDate)} to ${dayOf(endDate)}`;
  return fiscalYear === null
    ? `as of ${dayOf(madeOn)}`
    : `fiscal year ${fiscalYear}`;
}

function dayOf(day: IsoDay): string {
  return usDayOf(day).replaceAll("/", "-");
}

function cutTo(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read).trim();
}
