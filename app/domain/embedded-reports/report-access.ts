import { ACCESS_LEVELS, type AccessLevel } from "../access/ranks";
import { ACCESS_LEVEL_NAMES } from "../users/access-level-names";

/** Access levels that can have reports, lowest first: account managers have none (shell spec §6). */
export const REPORT_LEVELS: readonly AccessLevel[] = ACCESS_LEVELS.filter(
  (level) => level !== "account_manager",
);

/** A report and the levels that see it. */
export interface ReportAccess {
  id: number;
  title: string;
  /** It is embedded, and no page of its own. */
  isEmbedded: boolean;
  roles: readonly AccessLevel[];
}

/** Gives or takes one level's sight of one report. */
export interface AccessChange {
  reportId: number;
  level: AccessLevel;
  allow: boolean;
}

/** A cell of the grid in words, '{report}, {level}'. */
export function cellName(title: string, level: AccessLevel): string {
  return `${title}, ${ACCESS_LEVEL_NAMES[level]}`;
}

/**
 * False where there is nothing to give: physicians never see embedded reports (reports spec §6). What one of them has all
 * the same can be taken.
 */
export function canToggle(
  { isEmbedded, roles }: Pick<ReportAccess, "isEmbedded" | "roles">,
  level: AccessLevel,
): boolean {
  return !isEmbedded || level !== "physician" || roles.includes(level);
}

/** The reports by title, whatever its case; numbers in it count as numbers. */
export function inTitleOrder<Report extends { id: number; title: string }>(
  reports: readonly Report[],
): Report[] {
  return [...reports].sort(
    (one, other) =>
      byTitle.compare(one.title, other.title) || one.id - other.id,
  );
}

const byTitle = new Intl.Collator("en", { numeric: true });

/** A row of the grid as a form sends it: the levels that were ticked when it was shown, and those that are now. */
export interface SentRow {
  reportId: number;
  seen: readonly AccessLevel[];
  ticked: readonly AccessLevel[];
}

/**
 * What somebody has changed in the rows of a form, against what they saw. Cells that they left alone are none of them, so
 * that nobody undoes what somebody else has changed meanwhile.
 */
export function changesIn(rows: readonly SentRow[]): AccessChange[] {
  return rows.flatMap(({ reportId, seen, ticked }) =>
    REPORT_LEVELS.filter(
      (level) => seen.includes(level) !== ticked.includes(level),
    ).map((level) => ({ reportId, level, allow: ticked.includes(level) })),
  );
}

/** The roles of a report once changes are made to it, lowest level first. */
export function withChanges(
  { id, roles }: Pick<ReportAccess, "id" | "roles">,
  changes: readonly AccessChange[],
): AccessLevel[] {
  return REPORT_LEVELS.filter((level) => {
    const change = changes
      .filter((one) => one.reportId === id && one.level === level)
      .at(-1);
    return change ? change.allow : roles.includes(level);
  });
}
