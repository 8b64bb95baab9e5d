import type { AuditAction } from "./rules/actions";
import type { ListState } from "~/ui/list-states";
import type { OlderPages } from "~/ui/older-pages";
import type { RangeFilters } from "~/features/report-filters/range-filter-form";

/** A user as an event names them, with the way to what else happened by and to them. */
export interface NamedUser {
  username: string;
  href: string;
}

/** An event as the table shows it. */
export interface AuditRow {
  id: number;
  /** ISO 8601, for machines. */
  at: string;
  day: string;
  time: string;
  who: NamedUser | null;
  /** What stands for who did it, where that is no user. */
  nobody: string;
  what: string;
  target: NamedUser | null;
  details: string;
  address: string | null;
}

/** The events, and how many they are in words. */
export type AuditList = ListState<{ rows: AuditRow[]; count: string }>;

/** What the page of the audit trail shows. */
export interface AuditView extends RangeFilters, OlderPages {
  user: string | null;
  action: AuditAction | null;
  /** Id of the resident whom the events have shown. */
  resident: number | null;
  list: AuditList;
  fileHref: string;
  /** Whether the address names any filter. */
  isFiltered: boolean;
  /** Which events, for the head of each sheet of paper. */
  paperHead: string;
}
