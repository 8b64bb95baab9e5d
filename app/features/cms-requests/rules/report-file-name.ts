import { usDayOf, type IsoDay } from "~/domain/calendar";

/** Bytes in UTF-8. File systems take 255, with the ending and what a browser adds to a second file of the name. */
const LONGEST_NAME = 200;
/** What no file system, or no reader, wants in a name: control and direction characters, separators and wildcards. */
const REFUSED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}"*/:<>?\\|]+/gu;

/**
 * The name that a CMS report is saved under, 'name.file_type' (R176), without what must not be in a file's
 * name. All report files are PDF (R176): another ending would be another kind of file to who opens it.
 */
export function reportFileName(name: string): string {
  const plain = name
    .replace(REFUSED, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+/, "");
  const short = cutTo(plain, LONGEST_NAME);
  return `${short.replace(/[\s.]+$/, "") || "report"}.pdf`;
}

/** What distinguishes one saved report from another. */
export interface SavedReport {
  name: string;
  facility: string;
  startDate: IsoDay | null;
  endDate: IsoDay | null;
  /** Only for reports by fiscal year. */
  fiscalYear: string | null;
  /** Day on which it was made: the period of a report that goes by none. */
  madeOn: IsoDay;
  isIsnpOnly: boolean;
}

/** Bytes in UTF-8, so that the period after them always stays. */
const LONGEST_PART = { name: 90, facility: 60 } as const;

/** 'Errors by Field by Facility, Willow House, 01-01-2026 to 03-31-2026': what a file is saved as, without ending. */
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

/** A file's name has no slashes. */
function dayOf(day: IsoDay): string {
  return usDayOf(day).replaceAll("/", "-");
}

/** Cuts a text to a number of bytes. */
function cutTo(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read).trim();
}
