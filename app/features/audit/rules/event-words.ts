import { newYorkSqlDatetime } from "~/domain/calendar";
import { newYorkTimeAndDate } from "~/domain/freshness";
import { AUDIT_ACTIONS } from "./actions";
import { isAuditAction } from "./filters";
import { auditWords } from "./words";

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

/** Day and time in New York. */
export function auditTimeText(at: string): { day: string; time: string } {
  const read = newYorkTimeAndDate(newYorkSqlDatetime(new Date(at)));
  return { day: read?.date ?? at, time: read ? `${read.time} ET` : "" };
}
