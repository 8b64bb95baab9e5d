import type { AccessLevel } from "~/domain/access/ranks";
import {
  REPORT_LEVELS,
  type AccessChange,
  type ReportAccess,
} from "../rules/report-access";

/** Fields of a post that is about one cell, as scripts send it. */
export const CELL_FIELDS = {
  report: "report",
  level: "level",
  allow: "allow",
} as const;

/** Name of the hidden field that holds the levels which a row showed as ticked, with blanks between them. */
export function seenField(reportId: number): string {
  return `seen-${reportId}`;
}

/** Name of the boxes of a row; the value of each is its level. */
export function ticksField(reportId: number): string {
  return `ticked-${reportId}`;
}

export interface AccessRow extends ReportAccess {
  /** The ticked levels: the roles, or the choices left unsent when the last session ended. */
  ticked: readonly AccessLevel[];
}

/** The grid in one of the states of a panel. */
export type AccessGridState =
  | { state: "data"; rows: AccessRow[]; page: number; pages: number }
  | { state: "empty" }
  | { state: "error"; message: string };

/** What the page has after a form of which not everything could be saved. */
export interface AccessAnswer {
  failures: { reportId: number; level: AccessLevel; text: string }[];
}

/** What scripts get to a cell that they post: it was saved, or why not. */
export type CellAnswer = { saved: true } | { saved: false; error: string };

export function cellFields(
  { reportId, level, allow }: AccessChange,
  csrfToken: string,
): URLSearchParams {
  return new URLSearchParams({
    csrf: csrfToken,
    [CELL_FIELDS.report]: String(reportId),
    [CELL_FIELDS.level]: level,
    [CELL_FIELDS.allow]: String(allow),
  });
}

/** Id of a cell's box. */
export function cellId(reportId: number, level: AccessLevel): string {
  return `access-${reportId}-${level}`;
}

/** Id of the words that say why some boxes of a row cannot be ticked. */
export function reasonId(reportId: number): string {
  return `access-${reportId}-reason`;
}

/** The levels among some words; what is none is left out. */
export function levelsAmong(words: readonly string[]): AccessLevel[] {
  return REPORT_LEVELS.filter((level) => words.includes(level));
}
