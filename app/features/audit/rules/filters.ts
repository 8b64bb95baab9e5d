import { epochDayOf, isoDayOf, usDayOf, type IsoDay } from "~/domain/calendar";
import { readDay, type DateRange } from "~/domain/filters";
import { AUDIT_ACTION_NAMES, type AuditAction } from "./actions";

const AUDIT_DEFAULT_DAYS = 7;

export const LONGEST_AUDIT_USER = 200;

export const LONGEST_MRN = 100;

export interface AuditFilters extends DateRange {
  /** The user who did it, or to whom it was done. */
  user: string | null;
  action: AuditAction | null;
  /** An id: events that showed this resident. */
  resident: number | null;
}

export interface UnknownResident {
  field: "mrn" | "resident";
  entry: string;
  error: string;
}

/**
 * Replaces what it cannot read, with a note; except the resident, because events of everybody would answer another
 * question. Without days the range is the last seven.
 */
export function readAuditPage(search: URLSearchParams, today: IsoDay) {
  const notes: string[] = [];
  const range = readRange(search, today, notes);
  const resident = readResident(search);
  const isKnown = resident === null || typeof resident === "number";
  const filters: AuditFilters = {
    ...range,
    user: readUser(search, notes),
    action: readAction(search, notes),
    resident: isKnown ? resident : null,
  };
  const before = readBefore(search, notes);
  return { filters, before, notes, unknownResident: isKnown ? null : resident };
}

/** Stands in for the resident's number. */
export function readMrn(search: URLSearchParams): string | null {
  return search.get("mrn")?.trim() || null;
}

export function unknownMrn(
  entry: string,
  ids: readonly number[],
): UnknownResident {
  const error =
    ids.length === 0
      ? "No resident has this MRN."
      : `Several residents have this MRN. Enter one of these resident numbers: ${ids.join(", ")}.`;
  return { field: "mrn", entry, error };
}

export function isAuditAction(text: string): text is AuditAction {
  return AUDIT_ACTION_NAMES.some((name) => name === text);
}

function readRange(
  search: URLSearchParams,
  today: IsoDay,
  notes: string[],
): DateRange {
  const from = readDay(search, "startDate");
  const to = readDay(search, "endDate");
  let endDate = to.day ?? today;
  if (to.isOdd) {
    notes.push(`To Date was not a date, so it was set to ${usDayOf(endDate)}.`);
  } else if (endDate > today) {
    endDate = today;
    notes.push(
      `To Date was in the future, so it was set to ${usDayOf(endDate)}.`,
    );
  }
  const usualStart = isoDayOf(epochDayOf(endDate) - (AUDIT_DEFAULT_DAYS - 1));
  let startDate = from.day ?? usualStart;
  if (from.isOdd) {
    notes.push(
      `From Date was not a date, so it was set to ${usDayOf(startDate)}.`,
    );
  } else if (startDate > endDate) {
    startDate = endDate;
    notes.push(
      `From Date was after To Date, so it was set to ${usDayOf(startDate)}.`,
    );
  }
  return { startDate, endDate };
}

function readUser(search: URLSearchParams, notes: string[]): string | null {
  const [text = "", ...more] = search
    .getAll("user")
    .map((name) => name.normalize("NFKC").trim());
  if (more.length === 0 && text.length <= LONGEST_AUDIT_USER) {
    return text || null;
  }
  notes.push(
    "The username was not understood, so entries for all users are shown.",
  );
  return null;
}

function readAction(
  search: URLSearchParams,
  notes: string[],
): AuditAction | null {
  const [text = "", ...more] = search.getAll("action");
  if (more.length === 0 && text === "") return null;
  if (more.length === 0 && isAuditAction(text)) return text;
  notes.push("The action was not understood, so all actions are shown.");
  return null;
}

function readResident(
  search: URLSearchParams,
): number | UnknownResident | null {
  const [text = "", ...more] = search.getAll("resident");
  const entry = text.trim();
  if (more.length === 0 && entry === "") return null;
  if (more.length === 0 && /^-?\d{1,15}$/.test(entry)) return Number(entry);
  const error = "A resident number has digits only.";
  return { field: "resident", entry, error };
}

function readBefore(search: URLSearchParams, notes: string[]): number | null {
  const [text, ...more] = search.getAll("before");
  if (text === undefined) return null;
  if (more.length === 0 && /^\d{1,15}$/.test(text)) return Number(text);
  notes.push("The page was not understood, so the newest entries are shown.");
  return null;
}

/** Always names the days, so that a page left open over midnight keeps its own. `before`: events older than that one. */
export function auditHref(
  path: string,
  { startDate, endDate, user, action, resident }: AuditFilters,
  before: number | null = null,
): string {
  const query = new URLSearchParams({
    ...(user !== null && { user }),
    ...(action !== null && { action }),
    ...(resident !== null && { resident: String(resident) }),
    startDate,
    endDate,
    ...(before !== null && { before: String(before) }),
  });
  return `${path}?${query.toString()}`;
}
