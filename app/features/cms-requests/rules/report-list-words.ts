import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import type { ReportListColumn, ReportStatus } from "./report-list";

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

export const REPORT_COLUMN_LABELS: Record<ReportListColumn, string> = {
  requested: "Date Requested",
  type: "Report Type",
  facility: "Facility",
  range: "Report Date Range",
  file: "File Name",
  status: "Status",
};

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
