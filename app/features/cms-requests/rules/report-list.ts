import type { QiesReport } from "~/contract/qies-reports";
import { newYorkTimeAndDate } from "~/domain/freshness";
import { isIsoDay, usDayOf } from "~/domain/calendar";
import {
  sortRows,
  type SortDirection,
  type SortKind,
  type SortValue,
} from "~/domain/lists/table-sort";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";

export type ReportStatus = QiesReport["status"];

export type RequestedReport = Omit<
  QiesReport,
  "report_category_id" | "report_type_id"
>;

export function hasFile(status: ReportStatus): boolean {
  return status === "completed" || status === "automatic";
}

export function isUnfinished(status: ReportStatus): boolean {
  return status === "requested" || status === "pending";
}

/** A report without a facility's id is matched by the facility's name. */
export function filterReports<Report extends RequestedReport>(
  reports: readonly Report[],
  {
    facilities,
    name,
  }: {
    facilities: { ids: ReadonlySet<number>; names: ReadonlySet<string> } | null;
    name: string | null;
  },
): Report[] {
  return reports.filter((report) => {
    if (name !== null && report.name !== name) return false;
    if (facilities === null) return true;
    return report.fac_id == null
      ? report.fac_name !== null && facilities.names.has(report.fac_name)
      : facilities.ids.has(report.fac_id);
  });
}

/** The offered names in their order, then others in the list. */
export function reportNames(
  offered: readonly string[],
  reports: readonly Pick<RequestedReport, "name">[],
): string[] {
  const others = reports.map(({ name }) => name).filter((name) => name !== "");
  others.sort((one, other) => one.localeCompare(other, "en-US"));
  return [...new Set([...offered, ...others])];
}

export const REPORT_COLUMN_LABELS = {
  requested: "Date Requested",
  type: "Report Type",
  facility: "Facility",
  range: "Report Date Range",
  file: "File Name",
  status: "Status",
} as const;

export type ReportListColumn = keyof typeof REPORT_COLUMN_LABELS;

const COLUMNS = Object.keys(REPORT_COLUMN_LABELS) as ReportListColumn[];

export interface ReportListSort {
  column: ReportListColumn;
  direction: SortDirection;
}

/** Newest first, because users come back for their latest request (R174). */
export const DEFAULT_REPORT_SORT: ReportListSort = {
  column: "requested",
  direction: "desc",
};

export function readReportSort(search: URLSearchParams): ReportListSort {
  const column = COLUMNS.find((one) => one === search.get("sort"));
  const direction = search.get("dir");
  return column && (direction === "asc" || direction === "desc")
    ? { column, direction }
    : DEFAULT_REPORT_SORT;
}

const SORTED_BY: Record<
  ReportListColumn,
  { kind: SortKind; value: (report: RequestedReport) => SortValue }
> = {
  requested: { kind: "text", value: (report) => report.requested_tstamp },
  type: { kind: "text", value: ({ name }) => name },
  facility: { kind: "name", value: (report) => report.fac_name },
  range: {
    kind: "text",
    value: ({ start_date, end_date }) =>
      [start_date, end_date].filter(Boolean).join(" "),
  },
  file: {
    kind: "text",
    value: (report) => (hasFile(report.status) ? reportFile(report) : null),
  },
  status: { kind: "text", value: ({ status }) => status },
};

/** Equal reports are newest first. */
export function sortReports<Report extends RequestedReport>(
  reports: readonly Report[],
  { column, direction }: ReportListSort,
): Report[] {
  const newestFirst = [...reports].sort((one, other) => other.id - one.id);
  return sortRows(newestFirst, SORTED_BY[column], direction);
}

export function reportFile({
  name,
  file_type,
}: Pick<RequestedReport, "name" | "file_type">): string {
  return `${name}.${file_type}`;
}

/** 'MM/dd/yy' and 'hh:mm a' (R173); any other text is kept. */
export function requestedAt(timestamp: string): {
  day: string;
  time: string | null;
} {
  const read = newYorkTimeAndDate(timestamp.replace("T", " "));
  const iso = timestamp.slice(0, 10);
  if (read && isIsoDay(iso)) return { day: shortDayOf(iso), time: read.time };
  return { day: isIsoDay(iso) ? shortDayOf(iso) : timestamp, time: null };
}

function shortDayOf(day: string): string {
  const us = usDayOf(day);
  return us.slice(0, 6) + us.slice(8);
}

export function reportRangeText({
  start_date,
  end_date,
}: Pick<RequestedReport, "start_date" | "end_date">): string {
  return [start_date, end_date]
    .map((day) => day?.trim() ?? "")
    .filter((day) => day !== "")
    .map((day) =>
      isIsoDay(day.slice(0, 10)) ? usDayOf(day.slice(0, 10)) : day,
    )
    .join("–");
}

const FACILITY_RANK = 2;

/** The figures are a facility's, so physicians may not request them, nor account managers. */
export function mayRequestCmsReports({
  accessLevel,
}: Pick<Viewer, "accessLevel">): boolean {
  const rank = rankOf(accessLevel);
  return rank >= FACILITY_RANK && rank !== ADMINISTRATOR_RANK;
}

export const reportListWords = {
  title: "CMS QIES Reports",
  heading: "Requested reports",
  reportName: "Report name",
  allReports: "All reports",
  refresh: "Refresh",
  empty: "No report was requested in this time.",
  backToList: "Back to CMS QIES Reports",
  noReason: "The reason is not known.",
  again: "Request again",
  isnpOnly: "ISNP only",
} as const;

export const STATUS_WORDS: Record<ReportStatus, string> = {
  requested: "Requested",
  pending: "Pending",
  automatic: "Automatic",
  completed: "Completed",
  error: "Error",
  Unknown: "Unknown",
};

/** '12 reports', '3 of 12 reports' with a filter, and a sentence if not all are listed. */
export function reportCountText({
  listed,
  found,
  total,
}: {
  listed: number;
  found: number;
  total: number;
}): string {
  const all = total === 1 ? "1 report" : `${formatCount(total)} reports`;
  const kept = found === total ? all : `${formatCount(found)} of ${all}`;
  return listed === found
    ? kept
    : `${kept}. The first ${formatCount(listed)} are listed.`;
}

/** 'Errors by Field by Facility, Elm House, requested 01/02/26'. */
export function reportWithPlace(report: {
  name: string;
  facility: string | null;
  day: string;
}): string {
  return `${report.name}, ${report.facility ?? messages.unknown}, requested ${report.day}`;
}

export function readyText(report: {
  name: string;
  facility: string | null;
}): string {
  const what = report.facility
    ? `${report.name} of ${report.facility}`
    : report.name;
  return `${what} is ready to download.`;
}
