import {
  epochDayOf,
  isIsoDay,
  isoDayOf,
  usDayOf,
  type IsoDay,
} from "~/domain/calendar";
import type { DateRange } from "~/domain/filters";
import { AUDIT_ACTIONS, type AuditAction } from "./actions";

/** Days that the page of the audit trail shows where nobody has asked for others, today among them. */
const AUDIT_DEFAULT_DAYS = 7;

/** Longest username that can be asked for, characters. */
export const LONGEST_AUDIT_USER = 200;

/** Longest MRN that can be asked for, characters. */
export const LONGEST_MRN = 100;

/** Which events are asked for; null leaves it open. */
export interface AuditFilters extends DateRange {
  /** A username, in any case of its letters: what that user did, and what was done to them. */
  user: string | null;
  action: AuditAction | null;
  /** Id of a resident: the events that showed them. */
  resident: number | null;
}

/** A page of the events: those that are older than one of them; null is the newest page. */
export interface AuditPage {
  filters: AuditFilters;
  before: number | null;
  /** What of the query could not be used, and what stands in for it, in words. */
  notes: string[];
  /** Which resident is asked for cannot be known, so no events are listed. */
  unknownResident: UnknownResident | null;
}

export interface UnknownResident {
  field: "mrn" | "resident";
  /** What was typed. */
  entry: string;
  error: string;
}

/**
 * Reads which events a query asks for. Never throws: what cannot be used is replaced, and a note says so; only the resident is
 * not, as events of everybody would answer another question. A parameter that
 * comes twice cannot be used. Without days it is the last {@link AUDIT_DEFAULT_DAYS} to today; with To Date alone, as many that end
 * with it. To Date is not after today, as nothing has happened there, and From Date not after To Date.
 */
export function readAuditPage(
  search: URLSearchParams,
  today: IsoDay,
): AuditPage {
  const notes: string[] = [];
  const range = readRange(search, today, notes);
  const resident = readResident(search);
  const isKnown = resident === null || typeof resident === "number";
  const filters = {
    ...range,
    user: readUser(search, notes),
    action: readAction(search, notes),
    resident: isKnown ? resident : null,
  };
  const before = readBefore(search, notes);
  return { filters, before, notes, unknownResident: isKnown ? null : resident };
}

/** The MRN that a query asks for in place of a resident's number; null for none. */
export function readMrn(search: URLSearchParams): string | null {
  return search.get("mrn")?.trim() || null;
}

/** An MRN that does not lead to one resident. */
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

/** True for a name of {@link AUDIT_ACTIONS}, whoever wrote it. */
export function isAuditAction(text: string): text is AuditAction {
  return Object.hasOwn(AUDIT_ACTIONS, text);
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

function readDay(
  search: URLSearchParams,
  name: string,
): { day?: IsoDay; isOdd: boolean } {
  const [text, ...more] = search.getAll(name);
  if (text === undefined) return { isOdd: false };
  return more.length === 0 && isIsoDay(text)
    ? { day: text, isOdd: false }
    : { isOdd: true };
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
