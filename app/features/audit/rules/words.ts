import { newYorkSqlDatetime } from "~/domain/calendar";
import { newYorkTimeAndDate } from "~/domain/freshness";
import { AUDIT_ACTIONS } from "./actions";
import { isAuditAction } from "./filters";

export const auditWords = {
  title: "Audit Trail",
  about:
    "Who logged in, viewed patients, exported data, or changed users and their access. Entries cannot be changed.",
  byResident: "Enter an MRN to see who viewed that resident.",
  heading: "Events",
  user: "User",
  action: "Action",
  mrn: "MRN",
  resident: "Resident number",
  allActions: "All actions",
  columns: {
    at: "Time",
    who: "Who",
    what: "What",
    target: "About",
    details: "Details",
    from: "From where",
  },
  nobody: "Not logged in",
  command: "Command on the server",
  download: "Download as CSV",
  pages: "Pages of entries",
  older: "Older entries",
  newest: "Newest entries",
  empty: "No entries match these filters.",
  emptyOlder: "There are no older entries.",
  failed: "The audit trail was not retrieved due to a system error.",
  noFile: "The audit trail file was not made due to a system error.",
  badFilters:
    "No file was made, because the dates or filters were not understood.",
  backToTrail: "Back to the audit trail",
} as const;

export function auditActionText(action: string): string {
  return isAuditAction(action) ? AUDIT_ACTIONS[action] : action;
}

/** A failed sign-in comes from a browser, even if its address is unknown. */
export function nobodyText(event: {
  action: string;
  address: string | null;
}): string {
  const isByBrowser =
    event.address !== null || event.action.startsWith("sign_in");
  return isByBrowser ? auditWords.nobody : auditWords.command;
}

/** '11/25/2026, 03:12 PM ET'. */
export function momentText(at: string): string {
  const { day, time } = auditTimeText(at);
  return `${day}, ${time}`;
}

/** Day and time in New York. */
export function auditTimeText(at: string): { day: string; time: string } {
  const read = newYorkTimeAndDate(newYorkSqlDatetime(new Date(at)));
  return { day: read?.date ?? at, time: read ? `${read.time} ET` : "" };
}
