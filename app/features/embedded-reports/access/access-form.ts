import type { AccessLevel } from "~/domain/access/ranks";
import {
  REPORT_LEVELS,
  type AccessChange,
  type ReportAccess,
} from "../rules/report-access";
import { readPage } from "~/domain/lists/list-page";
import { paths } from "~/paths";

/** The levels that were ticked when the row was shown. */
export function seenField(reportId: number): string {
  return `seen-${reportId}`;
}

export function ticksField(reportId: number): string {
  return `ticked-${reportId}`;
}

export interface AccessRow extends ReportAccess {
  /** The roles, or the choices left unsent when the last session ended. */
  ticked: readonly AccessLevel[];
}

export interface AccessAnswer {
  failures: { reportId: number; level: AccessLevel; text: string }[];
}

export type CellAnswer = { saved: true } | { saved: false; error: string };

export function cellFields(
  { reportId, level, allow }: AccessChange,
  csrfToken: string,
): URLSearchParams {
  return new URLSearchParams({
    csrf: csrfToken,
    report: String(reportId),
    level,
    allow: String(allow),
  });
}

export function cellId(reportId: number, level: AccessLevel): string {
  return `access-${reportId}-${level}`;
}

export function reasonId(reportId: number): string {
  return `access-${reportId}-reason`;
}

export function levelsAmong(words: readonly string[]): AccessLevel[] {
  return REPORT_LEVELS.filter((level) => words.includes(level));
}

export function gridPageHref(page: number): string {
  return page === 1
    ? paths.reportsConfig
    : `${paths.reportsConfig}?page=${page}`;
}

export function reportsConfigHref(search: URLSearchParams): string {
  return gridPageHref(readPage(search));
}
