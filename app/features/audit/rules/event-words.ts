import { newYorkSqlDatetime } from "~/domain/calendar";
import { newYorkTimeAndDate } from "~/domain/freshness";
import { AUDIT_ACTIONS } from "./actions";
import { isAuditAction } from "./filters";
import { auditWords } from "./words";

/** The text of an action; an unknown action of a newer host keeps its name. */
export function auditActionText(action: string): string {
  return isAuditAction(action) ? AUDIT_ACTIONS[action] : action;
}

/** What stands for whoever did it, where that is no user. Whoever fails to sign in comes from somewhere, known or not. */
export function nobodyText(event: {
  action: string;
  address: string | null;
}): string {
  const isByBrowser =
    event.address !== null || event.action.startsWith("sign_in");
  return isByBrowser ? auditWords.nobody : auditWords.command;
}

/** An instant, ISO 8601, as the screen writes it: day and time of New York. */
export function auditTimeText(at: string): { day: string; time: string } {
  const read = newYorkTimeAndDate(newYorkSqlDatetime(new Date(at)));
  return { day: read?.date ?? at, time: read ? `${read.time} ET` : "" };
}
